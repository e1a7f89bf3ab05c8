import type { z } from 'zod'
import { joinFields, shownFieldsOf, splitFields } from '../bank/question-parts.rules.ts'
import type { KeyedBody, Penalty, QuestionBody } from '../bank/question-types.rules.ts'
import { round2 } from '../numbers.ts'
import type { SectionedForm, SectionForm, TestForm } from './form.schema.ts'
import { type Floor, passMark, type Ruling } from './scheme.rules.ts'
import type { ShownScheme } from './scheme.schema.ts'
import { codingMinutesOf, questionsOfPart } from './size.rules.ts'
import {
  type PaperQuestion,
  type question as questionSchema,
  sectionedTestTypes,
  type TestType,
  type testSummary,
} from './tests.schema.ts'

export const isSectioned = (testType: TestType) => sectionedTestTypes.some((type) => type === testType)

export const hasSections = (form: TestForm): form is SectionedForm => 'sections' in form

/** A question's own marks, or the marks per question of its test or section. */
export const marksOf = (question: { marks?: number | undefined }, marksPerQuestion: number) =>
  question.marks ?? marksPerQuestion

/** The parts of a form that contain questions: its sections, or the form itself. */
export const partsOf = (
  form: TestForm,
): readonly Pick<SectionForm, 'questions' | 'pools' | 'marksPerQuestion' | 'bestOf'>[] =>
  hasSections(form) ? form.sections : [form]

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

interface MarkedPart {
  questions: readonly { marks?: number | undefined; ruling?: Ruling | null | undefined }[]
  pools: readonly { pick: number; marks?: number | null | undefined }[]
  marksPerQuestion: number
  bestOf?: number | null | undefined
}

/** The maximum marks of a part: of all its questions, or of the best ones. */
function marksOfPart({ questions, pools, marksPerQuestion, bestOf }: MarkedPart) {
  const fixed = questions
    .filter(({ ruling }) => ruling !== 'dropped')
    .map((question) => marksOf(question, marksPerQuestion))
  const drawn = pools.flatMap(({ pick, marks }) => new Array<number>(pick).fill(marks ?? marksPerQuestion))
  const marks = [...fixed, ...drawn].sort((a, b) => b - a)
  return sum(marks.slice(0, bestOf ?? marks.length))
}

/** The maximum marks of all questions. */
export const totalMarksOf = (parts: readonly MarkedPart[]) => round2(sum(parts.map(marksOfPart)))

/**
 * A test's totals as shown in every list, in minutes and marks. For a test with sections, they are sums over the
 * sections, and the marks per question are 0.
 */
export const figuresOf = (form: TestForm) => ({
  numberOfQuestions: sum(partsOf(form).map(questionsOfPart)),
  duration: hasSections(form) ? sum(form.sections.map((section) => section.sectionDuration)) : form.duration,
  marksPerQuestion: hasSections(form) ? 0 : form.marksPerQuestion,
  totalMarks: round2(totalMarksOf(partsOf(form)) + sum(form.codingQuestions.map(({ points }) => points))),
  codingCount: form.codingQuestions.length,
  codingSeconds: sum(form.codingQuestions.map(({ timeLimit }) => timeLimit)),
})

type StoredTest = Omit<
  z.input<typeof testSummary>,
  'hasSections' | 'hasCodingSection' | 'sourceType' | 'codingDuration' | 'collegeId'
> & { codingSeconds: number; collegeId: string | null }

/** A stored test as shown in every list and on every card. */
export const summaryOf = <T extends StoredTest>(test: T) => ({
  ...test,
  collegeId: test.collegeId ?? undefined,
  hasSections: isSectioned(test.testType),
  hasCodingSection: test.codingCount > 0,
  codingDuration: codingMinutesOf(test.codingSeconds),
  sourceType: 'manual' as const,
})

type SchemeRow = {
  penalty: Penalty | null
  floor: Floor
  passMark: number
  bestOf: number | null
  shuffleQuestions: boolean
  shuffleOptions: boolean
}

type Cutoff = { sectionName: string; cutoff?: number | null }

/** A test's marking scheme, without default values. */
export function shownSchemeOf(
  { penalty, floor, passMark: needed, bestOf, shuffleQuestions, shuffleOptions }: SchemeRow,
  sections: readonly Cutoff[],
): ShownScheme {
  const cutoffs = sections.flatMap(({ sectionName, cutoff = null }) => (cutoff === null ? [] : [[sectionName, cutoff]]))
  return {
    ...(penalty !== null && { penalty }),
    ...(floor !== 'test' && { floor }),
    ...(needed !== passMark && { passMark: needed }),
    ...(bestOf !== null && { bestOf }),
    ...(cutoffs.length > 0 && { sectionCutoffs: Object.fromEntries(cutoffs) }),
    ...(shuffleQuestions && { shuffleQuestions }),
    ...(shuffleOptions && { shuffleOptions }),
  }
}

const noScheme = {
  penalty: undefined,
  floor: undefined,
  passMark: undefined,
  bestOf: undefined,
  shuffleQuestions: undefined,
  shuffleOptions: undefined,
}

/** Returns the test without default values in its marking scheme. */
export function withShownScheme<T extends SchemeRow>(test: T, sections: readonly Cutoff[]) {
  const shown: Omit<T, keyof SchemeRow> & ShownScheme = { ...test, ...noScheme, ...shownSchemeOf(test, sections) }
  return shown
}

/** Removes `bestOf` from a section unless it is set. */
export const withShownBestOf = <T extends { bestOf: number | null }>({ bestOf, ...section }: T) => ({
  ...section,
  ...(bestOf !== null && { bestOf }),
})

type CodingEntry = TestForm['codingQuestions'][number]
const sameCoding = (a: CodingEntry, b: CodingEntry | undefined) =>
  a.questionId === b?.questionId && a.points === b.points && a.timeLimit === b.timeLimit

/** The fields that become fixed once students have started the test. */
interface StartedTest {
  testType: TestType
  /** Its questions in order. `part` is the section's id, null in a flat test. */
  questions: readonly (Stored & { part: string | null })[]
  /** Its coding questions in order. */
  codingQuestions: readonly CodingEntry[]
  /** Its parts in order: the sections by id, or the whole test under null. */
  parts: ReadonlyMap<string | null, { minutes: number; marksPerQuestion: number }>
}

/** A question's text and options, without its images. */
const textsOf = (question: QuestionBody & { questionText: string; passage?: string | null }) => {
  const { optionImages: _, ...body } = question.body as Record<string, unknown>
  return JSON.stringify([question.questionText, question.passage ?? null, question.type, body])
}

const imagesOf = (question: QuestionBody & { questionImageUrl: string | null }) => {
  const { optionImages } = question.body as { optionImages?: Record<string, string> | null }
  return JSON.stringify([question.questionImageUrl, Object.entries(optionImages ?? {}).sort()])
}

type Asked = Parameters<typeof textsOf>[0] & Parameters<typeof imagesOf>[0]

/** Returns the reason to reject a changed question once students have started the test; null if only its key changed. */
export function questionRefusal(now: Asked, old: Asked): string | null {
  if (textsOf(now) !== textsOf(old))
    return 'Questions and options cannot be changed once students have started the test; the answer key can'
  if (imagesOf(now) !== imagesOf(old))
    return 'Images cannot be changed once students have started the test; the answer key can'
  return null
}

/** Returns the reason to reject an edit once students have started the test; null if it is allowed. */
export function refusalWithAttempts(before: StartedTest, after: TestForm): string | null {
  if (after.testType !== before.testType) return 'The type cannot be changed once students have started the test'
  const parts = hasSections(after)
    ? after.sections.map((section) => ({ ...section, part: section.id ?? '', minutes: section.sectionDuration }))
    : [{ ...after, part: null, minutes: after.duration }]
  if (parts.length !== before.parts.size || parts.some(({ part }) => !before.parts.has(part)))
    return 'Sections cannot be added or removed once students have started the test'
  // The map preserves the order of the sections, and their clocks run in that order.
  if ([...before.parts.keys()].some((part, place) => parts[place]?.part !== part))
    return 'The order of the sections cannot be changed once students have started the test'
  if (parts.some(({ part, minutes }) => before.parts.get(part)?.minutes !== minutes))
    return 'The duration cannot be changed once students have started the test'
  const marksKept = 'Marks cannot be changed once students have started the test'
  if (parts.some(({ part, marksPerQuestion }) => before.parts.get(part)?.marksPerQuestion !== marksPerQuestion))
    return marksKept
  if (
    before.codingQuestions.length !== after.codingQuestions.length ||
    !before.codingQuestions.every((entry, place) => sameCoding(entry, after.codingQuestions[place]))
  )
    return 'Coding questions cannot be changed once students have started the test'
  const stored = new Map(before.questions.map((question) => [question.id, question]))
  const placed = parts.flatMap(({ part, marksPerQuestion, questions }) =>
    questions.map((question) => ({ question, part, marks: marksOf(question, marksPerQuestion) })),
  )
  const same =
    placed.length === stored.size &&
    placed.every(({ question, part }) => stored.get(question.id ?? '')?.part === part && question.id !== undefined)
  if (!same) return 'Questions cannot be added or removed once students have started the test'
  if ([...stored.keys()].some((id, place) => placed[place]?.question.id !== id))
    return 'The order of the questions cannot be changed once students have started the test'
  for (const { question, marks } of placed) {
    const old = stored.get(question.id ?? '')
    if (!old) continue
    if (marks !== old.marks || (question.penalty ?? null) !== old.penalty) return marksKept
    const now = { ...question, ...splitFields(question) }
    const refused = questionRefusal(now, old)
    if (refused) return refused
  }
  return null
}

type Stored = {
  id: string
  questionText: string
  questionImageUrl: string | null
  marks: number
  penalty: Penalty | null
  passage?: string | null
  ruling?: Ruling | null
  bankQuestionId?: string | null
  bankVersion?: number | null
} & KeyedBody

/** False for essays, and for multiple choice with marks per option, which is never below 0. */
const canCost = ({ type, key }: KeyedBody) => type !== 'essay' && !(type === 'multiple' && key.scoring === 'each')

/**
 * The question fields a student may see: no key, no explanation.
 * @param penalty the cost of a wrong answer; null if there is none
 */
export const paperQuestionOf = (question: Stored, penalty = question.penalty): PaperQuestion => ({
  id: question.id,
  questionText: question.questionText,
  questionImageUrl: question.questionImageUrl,
  ...shownFieldsOf(question),
  marks: question.marks,
  ...(penalty === null || penalty === 0 || !canCost(question) ? {} : { penalty }),
  ...(question.passage ? { passage: question.passage } : {}),
})

/** A question as shown to its author. */
export const authorQuestionOf = (
  question: Stored & { explanation: string | null },
): z.input<typeof questionSchema> => ({
  id: question.id,
  questionText: question.questionText,
  questionImageUrl: question.questionImageUrl,
  ...joinFields(question),
  marks: question.marks,
  ...(question.penalty === null ? {} : { penalty: question.penalty }),
  ...(question.passage ? { passage: question.passage } : {}),
  ...(question.ruling ? { ruling: question.ruling } : {}),
  ...(question.bankQuestionId && question.bankVersion
    ? { bankQuestionId: question.bankQuestionId, bankVersion: question.bankVersion }
    : {}),
  explanation: question.explanation,
})
