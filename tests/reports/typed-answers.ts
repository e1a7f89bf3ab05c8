import type { Actor } from '#server/platform/platform.ts'
import type { AnswerInput } from '#shared/attempts/attempts.schema.ts'
import type { PaperQuestion } from '#shared/tests/tests.schema.ts'
import type { QuestionInput } from '#tests/factories/question-types.ts'
import type { World } from '#tests/support/world.ts'
import { add, decimal, type Marked, negative, type Q, q, times, type Worth } from './exact-marks.ts'
import type { drawing } from './random-data.ts'

/** Questions of every type, with answers graded by hand according to section 7 of the contract. */

type Value = AnswerInput['answer']
export interface Given {
  worth: Worth
  /** Returns the answer to send for the question as the student sees it. */
  send: (shown: PaperQuestion) => Value
  /** The author's letter for the chosen option. */
  letter?: string
}

export interface Typed {
  form: QuestionInput
  marks: number
  /** In marks; defaults to the test's penalty. */
  penalty?: Q
  answers: readonly Given[]
}

const unanswered: Given = { worth: 'unanswered', send: () => null }
const fixed = (value: Value, worth: Worth): Given => ({ worth, send: () => value })
const all = q(1)

const letters = 'ABCDEFGHIJ'
const optionsOf = (name: string, count: number) =>
  Object.fromEntries([...letters.slice(0, count)].map((letter) => [letter, `${name} ${letter}`]))

/** Converts the author's letters to the letters that the student sees. */
function seen(shown: PaperQuestion, name: string, chosen: string): string[] {
  const { options = {} } = shown as { options?: Record<string, string> }
  return [...chosen].map(
    (letter) => Object.entries(options).find(([, text]) => text === `${name} ${letter}`)?.[0] ?? '',
  )
}

type Extra = { penalty?: number | string; costs?: Q }
const form = (fields: object, name: string, marks: number, penalty?: number | string) =>
  ({ questionText: name, marks, ...(penalty !== undefined && { penalty }), ...fields }) as QuestionInput
const typed = (
  fields: object,
  name: string,
  marks: number,
  answers: Given[],
  { penalty, costs }: Extra = {},
): Typed => ({
  form: form(fields, name, marks, penalty),
  marks,
  ...(costs && { penalty: costs }),
  answers: [...answers, unanswered],
})

export function single(name: string, options: number, key: string, marks: number, extra: Extra = {}): Typed {
  const answers = [...letters.slice(0, options)].map(
    (letter): Given => ({
      worth: letter === key ? all : 'penalty',
      send: (shown) => seen(shown, name, letter)[0] as Value,
      letter,
    }),
  )
  // Repeat the key, to vary the results.
  const right = answers.filter(({ letter }) => letter === key)
  const fields = { options: optionsOf(name, options), correctAnswer: key }
  return typed(fields, name, marks, [...answers, ...right, ...right], extra)
}

/** The share of marks that the chosen options earn under a scoring method. */
function multipleWorth(scoring: 'all' | 'partial' | 'each', options: number, key: string, chosen: string): Worth {
  const right = [...chosen].filter((letter) => key.includes(letter)).length
  const wrong = chosen.length - right
  if (scoring === 'all') return wrong === 0 && right === key.length ? all : 'penalty'
  if (scoring === 'partial') return wrong > 0 ? 'penalty' : q(right, key.length)
  const sum = add(q(right, key.length), wrong === 0 ? q(0) : negative(q(wrong, options - key.length)))
  return sum[0] < 0n ? q(0) : sum
}

export function multiple(
  name: string,
  scoring: 'all' | 'partial' | 'each',
  options: number,
  key: string,
  marks: number,
) {
  const sets = [
    'A',
    'B',
    key,
    key,
    key.slice(1),
    `${key.slice(0, 1)}${letters[options - 1]}`,
    letters.slice(0, options),
  ]
  const answers = sets.map((set) => {
    const chosen = [...new Set(set)].join('')
    return {
      worth: multipleWorth(scoring, options, key, chosen),
      send: (shown: PaperQuestion) => seen(shown, name, chosen),
    }
  })
  const fields = { type: 'multiple', options: optionsOf(name, options), correctAnswers: [...key], scoring }
  return typed(fields, name, marks, answers)
}

type Ided = { id: string; text: string }[]
const idOf = (parts: Ided, text: string) => parts.find((part) => part.text === text)?.id ?? ''
const paired =
  (pairs: Record<string, string>) =>
  (shown: PaperQuestion): Value => {
    const { left, right } = shown as unknown as { left: Ided; right: Ided }
    return Object.fromEntries(Object.entries(pairs).map(([from, to]) => [idOf(left, from), idOf(right, to)]))
  }
const ordered =
  (...texts: string[]) =>
  (shown: PaperQuestion): Value =>
    texts.map((text) => idOf((shown as unknown as { items: Ided }).items, text))

export const choices: readonly Typed[] = [
  single('Two options', 2, 'B', 1),
  single('Ten options', 10, 'J', 4, { penalty: 1, costs: q(1) }),
  single('Four options', 4, 'C', 2.5, { penalty: '1/4', costs: q(5, 8) }),
  multiple('All or nothing', 'all', 4, 'AC', 2),
  multiple('Share of three', 'partial', 5, 'ACE', 4),
  multiple('Each of seven', 'each', 7, 'ABD', 3),
  typed({ type: 'boolean', correctAnswer: true }, 'True or false', 1, [fixed(true, all), fixed(false, 'penalty')]),
]

export const values: readonly Typed[] = [
  typed(
    { type: 'numeric', correctValue: 9.81, tolerance: 0.05, unit: 'm/s²' },
    'Absolute tolerance',
    2,
    [
      fixed('9,86 m/s^2', all),
      fixed(9.76, all),
      fixed('9.87', 'penalty'),
      fixed('9.81 km', 'penalty'),
      fixed('981e-2', all),
    ],
    { penalty: 0.5, costs: q(1, 2) },
  ),
  typed({ type: 'numeric', correctValue: 200, tolerance: 0.05, toleranceKind: 'relative' }, 'Relative tolerance', 2, [
    fixed('210', all),
    fixed('190', all),
    fixed('210.01', 'penalty'),
    fixed('0', 'penalty'),
  ]),
  typed({ type: 'numeric', range: { min: 1, max: 2 } }, 'Range', 1, [
    fixed('1', all),
    fixed('3/2', all),
    fixed('2.001', 'penalty'),
    fixed('none', 'penalty'),
  ]),
  typed({ type: 'numeric', correctValue: 6.6261, significantDigits: 3 }, 'Significant digits', 2, [
    fixed('6.63', all),
    fixed('6,626', 'penalty'),
    fixed('6.6', 'penalty'),
    fixed('6.6349', all),
  ]),
  typed(
    {
      type: 'text',
      accepted: [{ value: 'last' }, { value: 'latest', fraction: '1/3' }, { value: 'l*', fraction: 0.25 }],
    },
    'Fractions of text',
    3,
    [fixed(' LAST ', all), fixed('latest', q(1, 3)), fixed('left', q(1, 4)), fixed('first', 'penalty')],
  ),
  typed(
    {
      type: 'text',
      accepted: [{ value: '[ab]{2}' }, { value: 'c+', fraction: 0.5 }],
      regex: true,
      caseSensitive: true,
    },
    'Expression',
    1,
    [fixed('ab', all), fixed('ccc', q(1, 2)), fixed('AB', 'penalty'), fixed('abc', 'penalty')],
  ),
  typed(
    {
      type: 'gaps',
      gaps: [
        { kind: 'text', accepted: [{ value: 'stack' }, { value: 'pile', fraction: 0.5 }] },
        { kind: 'numeric', correctValue: 1 },
        { kind: 'choice', options: { A: 'pushed', B: 'popped' }, correctAnswer: 'A' },
      ],
    },
    'A {{1}} has {{2}} ends, and items are {{3}}.',
    2,
    [
      fixed(['Stack', '1', 'A'], all),
      fixed(['pile', '1.0', 'B'], q(1, 2)),
      fixed(['', '', 'A'], q(1, 3)),
      fixed(['queue', '2', 'B'], 'penalty'),
    ],
  ),
]

export const arranged: readonly Typed[] = [
  typed(
    {
      type: 'matching',
      pairs: [
        { left: 'HTTP', right: '80' },
        { left: 'SSH', right: '22' },
        { left: 'DNS', right: '53' },
      ],
      distractors: ['99'],
    },
    'Ports',
    3,
    [
      { worth: all, send: paired({ HTTP: '80', SSH: '22', DNS: '53' }) },
      { worth: q(1, 3), send: paired({ HTTP: '22', SSH: '80', DNS: '53' }) },
      { worth: q(2, 3), send: paired({ HTTP: '80', SSH: '22' }) },
      { worth: 'penalty', send: paired({ HTTP: '99' }) },
    ],
  ),
  typed({ type: 'ordering', items: ['Fetch', 'Decode', 'Execute', 'Write'] }, 'Cycle', 3, [
    { worth: all, send: ordered('Fetch', 'Decode', 'Execute', 'Write') },
    { worth: q(2, 3), send: ordered('Decode', 'Fetch', 'Execute', 'Write') },
    { worth: q(1, 3), send: ordered('Execute', 'Write', 'Decode', 'Fetch') },
    { worth: 'penalty', send: ordered('Write', 'Execute', 'Decode', 'Fetch') },
  ]),
  single('Optional choice', 4, 'A', 3),
  typed({ type: 'numeric', correctValue: 7 }, 'Optional number', 3, [fixed('7', all), fixed('8', 'penalty')]),
]

const essay = (text: string): Given => fixed({ text }, 'staff')
export const written: readonly Typed[] = [
  typed({ type: 'essay', minWords: 1 }, 'Essay', 5, [essay('To avoid anomalies.'), essay('Because.')]),
  single('Marked by staff', 4, 'D', 2),
]

/** One student's answer to a question in their paper. */
export interface Sat extends Marked {
  name: string
  questionId: string
  letter?: string | undefined
}

/**
 * Takes a test with random answers: section by section with saves, or with a single submit.
 * @param testPenalty the penalty for questions without one, as a share of their marks
 */
export async function sit(
  world: World,
  { person, id, specs, testPenalty }: { person: Actor; id: string; specs: readonly Typed[]; testPenalty: Q },
  { pick, one }: ReturnType<typeof drawing>,
) {
  const { start, save, nextSection, submit } = world.call(person).attempts
  const ability = pick(100)
  const { test, attemptId } = await start({ id })
  const parts = test.sections.length > 0 ? test.sections.map(({ questions }) => questions) : [test.questions]
  const inParts = parts.map((questions) =>
    questions.map((shown) => {
      const spec = specs.find(({ form }) => form.questionText === shown.questionText)
      if (!spec) throw new Error(`Unknown question: ${shown.questionText}`)
      const given = one(pick(100) < ability ? spec.answers.slice(0, 1) : spec.answers)
      const marks = decimal(spec.marks)
      const penalty = spec.penalty ?? times(marks, testPenalty)
      const sat: Sat = { ...given, name: spec.form.questionText, questionId: shown.id, marks, penalty }
      return { sat, input: { questionId: shown.id, answer: given.send(shown) } as AnswerInput }
    }),
  )
  const inputs = inParts.map((part) => part.map(({ input }) => input))
  const savesOften = pick(2) === 0
  if (savesOften)
    for (const [from, answers] of inputs.entries()) {
      await save({ id, answers })
      if (from < inputs.length - 1) await nextSection({ id, from })
    }
  const submitted = await submit({ id, answers: savesOften ? [] : inputs.flat() })
  return { person, attemptId, submitted, parts: inParts.map((part) => part.map(({ sat }) => sat)) }
}
export type Sitting = Awaited<ReturnType<typeof sit>>
