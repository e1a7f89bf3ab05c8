import { round2 } from '#shared/numbers.ts'
import { bounds, sectionDefaults } from '#shared/tests/form.schema.ts'
import { isSectioned } from '#shared/tests/tests.rules.ts'
import type { DraftPart, DraftQuestion, TestDraft } from './test-draft.ts'

/** Identifies a part: the key of a section, or null for a flat test. */
export type PartKey = string | null

/** A part with its key, name and duration. */
type NamedPart = DraftPart & { part: PartKey; name: string | null; minutes: number | string }

/** All parts in order. A flat test has one part, without a name. */
export const partsOfDraft = (draft: TestDraft): NamedPart[] =>
  isSectioned(draft.testType)
    ? draft.sections.map((section) => ({
        ...section,
        part: section.key,
        name: section.sectionName,
        minutes: section.sectionDuration,
      }))
    : [{ ...draft, part: null, name: null, minutes: draft.duration }]

export const partOf = (draft: TestDraft, part: PartKey): DraftPart | undefined =>
  part === null ? draft : draft.sections.find(({ key }) => key === part)

/** A part's target number of questions; 0 while the input is not a valid number. */
export function limitOf({ numberOfQuestions: count }: Pick<DraftPart, 'numberOfQuestions'>): number {
  if (typeof count !== 'number' || !Number.isInteger(count)) return 0
  return Math.min(Math.max(count, 0), bounds.questions.max)
}

/** The number of questions that the pools draw for each student. */
export const drawnIn = ({ pools }: Pick<DraftPart, 'pools'>) =>
  pools.reduce((sum, { pick }) => sum + (typeof pick === 'number' ? pick : 0), 0)

/** The number of questions that each student gets so far. */
export const filledIn = (part: Pick<DraftPart, 'questions' | 'pools'>) => part.questions.length + drawnIn(part)

/** The number of questions that still fit. */
export const roomOf = (part: Pick<DraftPart, 'numberOfQuestions' | 'questions' | 'pools'>) =>
  Math.max(0, limitOf(part) - filledIn(part))

/** Marks for questions without their own marks; a default while the input is not a number. */
export const marksEach = ({ marksPerQuestion }: Pick<DraftPart, 'marksPerQuestion'>) =>
  typeof marksPerQuestion === 'number' ? marksPerQuestion : sectionDefaults.marksPerQuestion

/** A part's maximum marks, counting all its questions or only the best ones. */
export function marksIn(part: Pick<DraftPart, 'questions' | 'pools' | 'marksPerQuestion' | 'bestOf'>) {
  const fixed = part.questions
    .filter(({ ruling }) => ruling !== 'dropped')
    .map((question) => question.marks ?? marksEach(part))
  const drawn = part.pools.flatMap(({ pick, marks }) =>
    typeof pick === 'number' && pick > 0
      ? new Array<number>(Math.min(pick, 100)).fill(typeof marks === 'number' ? marks : marksEach(part))
      : [],
  )
  const marks = [...fixed, ...drawn].sort((a, b) => b - a)
  const counted = typeof part.bestOf === 'number' ? marks.slice(0, part.bestOf) : marks
  return round2(counted.reduce((sum, each) => sum + each, 0))
}

/** Number of questions with their own marks, which override the part's. */
export const ownMarks = (questions: readonly { marks?: number | undefined }[]) =>
  questions.filter(({ marks }) => marks !== undefined).length

export function totalsOf(draft: TestDraft) {
  const parts = partsOfDraft(draft)
  const sum = (figure: (part: NamedPart) => number) => round2(parts.reduce((total, part) => total + figure(part), 0))
  return {
    /** null in a flat test. */
    sections: isSectioned(draft.testType) ? draft.sections.length : null,
    questions: sum(filledIn),
    planned: sum(limitOf),
    marks: sum(marksIn),
    minutes: sum(({ minutes }) => (typeof minutes === 'number' ? minutes : 0)),
  }
}

/** The warning when a part has its maximum number of questions. */
export const fullMessage = (part: PartKey, limit: number) =>
  part === null ? `Maximum ${limit} questions allowed` : `Maximum ${limit} questions allowed for this section`

/** Finds a question. @returns the question, its part and its zero-based index there; null if it no longer exists */
export function findQuestion(
  draft: TestDraft,
  key: string,
): { part: PartKey; at: number; question: DraftQuestion } | null {
  for (const { part, questions } of partsOfDraft(draft)) {
    const at = questions.findIndex((question) => question.key === key)
    const question = questions[at]
    if (question) return { part, at, question }
  }
  return null
}
