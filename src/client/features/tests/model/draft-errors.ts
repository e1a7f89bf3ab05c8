import type { ZodType } from 'zod'
import { unreadDateText } from '#client/lib/date-text.ts'
import { timeSentence } from '#shared/schema.ts'
import type { TestForm } from '#shared/tests/form.schema.ts'
import type { TestDraft } from './test-draft.ts'

/** A draft's errors by field path, topmost first. */
export type DraftErrors = Readonly<Record<string, string>>

/** The fields in screen order. */
const order = [
  'testName testDescription testType subject difficulty companyName topics startDateTime endDateTime',
  'sectionName sectionDuration numberOfQuestions marksPerQuestion duration bestOf sections questions type questionText',
  'questionImageUrl options optionImages correctAnswer correctAnswers scoring correctValue tolerance toleranceKind',
  'range min max significantDigits unit accepted value fraction caseSensitive ignoreAccents regex gaps kind',
  'pairs left right distractors items minWords maxWords rubric criterion levels label marks penalty explanation',
  'codingQuestions points timeLimit passage ruling floor passMark sectionCutoffs objectionsUntil',
].flatMap((line) => line.split(' '))
const rank = (step: string) => {
  const known = order.indexOf(step)
  return known < 0 ? Number(step) || 0 : known
}

function byPlace([a]: [string, string], [b]: [string, string]): number {
  const [left, right] = [a.split('.'), b.split('.')]
  for (const [index, step] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    if (step !== other) return rank(step) - rank(other) || step.localeCompare(other)
  }
  return left.length - right.length
}

/** Sorts errors by path, in screen order. */
export const inOrder = (errors: Record<string, string>): DraftErrors =>
  Object.fromEntries(Object.entries(errors).sort(byPlace))

export function checkDraft(
  schema: ZodType<TestForm>,
  draft: TestDraft,
): { form: TestForm | null; errors: DraftErrors } {
  const { success, data, error } = schema.safeParse(draft)
  if (success) return { form: data, errors: {} }
  const errors: Record<string, string> = {}
  for (const { path, message } of error.issues)
    errors[path.join('.')] ??= message === timeSentence ? unreadDateText(true) : message
  return { form: null, errors: inOrder(errors) }
}

/** Removes the errors of a field, its nested fields, and any related field whose rule depends on it. */
export function withoutErrors(errors: DraftErrors, path: string): DraftErrors {
  const also = related[path.split('.').at(-1) ?? '']
  const paths = also ? [path, path.replace(/[^.]+$/, also)] : [path]
  const left = Object.entries(errors).filter(([at]) => !paths.some((gone) => at === gone || at.startsWith(`${gone}.`)))
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left)
}
const related: Record<string, string> = {
  startDateTime: 'endDateTime',
  numberOfQuestions: 'questions',
  testType: 'companyName',
}

interface ErrorPlace {
  /** Key of the section to open; undefined if the error is not in a section. */
  section: string | undefined
  /** Key of the question's row; undefined if the error does not concern a single question. */
  question: string | undefined
  /** The location in words: `Section "Aptitude", question 3`; empty for the page itself. */
  words: string
}

export function placeOf(draft: TestDraft, path: string): ErrorPlace {
  const [, sectionAt, rest = path] = /^sections\.(\d+)(?:\.(.*))?$/.exec(path) ?? []
  const section = sectionAt === undefined ? undefined : draft.sections[Number(sectionAt)]
  const questionAt = /^questions\.(\d+)/.exec(rest)?.[1]
  const question = questionAt === undefined ? undefined : (section ?? draft).questions[Number(questionAt)]
  const words = [
    section &&
      (section.sectionName.trim() ? `Section "${section.sectionName.trim()}"` : `Section ${Number(sectionAt) + 1}`),
    question && `question ${Number(questionAt) + 1}`,
  ]
  const text = words.filter((part) => part !== undefined).join(', ')
  return { section: section?.key, question: question?.key, words: text.charAt(0).toUpperCase() + text.slice(1) }
}

/** The first error as shown in the alert, with its location unless the message already contains it. */
export function alertOf(draft: TestDraft, errors: DraftErrors): string | null {
  const first = Object.entries(errors)[0]
  if (!first) return null
  const [path, message] = first
  const { words } = placeOf(draft, path)
  return words === '' || message.startsWith('Section "') ? message : `${words}: ${message}`
}

export const errorUnder = (errors: DraftErrors, path: string): string | undefined =>
  Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1]
