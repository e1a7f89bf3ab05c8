import { compare, exactNumber, larger, minus, plus, type Ratio, ratio, times, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import { type Bounds, boundsOf, evaluate, roundedBounds } from './qti-expressions.ts'
import { type Processing, parentsIn } from './qti-processing.ts'
import { type Declared, isRatio, type Scalar } from './qti-values.ts'
import { childrenOf, findAll, type XmlElement } from './xml.ts'

/** Finds the accepted answers of a text or number that students type. */

const one = ratio(1)
/** A wrong answer: no item mentions this text. */
const otherText = '\u{10fffd}'

/** The rules that may use a typed answer. For these, trying the constants finds every case. */
const textUses = new Set(['match', 'stringMatch', 'patternMatch', 'isNull'])
const numberUses = new Set(['match', 'equal', 'equalRounded', 'gt', 'gte', 'lt', 'lte', 'isNull'])

interface NumberRule {
  bounds: Bounds
  fields: object
}

/** The values that an answer can be compared with. */
export interface Entry {
  declared: Declared
  candidates: readonly Scalar[]
  /** The texts that it is compared with. */
  texts?: readonly string[]
  /** Patterns that the answer is matched with; undefined if it is compared with texts. */
  patterns?: readonly string[]
  numbers?: readonly NumberRule[]
  losses: string[]
}

const isNumeric = ({ base }: Declared) => base === 'integer' || base === 'float'

/** The rules that use a response. @throws UnreadableItem if one of them is not allowed */
function usesOf({ rules }: Processing, { identifier }: Declared, allowed: ReadonlySet<string>): XmlElement[] {
  const parents = parentsIn(rules)
  const uses = new Set<XmlElement>()
  for (const [element, parent] of parents) {
    if (element.name !== 'variable' || element.attributes.identifier !== identifier) continue
    if (!allowed.has(parent.name))
      throw new UnreadableItem(`Its response processing cannot be read: “${parent.name}” of a typed answer`)
    uses.add(parent)
  }
  return [...uses]
}

/** The constant that a rule compares a typed answer with, and whether it is the first operand. */
function constantIn({ declared: all }: Processing, use: XmlElement, { identifier }: Declared) {
  const operands = childrenOf(use)
  const at = operands.findIndex(({ name, attributes }) => name !== 'variable' || attributes.identifier !== identifier)
  const other = operands[at]
  if (!other || operands.length !== 2) throw new UnreadableItem('It compares a typed answer with itself')
  const scope = { declared: all, responses: new Map(), outcomes: new Map(), budget: { left: 1_000 } }
  return { value: evaluate(other, scope)?.items[0], isFirst: at === 0 }
}

/** Writes lower-case letters as upper-case ones and the reverse, unless that would change the letter. */
const swapCase = (text: string) =>
  Array.from(text, (char) => {
    const other = char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()
    return other.toLowerCase() === char.toLowerCase() ? other : char
  }).join('')

/** The text with the case of all letters changed, of the first only, and of the last only. */
const variantsOf = (text: string) => [
  swapCase(text),
  swapCase(text.slice(0, 1)) + text.slice(1),
  text.slice(0, -1) + swapCase(text.slice(-1)),
]

/** As many as our questions can have. */
const maxAccepted = 100

/** True if a pattern of XML Schema, which QTI uses, means the same as our regular expression. */
export const isSharedPattern = (pattern: string): boolean =>
  !/\\[icIC]|-\[|[\^$]|\(\?/.test(pattern.replace(/\[\^|\\[\^$-]/g, ''))

function patternEntry(processing: Processing, declared: Declared, uses: readonly XmlElement[]): Entry {
  const patterns = [
    ...new Set(uses.flatMap(({ name, attributes }) => (name === 'patternMatch' ? [attributes.pattern ?? ''] : []))),
  ]
  if (uses.some(({ name }) => name !== 'patternMatch' && name !== 'isNull') || declared.mapping)
    throw new UnreadableItem('It accepts both texts and patterns, which is not supported')
  if (patterns.length > maxAccepted) throw new UnreadableItem(`It has more than ${maxAccepted} patterns`)
  const parents = parentsIn(processing.rules)
  for (const use of uses) {
    const isSimple = ['or', 'responseIf', 'responseElseIf'].includes(parents.get(use)?.name ?? '')
    if (use.name === 'patternMatch' && !isSimple)
      throw new UnreadableItem('It combines patterns in a way that is not supported')
  }
  const odd = patterns.find((pattern) => !isSharedPattern(pattern))
  if (odd !== undefined) throw new UnreadableItem(`Its pattern “${odd.slice(0, 80)}” cannot be imported`)
  const pairs = patterns.flatMap((pattern, at) => patterns.slice(at + 1).map((other) => [pattern, other]))
  const candidates = [...patterns.map((pattern) => [pattern]), ...pairs, []].map((all) => ({ matches: new Set(all) }))
  return { declared, patterns, candidates, losses: [] }
}

export const ignoredCharacters = 'The file ignores spaces or other characters in an answer; here, they count'

function textEntry(processing: Processing, declared: Declared): Entry {
  const uses = usesOf(processing, declared, textUses)
  if (uses.some(({ name }) => name === 'patternMatch')) return patternEntry(processing, declared, uses)
  const compared = uses
    .filter(({ name }) => name !== 'isNull')
    .map((use) => constantIn(processing, use, declared).value)
  const texts = [
    ...(declared.correct?.items ?? []),
    ...(declared.mapping?.entries ?? []).map(({ key }) => key),
    ...compared,
  ].filter((text) => typeof text === 'string' && text !== '') as string[]
  const known = [...new Set(texts)]
  if (known.length > maxAccepted) throw new UnreadableItem(`It has more than ${maxAccepted} accepted answers`)
  const candidates = [...new Set([...known, ...known.flatMap(variantsOf)]), otherText]
  const isTolerant = processing.rules
    .flatMap((rule) => findAll(rule, 'mapTolResponse'))
    .some(({ attributes }) => attributes.identifier === declared.identifier && Number(attributes.tolerance) !== 0)
  const losses = [
    ...(uses.some(({ attributes }) => attributes.ignoredCharacters) ? [ignoredCharacters] : []),
    ...(isTolerant ? ['Misspelt answers are accepted in the file, but not here'] : []),
  ]
  return { declared, texts: known, candidates, losses }
}

const point = (value: Ratio): Bounds => ({ low: value, high: value, hasLow: true, hasHigh: true })

/** The numbers at which the score of a typed number may change. */
function numberRules(processing: Processing, declared: Declared): { rules: NumberRule[]; losses: string[] } {
  const losses: string[] = []
  const rules: NumberRule[] = []
  const add = (bounds: Bounds, fields: object = {}) => rules.push({ bounds, fields })
  const addPoint = (value: Scalar) => isRatio(value) && add(point(value), { correctValue: exactNumber(value) })
  for (const value of declared.correct?.items ?? []) addPoint(value)
  for (const { key } of declared.mapping?.entries ?? []) addPoint(key)
  for (const use of usesOf(processing, declared, numberUses)) {
    if (use.name === 'isNull') continue
    const { value, isFirst } = constantIn(processing, use, declared)
    if (value === undefined) continue
    if (!isRatio(value)) throw new UnreadableItem('It compares a number with a text')
    const { toleranceMode = 'exact', tolerance = '' } = use.attributes
    if (use.name === 'equalRounded') {
      const { roundingMode = 'significantFigures', figures } = use.attributes
      const isSignificant = roundingMode === 'significantFigures'
      const fields = { correctValue: exactNumber(value), significantDigits: Number(figures) }
      add(roundedBounds(use, value), isSignificant && fields.significantDigits > 0 ? fields : {})
    } else if (use.name === 'equal' && toleranceMode !== 'exact') {
      const [first = '', second = first] = tolerance.trim().split(/\s+/)
      const isRelative = toleranceMode === 'relative'
      const bounds = boundsOf(use, value, !isFirst)
      const away = minus(bounds.high, value)
      const share = value.n === 0n ? null : ratio(away.n * value.d, away.d * (value.n < 0n ? -value.n : value.n))
      const size = isRelative ? share && exactNumber(share) : exactNumber(away)
      const isEven = first === second && size !== null
      add(
        bounds,
        isEven
          ? { correctValue: exactNumber(value), tolerance: size, ...(isRelative && { toleranceKind: 'relative' }) }
          : {},
      )
      if (isRelative && !isFirst) losses.push('Its relative tolerance is a share of the right answer')
    } else addPoint(value)
  }
  return { rules, losses }
}

/** Rounds down. */
const floor = ({ n, d }: Ratio) => n / d - (n < 0n && n % d !== 0n ? 1n : 0n)

function numberEntry(processing: Processing, declared: Declared): Entry {
  const { rules, losses } = numberRules(processing, declared)
  const points = rules
    .flatMap(({ bounds }) => [bounds.low, bounds.high])
    .sort(compare)
    .filter((value, at, all) => at === 0 || compare(value, all[at - 1] ?? zero) !== 0)
  const [first, last] = [points[0] ?? zero, points.at(-1) ?? zero]
  if (declared.base === 'integer') {
    const whole = points.flatMap((value) => [-1n, 0n, 1n, 2n].map((away) => floor(value) + away))
    const candidates = [...new Set(whole)].sort((a, b) => (a < b ? -1 : 1)).map((value) => ratio(value))
    return { declared, numbers: rules, losses, candidates }
  }
  const between = points.flatMap((value, at) => {
    const next = points[at + 1]
    return next ? [value, times(plus(value, next), ratio(1, 2))] : [value]
  })
  return { declared, numbers: rules, losses, candidates: [minus(first, one), ...between, plus(last, one)] }
}

/** @throws UnreadableItem if the answer's key cannot be found by trying answers */
export function entryOf(processing: Processing, declared: Declared): Entry {
  if (declared.cardinality !== 'single') throw new UnreadableItem('It takes several answers in one text field')
  if (isNumeric(declared)) return numberEntry(processing, declared)
  if (declared.base === 'string') return textEntry(processing, declared)
  throw new UnreadableItem(`A text field for values of the type ${declared.base || 'unknown'} cannot be imported`)
}

type ShareOf = (answer: Scalar) => Ratio

/** A decimal number if it is one exactly, otherwise a fraction. */
const fractionOf = (share: Ratio) => exactNumber(share) ?? `${share.n}/${share.d}`

const accepted = (value: string, share: Ratio) => ({
  value,
  ...(compare(share, one) < 0 && { fraction: fractionOf(share) }),
})

/** A letter in both cases, as `[aA]`. */
const bothCases = /^\[(.)(.)\]$/u

interface Wildcard {
  text: string
  hasStar: boolean
  /** How many of its letters are in both cases, and in one. */
  folded: number
  cased: number
}

/** A pattern as a text with wildcards, if it has no other special characters. */
function wildcardOf(pattern: string): Wildcard | null {
  const parts: readonly string[] = pattern.match(/\.\*|\\[^\p{L}\p{N}]|\[.{2}\]|[\s\S]/gu) ?? []
  let folded = 0
  let text = ''
  for (const part of parts) {
    const [, lower, upper] = bothCases.exec(part) ?? []
    if (lower !== undefined && lower === upper?.toLowerCase() && lower !== upper) {
      folded++
      text += lower
    } else if (part === '.*') text += '*'
    else if (part.startsWith('\\') && part.length > 1) text += part === '\\*' ? part : part.slice(1)
    else if (/^[^\\.*+?()[\]{}|^$]$/u.test(part)) text += part
    else return null
  }
  const cased = parts.filter((part) => part.length === 1 && part.toLowerCase() !== part.toUpperCase()).length
  return { text, hasStar: parts.includes('.*'), folded, cased }
}

function patternKey(patterns: readonly string[], candidates: readonly Scalar[], shareOf: ShareOf) {
  const worth = new Map(patterns.map((pattern, at) => [pattern, shareOf(candidates[at] as Scalar)]))
  const worthOf = (pattern: string) => larger(zero, worth.get(pattern) ?? zero)
  for (const both of candidates) {
    if (typeof both !== 'object' || !('matches' in both) || both.matches.size !== 2) continue
    const max = [...both.matches].map(worthOf).reduce(larger)
    if (compare(larger(zero, shareOf(both)), max) !== 0)
      throw new UnreadableItem('It combines patterns in a way that is not supported')
  }
  const right = patterns.filter((pattern) => compare(worthOf(pattern), zero) > 0)
  const wildcards = right.map(wildcardOf)
  const has = (is: (one: Wildcard) => boolean) => wildcards.some((one) => one !== null && is(one))
  const ignoresCase = has(({ folded }) => folded > 0)
  const isPlain =
    !wildcards.includes(null) && has(({ hasStar }) => hasStar) && !(ignoresCase && has(({ cased }) => cased > 0))
  return {
    kind: 'text' as const,
    accepted: right.map((pattern, at) => accepted((isPlain && wildcards[at]?.text) || pattern, worthOf(pattern))),
    caseSensitive: !(isPlain && ignoresCase),
    regex: !isPlain,
  }
}

function textKey(texts: readonly string[], shareOf: ShareOf, losses: string[]) {
  if (compare(shareOf(otherText), zero) > 0) throw new UnreadableItem('It accepts every text')
  if (texts.some((text) => compare(shareOf(text), zero) < 0))
    losses.push('Marks deducted for particular wrong answers are not kept')
  const right = texts.filter((text) => compare(shareOf(text), zero) > 0)
  const hasVariant = (text: string) => swapCase(text) !== text
  // A listed variant says nothing about the others.
  const ignoresCase = (text: string) =>
    variantsOf(text).every(
      (variant) => texts.includes(variant) || variant === text || compare(shareOf(variant), shareOf(text)) === 0,
    )
  const isSensitive = right.some((text) => hasVariant(text) && !ignoresCase(text))
  if (isSensitive && right.some((text) => hasVariant(text) && ignoresCase(text) && !texts.includes(swapCase(text))))
    losses.push('Some accepted answers ignore upper and lower case in the file')
  const folded = (text: string) => (isSensitive ? text : text.toLowerCase())
  const kept = right.filter((text, at) => right.findIndex((other) => folded(other) === folded(text)) === at)
  return {
    kind: 'text' as const,
    accepted: kept.map((text) => accepted(text.replaceAll('*', '\\*'), shareOf(text))),
    caseSensitive: isSensitive,
  }
}

/** True if the bounds accept exactly the numbers from `min` to `max`. */
function isBound({ low, high }: Bounds, [min, max]: readonly [Ratio, Ratio], isWhole: boolean): boolean {
  if (!isWhole) return compare(low, min) === 0 && compare(high, max) === 0
  return -floor(minus(zero, low)) === min.n && floor(high) === max.n
}

function numberKey({ candidates, numbers = [], declared }: Entry, shareOf: ShareOf, losses: string[]) {
  const points = candidates.filter(isRatio)
  const shares = points.map(shareOf)
  const isFull = (at: number) => shares[at] !== undefined && compare(shares[at], one) === 0
  if (shares.some((share) => compare(share, zero) > 0 && compare(share, one) < 0))
    losses.push('Numbers that earn a part of the marks count as wrong')
  const first = points.findIndex((_, at) => isFull(at))
  let last = first
  while (isFull(last + 1)) last++
  if (points.some((_, at) => at > last && isFull(at)))
    throw new UnreadableItem('It accepts several separate numbers, which is not supported')
  if (first === 0 || last === points.length - 1) throw new UnreadableItem('It accepts numbers without a limit')
  const isWhole = declared.base === 'integer'
  // Points and the numbers between them alternate, after the first. Whole numbers have none between them.
  const isPoint = (at: number) => isWhole || at % 2 === 1
  const low = points[isPoint(first) ? first : first - 1] ?? zero
  const high = points[isPoint(last) ? last : last + 1] ?? zero
  const found = numbers.find(
    ({ bounds, fields }) => Object.keys(fields).length > 0 && isBound(bounds, [low, high], isWhole),
  )
  const isRounded = found !== undefined && 'significantDigits' in found.fields
  if (!isRounded) {
    if (!isPoint(first)) losses.push(`An answer of exactly ${exactNumber(low) ?? 'the lower limit'} counts as right`)
    if (!isPoint(last)) losses.push(`An answer of exactly ${exactNumber(high) ?? 'the upper limit'} counts as right`)
  }
  if (isWhole && first !== last) losses.push('Answers need not be whole numbers')
  const [min, max] = [exactNumber(low), exactNumber(high)]
  if (found && !Object.values(found.fields).includes(null)) return { kind: 'numeric' as const, ...found.fields }
  if (min === null || max === null) throw new UnreadableItem('One of its numbers has too many digits')
  return { kind: 'numeric' as const, ...(min === max ? { correctValue: min } : { range: { min, max } }) }
}

/** The fields of a gap, or of a question with only this answer. @throws UnreadableItem */
export function keyOf(entry: Entry, shareOf: ShareOf, losses: string[]) {
  losses.push(...entry.losses)
  if (entry.patterns) return patternKey(entry.patterns, entry.candidates, shareOf)
  return entry.numbers ? numberKey(entry, shareOf, losses) : textKey(entry.texts ?? [], shareOf, losses)
}
