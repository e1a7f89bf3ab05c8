import { compare, fromDecimal, minus, plus, type Ratio, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import type { Response } from './qti1-presentation.ts'
import { childOf, childrenOf, textOf, type XmlElement } from './xml.ts'

/** Reads and applies the response processing of QTI 1.2. The key is found by scoring possible answers. */

/** A value that an answer is compared with. */
export interface Value {
  kind: 'equal' | 'contains'
  response: string
  value: string
  /** True if case matters. */
  isExact: boolean
  attributes: XmlElement['attributes']
}
export interface Bound {
  kind: 'bound'
  response: string
  sign: '<' | '<=' | '>' | '>='
  value: Ratio
}
export type Test =
  | { kind: 'and' | 'or'; tests: readonly Test[] }
  | { kind: 'not'; test: Test }
  | { kind: 'other' }
  | { kind: 'unanswered'; response: string }
  | Value
  | Bound

const actions = ['Set', 'Add', 'Subtract'] as const

export interface Condition {
  test: Test
  changes: readonly { action: (typeof actions)[number]; value: Ratio }[]
  /** True if no further condition applies. */
  stops: boolean
  feedback: readonly string[]
}

export interface Scoring {
  conditions: readonly Condition[]
  initial: Ratio
  min: Ratio | undefined
  max: Ratio | undefined
  losses: readonly string[]
  /** True if the marks for partly right answers are unknown. */
  countsOnly: boolean
}

const bounds = { varlt: '<', varlte: '<=', vargt: '>', vargte: '>=' } as const

const numberIn = (text: string, what: string): Ratio => {
  const value = fromDecimal(text.trim())
  if (!value) throw new UnreadableItem(`${what} “${text.trim().slice(0, 40)}”, which is not a number`)
  return value
}

class Reader {
  readonly #responses: ReadonlyMap<string, Response>
  readonly #options: ReadonlyMap<string, ReadonlySet<string>>

  constructor(responses: readonly Response[]) {
    this.#responses = new Map(responses.map((response) => [response.ident, response]))
    this.#options = new Map(responses.map(({ ident, labels }) => [ident, new Set(labels.map((one) => one.ident))]))
  }

  #response({ attributes: { respident } }: XmlElement): string {
    const [only, ...others] = this.#responses.keys()
    const name = respident ?? (others.length === 0 ? only : undefined)
    if (name === undefined || !this.#responses.has(name))
      throw new UnreadableItem(`Its scoring refers to the answer “${respident ?? ''}”, which does not exist`)
    return name
  }

  #value(element: XmlElement, kind: Value['kind']): Value {
    const name = this.#response(element)
    const value = textOf(element).trim()
    const isChoice = this.#responses.get(name)?.kind === 'choice'
    if (isChoice && kind === 'equal' && !this.#options.get(name)?.has(value))
      throw new UnreadableItem(
        value === ''
          ? 'No option is marked as correct; mark one and export it again'
          : `Its key is “${value.slice(0, 40)}”, which is not one of its options`,
      )
    const isExact = isChoice || element.attributes.case?.toLowerCase() === 'yes'
    return { kind, response: name, value, isExact, attributes: element.attributes }
  }

  test(element: XmlElement): Test {
    const { name } = element
    switch (name) {
      case 'and':
      case 'or': {
        const [first, ...others] = childrenOf(element).map((child) => this.test(child))
        if (!first) throw new UnreadableItem('A condition of its scoring is empty')
        return others.length === 0 ? first : { kind: name, tests: [first, ...others] }
      }
      case 'not': {
        const [test, ...others] = childrenOf(element).map((child) => this.test(child))
        if (!test || others.length > 0) throw new UnreadableItem('A negation in its scoring cannot be read')
        return { kind: 'not', test }
      }
      case 'other':
        return { kind: 'other' }
      case 'unanswered':
        return { kind: 'unanswered', response: this.#response(element) }
      case 'varequal':
        return this.#value(element, 'equal')
      case 'varsubstring':
        return this.#value(element, 'contains')
      case 'varlt':
      case 'varlte':
      case 'vargt':
      case 'vargte':
        return {
          kind: 'bound',
          response: this.#response(element),
          sign: bounds[name],
          value: numberIn(textOf(element), 'Its scoring compares with'),
        }
      default:
        throw new UnreadableItem(`Its scoring uses “${name}”, which is not supported`)
    }
  }

  /**
   * Combines the tests of a condition. Several values for a response that can have only one are alternatives; all other
   * tests must hold.
   */
  together(tests: readonly Test[]): Test {
    const alternatives = new Map<string, Test[]>()
    const all: Test[] = []
    for (const test of tests) {
      const isAlternative =
        (test.kind === 'equal' || test.kind === 'contains') &&
        this.#responses.get(test.response)?.cardinality === 'Single'
      if (!isAlternative) all.push(test)
      else if (!alternatives.get(test.response)?.push(test)) alternatives.set(test.response, [test])
    }
    if (all.some((test) => test.kind === 'bound' && alternatives.has(test.response)))
      throw new UnreadableItem('Its scoring names a value and a range without saying whether both must hold')
    for (const values of alternatives.values()) {
      const [first] = values
      if (first) all.push(values.length === 1 ? first : { kind: 'or', tests: values })
    }
    const [only, ...others] = all
    if (!only) throw new UnreadableItem('A condition of its scoring is empty')
    return others.length === 0 ? only : { kind: 'and', tests: all }
  }
}

const nameOf = (variable: XmlElement) => (variable.attributes.varname ?? 'SCORE').toLowerCase()

/** The variable that contains the score. */
function scoreName(setvars: readonly XmlElement[]): string {
  const names = new Set(setvars.map(nameOf))
  const [first = 'score', ...others] = names
  if (names.has('score')) return 'score'
  if (others.length > 0) throw new UnreadableItem('Its scoring counts in several variables, none of which is SCORE')
  return first
}

/** Null for a condition that cannot be read, but only chooses feedback. */
function readCondition(element: XmlElement, variable: string, reader: Reader): Condition | null {
  try {
    return readRule(element, variable, reader)
  } catch (error) {
    if (!(error instanceof UnreadableItem) || childOf(element, 'setvar') || !childOf(element, 'displayfeedback'))
      throw error
    return null
  }
}

function readRule(element: XmlElement, variable: string, reader: Reader): Condition {
  const changes: Condition['changes'][number][] = []
  const feedback: string[] = []
  let test: Test | undefined
  for (const child of childrenOf(element)) {
    if (child.name === 'conditionvar') test = reader.together(childrenOf(child).map((one) => reader.test(one)))
    else if (child.name === 'displayfeedback') feedback.push(child.attributes.linkrefid ?? '')
    else if (child.name === 'setvar') {
      if (nameOf(child) !== variable) continue
      const { action: name = 'Set' } = child.attributes
      const action = actions.find((one) => one.toLowerCase() === name.toLowerCase())
      if (!action) throw new UnreadableItem(`Its scoring uses the action “${name}”, which cannot be read`)
      changes.push({ action, value: numberIn(textOf(child), 'Its scoring gives') })
    } else if (child.name !== 'qticomment')
      throw new UnreadableItem(`Its scoring uses “${child.name}”, which is not supported`)
  }
  if (!test) throw new UnreadableItem('A condition of its scoring is empty')
  // Adding up several conditions only makes sense if all of them are evaluated.
  const stops = element.attributes.continue?.toLowerCase() !== 'yes' && changes.some(({ action }) => action === 'Set')
  return { test, changes, stops, feedback }
}

/** @throws UnreadableItem if the scoring has no exact meaning */
export function readScoring(item: XmlElement, responses: readonly Response[]): Scoring {
  const processings = childrenOf(item, 'resprocessing').filter((one) => childOf(one, 'respcondition'))
  if (processings.length > 1) throw new UnreadableItem('It is scored in several ways; keep only one')
  const elements = processings.flatMap((one) => childrenOf(one, 'respcondition'))
  const setvars = elements.flatMap((one) => childrenOf(one, 'setvar'))
  const variable = scoreName(setvars)
  const reader = new Reader(responses)
  const outcomes = childrenOf(item, 'resprocessing').flatMap((one) => childrenOf(one, 'outcomes'))
  const declared = outcomes.flatMap((one) => childrenOf(one, 'decvar')).find((one) => nameOf(one) === variable)
  const limit = (name: string) => {
    const text = declared?.attributes[name]
    return text === undefined || text.trim() === '' ? undefined : numberIn(text, 'Its scoring is limited by')
  }
  return {
    conditions: elements.flatMap((one) => readCondition(one, variable, reader) ?? []),
    initial: limit('defaultval') ?? zero,
    min: limit('minvalue'),
    max: limit('maxvalue'),
    losses: setvars.some((one) => nameOf(one) !== variable) ? ['Only its score is kept, not its other results'] : [],
    countsOnly: false,
  }
}

/** Values by response. */
export type Given = Readonly<Record<string, readonly string[]>>

/** True if an answer meets a comparison with a text or an option. */
export function meets(answer: string, { kind, value, isExact }: Value): boolean {
  const [given, wanted] = isExact ? [answer, value] : [answer.toLowerCase(), value.toLowerCase()]
  return kind === 'equal' ? given === wanted : given.includes(wanted)
}

function isWithin(value: Ratio | null, { sign, value: bound }: Bound): boolean {
  if (!value) return false
  const order = compare(value, bound)
  if (order === 0) return sign === '<=' || sign === '>='
  return order < 0 === sign.startsWith('<')
}

function holds(test: Test, given: Given, isCaught: boolean): boolean {
  switch (test.kind) {
    case 'and':
      return test.tests.every((one) => holds(one, given, isCaught))
    case 'or':
      return test.tests.some((one) => holds(one, given, isCaught))
    case 'not':
      return !holds(test.test, given, isCaught)
    case 'other':
      return !isCaught
    case 'unanswered':
      return (given[test.response]?.length ?? 0) === 0
    case 'equal':
    case 'contains':
      return given[test.response]?.some((value) => meets(value, test)) ?? false
    case 'bound':
      return given[test.response]?.some((value) => isWithin(fromDecimal(value), test)) ?? false
  }
}

/** Applies the scoring to an answer. */
export function scoreOf({ conditions, initial, min, max }: Scoring, given: Given): Ratio {
  let score = initial
  let isCaught = false
  for (const { test, changes, stops } of conditions) {
    if (changes.length === 0 || !holds(test, given, isCaught)) continue
    isCaught = true
    for (const { action, value } of changes)
      score = action === 'Set' ? value : action === 'Add' ? plus(score, value) : minus(score, value)
    if (stops) break
  }
  if (min && compare(score, min) < 0) return min
  return max && compare(max, zero) > 0 && compare(score, max) > 0 ? max : score
}

const sizeOf = (test: Test): number =>
  test.kind === 'and' || test.kind === 'or'
    ? test.tests.reduce((sum, one) => sum + sizeOf(one), 1)
    : test.kind === 'not'
      ? 1 + sizeOf(test.test)
      : 1

/** @throws UnreadableItem if scoring all answers would take too long */
export function checkEffort({ conditions }: Scoring, answers: number) {
  const size = conditions.reduce((sum, { test }) => sum + sizeOf(test), 0)
  if (size * answers > 5_000_000) throw new UnreadableItem('Its scoring is too long to be checked')
}

/** The conditions that can add to the score. */
export const rewards = ({ conditions }: Scoring) =>
  conditions.filter(({ changes }) =>
    changes.some(({ action, value }) => (action === 'Subtract' ? compare(zero, value) : compare(value, zero)) > 0),
  )

/** All comparisons with values in a test. */
export const valuesIn = (test: Test): Value[] =>
  test.kind === 'equal' || test.kind === 'contains'
    ? [test]
    : test.kind === 'and' || test.kind === 'or'
      ? test.tests.flatMap(valuesIn)
      : test.kind === 'not'
        ? valuesIn(test.test)
        : []

/** The responses that a test refers to. */
export function responsesIn(test: Test): string[] {
  switch (test.kind) {
    case 'and':
    case 'or':
      return [...new Set(test.tests.flatMap(responsesIn))]
    case 'not':
      return responsesIn(test.test)
    case 'other':
      return []
    default:
      return [test.response]
  }
}
