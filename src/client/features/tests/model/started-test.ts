import { gradedKey, joinFields, splitFields } from '#shared/bank/question-parts.rules.ts'
import type { KeyedBody, QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { type TypedFields, typedFields } from '#shared/bank/questions.schema.ts'
import { passMark } from '#shared/tests/scheme.rules.ts'
import type { PassChange } from '#shared/tests/scheme.schema.ts'
import { isSectioned } from '#shared/tests/tests.rules.ts'
import type { KeyChange } from '#shared/tests/tests.schema.ts'
import { withOriginOf } from './bank-copies.ts'
import { partsOfDraft } from './draft-parts.ts'
import { type DraftQuestion, splitQuestion, type TestDraft } from './test-draft.ts'
import { same } from './test-draft-store.ts'

/** Limits edits to a test that students have started. The server rejects all other changes. */

const questionsIn = (draft: TestDraft): DraftQuestion[] => partsOfDraft(draft).flatMap(({ questions }) => questions)

/**
 * The questions whose key differs from the stored one, in the format for regrading. Essays are marked by hand, so a new
 * rubric regrades nothing.
 */
export function keyChanges(stored: TestDraft, draft: TestDraft): KeyChange[] {
  const before = new Map(questionsIn(stored).map((question) => [question.id, question]))
  const drawn = draft.drawn.flatMap((change) => keyChange(change.before, change.after))
  return [...questionsIn(draft).flatMap((question) => keyChange(before.get(question.id), question)), ...drawn]
}

function keyChange(old: DraftQuestion | undefined, question: DraftQuestion): KeyChange[] {
  const { id } = question
  if (id === undefined || !old || question.type === 'essay') return []
  const { fields } = splitQuestion(question)
  const ruling = question.ruling ?? null
  const isRuled = ruling !== (old.ruling ?? null)
  if (same(gradedKey(splitFields(splitQuestion(old).fields)), gradedKey(splitFields(fields))))
    return isRuled ? [{ questionId: id, ruling }] : []
  if (isRuled) return [{ questionId: id, fields, ruling }]
  const isSingle = fields.type === undefined || fields.type === 'single'
  return isSingle && !fields.alternatives
    ? [{ questionId: id, correctAnswer: fields.correctAnswer }]
    : [{ questionId: id, fields }]
}

/** A drawn question with the draft's changes to it. */
export const withDrawnChange = ({ drawn }: TestDraft, question: DraftQuestion): DraftQuestion =>
  drawn.find(({ before }) => before.key === question.key)?.after ?? question

/** Changes a drawn question. Forgets the change if the question is the stored one again. */
export function withDrawn(draft: TestDraft, before: DraftQuestion, after: DraftQuestion): TestDraft {
  const others = draft.drawn.filter((change) => change.before.key !== before.key)
  return { ...draft, drawn: same(before, after) ? others : [...others, { before, after }] }
}

/** The pass mark and cut-offs that differ from the stored ones, in the format for regrading; null if none does. */
export function passChangeOf(stored: TestDraft, draft: TestDraft): PassChange | null {
  const before = new Map(stored.sections.map(({ id, cutoff }) => [id, cutoff]))
  const cutoffs = draft.sections.flatMap(({ id, cutoff }) =>
    id !== undefined && before.has(id) && before.get(id) !== cutoff
      ? [[id, cutoff === '' ? null : Number(cutoff)] as const]
      : [],
  )
  const isSamePass = stored.passMark === draft.passMark
  if (isSamePass && cutoffs.length === 0) return null
  return {
    ...(!isSamePass && { passMark: draft.passMark === '' ? passMark : Number(draft.passMark) }),
    ...(cutoffs.length > 0 && { cutoffs: Object.fromEntries(cutoffs) }),
  }
}

/** Types whose key refers to the question's parts by position, so the key fits only the same parts. */
const keyedByPlace = ['gaps', 'matching', 'ordering'] as const satisfies readonly QuestionTypeName[]

/** The stored fields with the edited key, if that key fits them. */
function withKeyOf(stored: TypedFields, written: TypedFields): TypedFields {
  const [before, now] = [splitFields(stored), splitFields(written)]
  if (before.type !== now.type || same(before.key, now.key)) return stored
  if (keyedByPlace.some((type) => type === before.type) && !same(before.body, now.body)) return stored
  const joined = joinFields({ ...before, key: now.key } as KeyedBody)
  return typedFields.safeParse(joined).data ?? stored
}

/** Applies only a draft's permitted changes to the stored test. */
export function permittedOf(stored: TestDraft, draft: TestDraft): TestDraft {
  const edited = new Map(questionsIn(draft).flatMap((question) => (question.id ? [[question.id, question]] : [])))
  const questions = (before: DraftQuestion[]) =>
    before.map((question) => {
      const now = edited.get(question.id ?? '')
      if (!now) return question
      const { common, fields } = splitQuestion(question)
      const { ruling, explanation } = now
      const next = { ...common, ...withKeyOf(fields, splitQuestion(now).fields), ruling, explanation }
      return withOriginOf([now, question], next)
    })
  const written = new Map(draft.sections.map((section) => [section.id, section]))
  const { testName, testDescription, companyName, startDateTime, endDateTime, subject, topics, difficulty } = draft
  // Section locking may not change during an attempt.
  const rules = { ...draft.rules, lockSections: stored.rules.lockSections }
  // In the marking scheme, only the pass mark and the cut-offs may change.
  const about = {
    rules,
    passMark: draft.passMark,
    objectionsUntil: draft.objectionsUntil,
    drawn: draft.drawn,
    testName,
    testDescription,
    companyName,
    startDateTime,
    endDateTime,
    difficulty,
  }
  return {
    ...stored,
    ...about,
    ...(draft.testType === stored.testType && { subject, topics }),
    questions: isSectioned(stored.testType) ? stored.questions : questions(stored.questions),
    sections: stored.sections.map((section) => ({
      ...section,
      sectionName: written.get(section.id)?.sectionName ?? section.sectionName,
      cutoff: written.get(section.id)?.cutoff ?? section.cutoff,
      questions: questions(section.questions),
    })),
  }
}
