import { absolute, compare, fromNumber, minus, plus, type Ratio, ratio, times, zero } from '#shared/ratio.ts'
import {
  type Declared,
  isRatio,
  isSame,
  type Mapping,
  maxValues,
  numberOf,
  type Scalar,
  scalarOf,
  single,
  UnreadableProcessing,
  type Value,
} from './qti-values.ts'
import { childrenOf, textOf, type XmlElement } from './xml.ts'

/** Evaluates the expressions of response processing exactly. Unknown operators are errors. */

export interface Scope {
  declared: ReadonlyMap<string, Declared>
  responses: ReadonlyMap<string, Value | null>
  /** Undefined for an outcome whose value cannot be determined. */
  outcomes: Map<string, Value | null | undefined>
  /** Counts down, so that processing takes bounded time. */
  budget: { left: number }
}

export const unknownRule = ({ name, line }: XmlElement, detail = '') =>
  new UnreadableProcessing(
    `Its response processing cannot be read: “${name}”${detail}${line > 0 ? ` on line ${line}` : ''} is not supported`,
    line,
  )

const bool = (value: boolean): Value => single(value)

function numbersIn(operands: readonly Value[]): Ratio[] {
  const items = operands.flatMap((operand) => operand.items)
  if (!items.every(isRatio)) throw new UnreadableProcessing('Its response processing uses a text in a calculation')
  return items
}

/** The only number in an operand. */
function numberIn(operand: Value | undefined): Ratio {
  const [number] = numbersIn(operand ? [operand] : [])
  if (!number) throw new UnreadableProcessing('Its response processing lacks a number')
  return number
}

const textIn = (operand: Value | undefined): string => {
  const [text] = operand?.items ?? []
  if (typeof text !== 'string') throw new UnreadableProcessing('Its response processing compares a text with a number')
  return text
}

/** True if `whole` contains the values of `part`, repeated ones as often. */
function isBag(whole: readonly Scalar[], part: readonly Scalar[]): boolean {
  const left = [...whole]
  return part.every((item) => {
    const at = left.findIndex((other) => isSame(item, other))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

const isRun = (whole: readonly Scalar[], part: readonly Scalar[]) =>
  whole.some((_, from) =>
    part.every((item, at) => from + at < whole.length && isSame(whole[from + at] as Scalar, item)),
  )

const isMatch = (one: Value, other: Value) =>
  one.items.length === other.items.length &&
  (one.cardinality === 'multiple' ? isBag(one.items, other.items) : isRun(one.items, other.items))

/** The bounds that `equal` accepts around a value. */
export interface Bounds {
  low: Ratio
  high: Ratio
  hasLow: boolean
  hasHigh: boolean
}

/**
 * The numbers that `equal` accepts as equal to a value.
 * @param isSecond true if the value is the second operand: the tolerances are those of the first one
 * @throws UnreadableItem
 */
export function boundsOf(element: XmlElement, value: Ratio, isSecond: boolean): Bounds {
  const { toleranceMode = 'exact', tolerance = '', includeLowerBound, includeUpperBound } = element.attributes
  const included = [includeLowerBound !== 'false', includeUpperBound !== 'false'] as const
  const [hasLow, hasHigh] = isSecond ? [included[1], included[0]] : included
  if (toleranceMode === 'exact') return { low: value, high: value, hasLow: true, hasHigh: true }
  const [first = '', second = first] = tolerance.trim().split(/\s+/)
  const [down, up] = isSecond ? [second, first] : [first, second]
  if (toleranceMode !== 'absolute' && toleranceMode !== 'relative') throw unknownRule(element, ` (${toleranceMode})`)
  // A relative tolerance is a percentage.
  const scale = toleranceMode === 'relative' ? times(absolute(value), ratio(1, 100)) : ratio(1)
  const [low, high] = [minus(value, times(numberOf(down), scale)), plus(value, times(numberOf(up), scale))]
  return { low, high, hasLow, hasHigh }
}

export const isWithin = ({ low, high, hasLow, hasHigh }: Bounds, number: Ratio) => {
  const [above, below] = [compare(number, low), compare(high, number)]
  return (hasLow ? above >= 0 : above > 0) && (hasHigh ? below >= 0 : below > 0)
}

const powerOfTen = (power: number) => (power < 0 ? ratio(1n, 10n ** BigInt(-power)) : ratio(10n ** BigInt(power)))

/** The numbers that `equalRounded` rounds to the same as a value. Halves round away from zero. */
export function roundedBounds(element: XmlElement, value: Ratio): Bounds {
  const { roundingMode = 'significantFigures', figures = '' } = element.attributes
  const count = Number(figures)
  const isSignificant = roundingMode === 'significantFigures'
  if (!(isSignificant || roundingMode === 'decimalPlaces') || !Number.isInteger(count) || count < 0 || count > 15)
    throw unknownRule(element, ` (${roundingMode} ${figures})`)
  const size = absolute(value)
  if (isSignificant && (size.n === 0n || count === 0)) throw unknownRule(element, ' of 0')
  let power = String(size.n).length - String(size.d).length
  if (compare(size, powerOfTen(power)) < 0) power--
  const step = isSignificant ? powerOfTen(power - count + 1) : powerOfTen(-count)
  const { n, d } = times(size, ratio(step.d, step.n))
  const whole = ratio((n * 2n + d) / (d * 2n))
  // Below a power of ten, significant digits are finer.
  const isPower = isSignificant && compare(times(whole, step), powerOfTen(power)) === 0
  const half = times(step, ratio(1, 2))
  const [near, far] = [
    minus(times(whole, step), isPower ? times(half, ratio(1, 10)) : half),
    plus(times(whole, step), half),
  ]
  if (whole.n === 0n) return { low: minus(zero, half), high: half, hasLow: false, hasHigh: false }
  return value.n < 0n
    ? { low: minus(zero, far), high: minus(zero, near), hasLow: false, hasHigh: true }
    : { low: near, high: far, hasLow: true, hasHigh: false }
}

/** The first entry for a value. */
function entryOf({ entries, exact, folded }: Mapping, item: Scalar) {
  if (typeof item !== 'string') return entries.find(({ key }) => isSame(key, item))
  const [one = entries.length, other = entries.length] = [exact.get(item), folded.get(item.toLowerCase())]
  return entries[Math.min(one, other)]
}

/** The mapped value of a response. Each value of a container counts once. */
function mapped(mapping: Mapping, response: Value): Ratio {
  const seen: Scalar[] = []
  let sum = zero
  for (const item of response.items) {
    if (seen.some((other) => isSame(item, other))) continue
    seen.push(item)
    const entry = entryOf(mapping, item)
    sum = plus(sum, entry?.value ?? mapping.fallback)
  }
  if (mapping.lower && compare(sum, mapping.lower) < 0) return mapping.lower
  return mapping.upper && compare(sum, mapping.upper) > 0 ? mapping.upper : sum
}

type Operator = (operands: readonly Value[], element: XmlElement) => Value | null

const comparison =
  (holds: (order: number) => boolean): Operator =>
  ([one, other]) =>
    bool(holds(compare(numberIn(one), numberIn(other))))
const picked =
  (sign: number): Operator =>
  (operands) =>
    single(numbersIn(operands).reduce((best, number) => (compare(number, best) * sign > 0 ? number : best)))

/** Operators that are NULL if one of their operands is NULL. */
const operators: Readonly<Record<string, Operator>> = {
  match: ([one, other]) => bool(one !== undefined && other !== undefined && isMatch(one, other)),
  stringMatch: ([one, other], element) => {
    if (element.attributes.substring === 'true') throw unknownRule(element, ' of a part of the text')
    const texts = [textIn(one), textIn(other)]
    const [first, second] =
      element.attributes.caseSensitive === 'false' ? texts.map((text) => text.toLowerCase()) : texts
    return bool(first === second)
  },
  patternMatch: ([one], element) => {
    const [item] = one?.items ?? []
    if (typeof item !== 'object' || !('matches' in item)) throw unknownRule(element)
    return bool(item.matches.has(element.attributes.pattern ?? ''))
  },
  gt: comparison((order) => order > 0),
  gte: comparison((order) => order >= 0),
  lt: comparison((order) => order < 0),
  lte: comparison((order) => order <= 0),
  not: ([one]) => bool(one?.items[0] !== true),
  sum: (operands) => single(numbersIn(operands).reduce(plus, zero)),
  product: (operands) => single(numbersIn(operands).reduce(times, ratio(1))),
  subtract: ([one, other]) => single(minus(numberIn(one), numberIn(other))),
  divide: ([one, other]) => {
    const by = numberIn(other)
    return by.n === 0n ? null : single(times(numberIn(one), ratio(by.d, by.n)))
  },
  min: picked(-1),
  max: picked(1),
  integerToFloat: ([one]) => one ?? null,
  member: ([one, other]) => bool(one !== undefined && other !== undefined && isBag(other.items, one.items)),
  contains: ([one, other]) =>
    bool(
      one !== undefined &&
        other !== undefined &&
        (one.cardinality === 'ordered' ? isRun(one.items, other.items) : isBag(one.items, other.items)),
    ),
  index: ([one], element) => {
    const item = one?.items[Number(element.attributes.n) - 1]
    return item === undefined ? null : single(item)
  },
}

/** Compares a response with a number. Either operand can be the response. */
function nearly(element: XmlElement, operands: readonly Value[], scope: Scope): Value {
  const [part] = childrenOf(element)
  const isSecond = part?.name === 'variable' && scope.responses.has(part.attributes.identifier ?? '')
  const [value, response] = (isSecond ? operands.toReversed() : operands).map(numberIn)
  if (!value || !response) throw unknownRule(element)
  const isEqual = element.name === 'equal'
  return bool(isWithin(isEqual ? boundsOf(element, value, isSecond) : roundedBounds(element, value), response))
}

function variable(element: XmlElement, { responses, outcomes }: Scope): Value | null {
  const { identifier = '' } = element.attributes
  const response = responses.get(identifier)
  if (response !== undefined) return response
  const outcome = outcomes.get(identifier)
  if (outcome === undefined) throw unknownRule(element, ` ${identifier}`)
  return outcome
}

/** Cached, because each rule is evaluated for many answers. */
const constants = new WeakMap<XmlElement, Value>()
const operandsOf = new WeakMap<XmlElement, readonly XmlElement[]>()

function cached<T>(known: WeakMap<XmlElement, T>, element: XmlElement, read: (one: XmlElement) => T): T {
  const found = known.get(element) ?? read(element)
  known.set(element, found)
  return found
}

const constant = (element: XmlElement) => single(scalarOf(textOf(element), element.attributes.baseType ?? 'string'))

/** Evaluates an expression; null for NULL. @throws UnreadableProcessing */
export function evaluate(element: XmlElement, scope: Scope): Value | null {
  if (--scope.budget.left < 0) throw new UnreadableProcessing('Its response processing is too long')
  const { name } = element
  const { identifier = '' } = element.attributes
  switch (name) {
    case 'null':
      return null
    case 'baseValue':
      return cached(constants, element, constant)
    case 'variable':
      return variable(element, scope)
    case 'correct': {
      const declared = scope.declared.get(identifier)
      const correct = declared?.correct ?? null
      if (declared?.cardinality === 'single' && correct && correct.items.length > 1)
        throw new UnreadableProcessing('It has several correct values for one answer. Give them in a mapping')
      return correct
    }
    case 'default':
      return scope.declared.get(identifier)?.initial ?? null
    case 'mapResponse':
    case 'mapTolResponse': {
      const { mapping, base } = scope.declared.get(identifier) ?? {}
      // Onyx: the tolerance of a text is a number of letters, which is reported as a loss.
      if (name === 'mapTolResponse' && base !== 'string') throw unknownRule(element, ' of a number')
      if (!mapping) throw unknownRule(element, ' without a mapping')
      const response = scope.responses.get(identifier) ?? null
      return single(response ? mapped(mapping, response) : zero)
    }
  }
  const operands = cached(operandsOf, element, (one) => childrenOf(one)).map((part) => evaluate(part, scope))
  const given = operands.filter((operand) => operand !== null)
  const truths = operands.map((operand) => operand?.items[0])
  switch (name) {
    case 'isNull':
      return bool(given.length === 0)
    case 'and':
      return truths.includes(false) ? bool(false) : truths.includes(undefined) ? null : bool(true)
    case 'or':
      return truths.includes(true) ? bool(true) : truths.includes(undefined) ? null : bool(false)
    case 'containerSize':
      return single(fromNumber(given[0]?.items.length ?? 0))
    case 'multiple':
    case 'ordered':
      if (given.length > maxValues) throw unknownRule(element, ' with so many values')
      return given.length === 0 ? null : { cardinality: name, items: given.flatMap(({ items }) => items) }
  }
  const isNear = name === 'equal' || name === 'equalRounded'
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (!operator && !isNear) throw unknownRule(element)
  if (given.length < operands.length) return null
  return operator ? operator(given, element) : nearly(element, given, scope)
}
