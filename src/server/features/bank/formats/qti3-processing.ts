import type { Penalty } from '#shared/bank/question-types.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import { type Letter, lettersOf } from '#shared/bank/types/choice.rules.ts'
import type { NumericKey } from '#shared/bank/types/numeric.rules.ts'
import type { TextKey } from '#shared/bank/types/text.rules.ts'
import { exactNumber, fromNumber, fromText, type Ratio, ratio, times } from '#shared/ratio.ts'
import { tag, xmlText } from './qti3-xml.ts'

/** Writes keys as declarations and response processing of QTI 3.0. */

export const variable = (identifier: string) => tag('qti-variable', { identifier })
const correct = (identifier: string) => tag('qti-correct', { identifier })
const mapped = (identifier: string) => tag('qti-map-response', { identifier })
const base = (value: string | number, type = 'float') => tag('qti-base-value', { 'base-type': type }, String(value))
const isNull = (identifier: string) => tag('qti-is-null', {}, variable(identifier))
const either = (tests: readonly string[]) => (tests.length === 1 ? (tests[0] ?? '') : tag('qti-or', {}, ...tests))
const setScore = (value: string) => tag('qti-set-outcome-value', { identifier: 'SCORE' }, value)
const divided = (value: string, by: number) => (by === 1 ? value : tag('qti-divide', {}, value, base(by)))
/** A share of the marks. */
const marks = (share: string) => tag('qti-product', {}, variable('MAXSCORE'), share)

/** Sets the score by the first test that holds. Each branch has a test and a score. */
function scoreBy(branches: readonly (readonly [string, string])[], otherwise?: string): string {
  return tag(
    'qti-response-condition',
    {},
    ...branches.map(([test, score], at) =>
      tag(at === 0 ? 'qti-response-if' : 'qti-response-else-if', {}, test, setScore(score)),
    ),
    ...(otherwise === undefined ? [] : [tag('qti-response-else', {}, setScore(otherwise))]),
  )
}

/** The score of a wrong answer; null if it costs nothing. */
function costOf(penalty: Penalty | null | undefined): string | null {
  if (typeof penalty === 'number') return penalty === 0 ? null : base(-penalty)
  const share: Ratio | null = penalty ? fromText(penalty) : null
  if (!share || share.n === 0n) return null
  return marks(tag('qti-divide', {}, base(`-${share.n}`), base(String(share.d))))
}

interface Declared {
  cardinality: 'single' | 'multiple' | 'ordered'
  base: string
  correct?: readonly string[]
  /** Attributes and entries of a mapping. */
  mapping?: { entries: readonly string[]; attributes?: Record<string, number> } | undefined
}

/** Declares a response. The values are written XML. */
export const declared = (identifier: string, { cardinality, base: type, correct: values = [], mapping }: Declared) =>
  tag(
    'qti-response-declaration',
    { identifier, cardinality, 'base-type': type },
    values.length > 0 ? tag('qti-correct-response', {}, ...values.map((value) => tag('qti-value', {}, value))) : '',
    mapping ? tag('qti-mapping', { 'default-value': 0, ...mapping.attributes }, ...mapping.entries) : '',
  )

export const mapEntry = (key: string, value: number, isCaseSensitive?: boolean) =>
  tag('qti-map-entry', { 'map-key': key, 'mapped-value': value, 'case-sensitive': isCaseSensitive })

export interface Written {
  declarations: string
  processing: string
}

const id = 'RESPONSE'

function numberTest(identifier: string, key: NumericKey): string {
  const { correctValue = 0, tolerance, toleranceKind, range, significantDigits } = key
  const given = variable(identifier)
  if (range)
    return tag('qti-and', {}, tag('qti-gte', {}, given, base(range.min)), tag('qti-lte', {}, given, base(range.max)))
  if (significantDigits && correctValue !== 0)
    return tag(
      'qti-equal-rounded',
      { 'rounding-mode': 'significantFigures', figures: significantDigits },
      correct(identifier),
      given,
    )
  const isRelative = toleranceKind === 'relative'
  // A relative tolerance is a percentage.
  const size = isRelative ? exactNumber(times(fromNumber(tolerance ?? 0), ratio(100))) : tolerance
  if (!size || (isRelative && correctValue === 0))
    return tag('qti-equal', { 'tolerance-mode': 'exact' }, correct(identifier), given)
  return tag(
    'qti-equal',
    { 'tolerance-mode': isRelative ? 'relative' : 'absolute', tolerance: `${size} ${size}` },
    correct(identifier),
    given,
  )
}

const numberDeclared = (identifier: string, { correctValue }: NumericKey) =>
  declared(identifier, {
    cardinality: 'single',
    base: 'float',
    correct: correctValue === undefined ? [] : [String(correctValue)],
  })

const hasWildcard = (value: string) => /(?<!\\)\*/.test(value)

/** True if the accepted texts are written as patterns. */
export const hasPatterns = ({ regex, accepted }: TextKey) => regex || accepted.some(({ value }) => hasWildcard(value))

/** A text with wildcards as a pattern. Letters are in both cases if case is ignored. */
function patternOf(value: string, { regex, caseSensitive }: TextKey): string {
  if (regex) return value
  const parts = value.match(/\\\*|[\s\S]/gu) ?? []
  return parts
    .map((part) => {
      if (part === '*') return '.*'
      if (part === '\\*') return part
      const [lower, upper] = [part.toLowerCase(), part.toUpperCase()]
      if (!caseSensitive && lower !== upper && lower.length === part.length && upper.length === part.length)
        return `[${lower}${upper}]`
      return part.replace(/[\\.*+?()[\]{}|^$-]/g, '\\$&')
    })
    .join('')
}

/** The plain texts without duplicates, best first. */
function textEntries({ accepted, caseSensitive }: TextKey): { value: string; fraction: number }[] {
  const folded = (text: string) => (caseSensitive ? text : text.toLowerCase())
  const sorted = accepted
    .map(({ value, fraction = 1 }) => ({ value: value.replaceAll('\\*', '*'), fraction }))
    .toSorted((one, other) => other.fraction - one.fraction)
  return sorted.filter(({ value }, at) => sorted.findIndex((other) => folded(other.value) === folded(value)) === at)
}

function textDeclared(identifier: string, key: TextKey): string {
  if (hasPatterns(key)) return declared(identifier, { cardinality: 'single', base: 'string' })
  const entries = textEntries(key)
  return declared(identifier, {
    cardinality: 'single',
    base: 'string',
    correct: entries.slice(0, 1).map(({ value }) => xmlText(value)),
    mapping: { entries: entries.map(({ value, fraction }) => mapEntry(value, fraction, key.caseSensitive)) },
  })
}

/** The tests of a text, each with its share of the marks. */
function textTests(identifier: string, key: TextKey): (readonly [string, string])[] {
  if (!hasPatterns(key)) return [[tag('qti-gt', {}, mapped(identifier), base(0)), mapped(identifier)]]
  const fractions = [...new Set(key.accepted.map(({ fraction = 1 }) => fraction))].toSorted((one, other) => other - one)
  return fractions.map((share) => {
    const patterns = key.accepted.filter(({ fraction = 1 }) => fraction === share)
    const tests = patterns.map(({ value }) =>
      tag('qti-pattern-match', { pattern: patternOf(value, key) }, variable(identifier)),
    )
    return [either(tests), base(share)]
  })
}

const answered = (branches: readonly (readonly [string, string])[], penalty: Penalty | null | undefined) =>
  scoreBy([[isNull(id), base(0)], ...branches], costOf(penalty) ?? base(0))

type Single = Extract<TypedFields, { correctAnswer: Letter }>
type Of<T> = Extract<TypedFields, { type: T }>

export function singleProcessing({ correctAnswer, alternatives = [] }: Single, penalty: Penalty | null): Written {
  const right = [correctAnswer, ...alternatives]
  const tests = right.map((letter) => tag('qti-match', {}, variable(id), base(letter, 'identifier')))
  return {
    declarations: declared(id, { cardinality: 'single', base: 'identifier', correct: [correctAnswer] }),
    processing: answered([[either(tests), variable('MAXSCORE')]], penalty),
  }
}

export function booleanProcessing({ correctAnswer }: Of<'boolean'>, penalty: Penalty | null): Written {
  return {
    declarations: declared(id, { cardinality: 'single', base: 'identifier', correct: [String(correctAnswer)] }),
    processing: answered([[tag('qti-match', {}, variable(id), correct(id)), variable('MAXSCORE')]], penalty),
  }
}

export function multipleProcessing(fields: Of<'multiple'>, penalty: Penalty | null): Written {
  const { correctAnswers, scoring } = fields
  const shape = { cardinality: 'multiple', base: 'identifier', correct: correctAnswers } as const
  if (scoring === 'all')
    return {
      declarations: declared(id, shape),
      processing: answered([[tag('qti-match', {}, variable(id), correct(id)), variable('MAXSCORE')]], penalty),
    }
  const wrong = lettersOf(fields).filter((letter) => !correctAnswers.includes(letter))
  const rightCount = correctAnswers.length
  const share = (by: number) => marks(divided(mapped(id), by))
  if (scoring === 'partial') {
    const entries = correctAnswers.map((letter) => mapEntry(letter, 1))
    const tests = wrong.map((letter) => tag('qti-member', {}, base(letter, 'identifier'), variable(id)))
    const branches: [string, string][] = [
      [isNull(id), base(0)],
      ...(wrong.length > 0 ? [[either(tests), costOf(penalty) ?? base(0)] as [string, string]] : []),
    ]
    return {
      declarations: declared(id, { ...shape, mapping: { entries } }),
      processing: scoreBy(branches, share(rightCount)),
    }
  }
  const worth = Math.max(1, wrong.length)
  const entries = [
    ...correctAnswers.map((letter) => mapEntry(letter, worth)),
    ...wrong.map((letter) => mapEntry(letter, -rightCount)),
  ]
  return {
    declarations: declared(id, { ...shape, mapping: { entries, attributes: { 'lower-bound': 0 } } }),
    processing: scoreBy([[isNull(id), base(0)]], share(rightCount * worth)),
  }
}

export const numericProcessing = (key: NumericKey, penalty: Penalty | null): Written => ({
  declarations: numberDeclared(id, key),
  processing: answered([[numberTest(id, key), variable('MAXSCORE')]], penalty),
})

export const textProcessing = (key: TextKey, penalty: Penalty | null): Written => ({
  declarations: textDeclared(id, key),
  processing: answered(
    textTests(id, key).map(([test, share]) => [test, marks(share)] as const),
    penalty,
  ),
})

const added = (share: string, count: number) => tag('qti-sum', {}, variable('SCORE'), marks(divided(share, count)))

/** Applies the penalty to an answer that earns no marks. */
const penalised = (identifiers: readonly string[], penalty: Penalty | null) => {
  const cost = costOf(penalty)
  if (!cost) return ''
  const given = identifiers.map((identifier) => tag('qti-not', {}, isNull(identifier)))
  const nothing = tag('qti-equal', { 'tolerance-mode': 'exact' }, variable('SCORE'), base(0))
  return scoreBy([[tag('qti-and', {}, nothing, either(given)), cost]])
}

export const gapId = (place: number) => `RESPONSE${place + 1}`

export function gapsProcessing({ gaps }: Of<'gaps'>, penalty: Penalty | null): Written {
  const count = gaps.length
  const written = gaps.map((gap, place) => {
    const name = gapId(place)
    if (gap.kind === 'numeric')
      return { declaration: numberDeclared(name, gap), tests: [[numberTest(name, gap), base(1)] as const] }
    if (gap.kind === 'text') return { declaration: textDeclared(name, gap), tests: textTests(name, gap) }
    return {
      declaration: declared(name, { cardinality: 'single', base: 'identifier', correct: [gap.correctAnswer] }),
      tests: [[tag('qti-match', {}, variable(name), correct(name)), base(1)] as const],
    }
  })
  const rules = written.map(({ tests }) => scoreBy(tests.map(([test, share]) => [test, added(share, count)] as const)))
  return {
    declarations: written.map(({ declaration }) => declaration).join('\n'),
    processing: [
      ...rules,
      penalised(
        gaps.map((_, place) => gapId(place)),
        penalty,
      ),
    ].join('\n'),
  }
}

export function matchingProcessing(pairs: readonly string[], penalty: Penalty | null): Written {
  const shape = { cardinality: 'multiple', base: 'directedPair', correct: pairs } as const
  const nothing = tag('qti-equal', { 'tolerance-mode': 'exact' }, mapped(id), base(0))
  const cost = costOf(penalty)
  const branches: [string, string][] = [[isNull(id), base(0)], ...(cost ? [[nothing, cost] as [string, string]] : [])]
  return {
    declarations: declared(id, { ...shape, mapping: { entries: pairs.map((pair) => mapEntry(pair, 1)) } }),
    processing: scoreBy(branches, marks(divided(mapped(id), pairs.length))),
  }
}

/** Each pair of neighbours in the right order earns a share. */
export function orderingProcessing(items: readonly string[], penalty: Penalty | null): Written {
  const rules = items.flatMap((one, at) =>
    items.slice(at + 1).map((other) => {
      const pair = tag('qti-ordered', {}, base(one, 'identifier'), base(other, 'identifier'))
      return scoreBy([[tag('qti-contains', {}, variable(id), pair), added(base(1), items.length - 1)]])
    }),
  )
  return {
    declarations: declared(id, { cardinality: 'ordered', base: 'identifier', correct: items }),
    processing: [...rules, penalised([id], penalty)].join('\n'),
  }
}
