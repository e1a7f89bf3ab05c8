import { isSectioned } from '#shared/tests/tests.rules.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import { partsOfDraft } from './draft-parts.ts'
import type { DraftQuestion, TestDraft } from './test-draft.ts'

/** Limits edits to a test that students have started. The server rejects all other changes. */

const questionsIn = (draft: TestDraft): DraftQuestion[] => partsOfDraft(draft).flatMap(({ questions }) => questions)

/** The questions whose key differs from the stored one, in the format for regrading. */
export function keyChanges(stored: TestDraft, draft: TestDraft): { questionId: string; correctAnswer: OptionLetter }[] {
  const before = new Map(questionsIn(stored).map(({ id, correctAnswer }) => [id, correctAnswer]))
  return questionsIn(draft).flatMap(({ id, correctAnswer }) =>
    id !== undefined && before.has(id) && before.get(id) !== correctAnswer ? [{ questionId: id, correctAnswer }] : [],
  )
}

/** Applies only a draft's permitted changes to the stored test. */
export function permittedOf(stored: TestDraft, draft: TestDraft): TestDraft {
  const written = new Map(questionsIn(draft).flatMap((question) => (question.id ? [[question.id, question]] : [])))
  const questions = (before: DraftQuestion[]) =>
    before.map((question) => {
      const now = written.get(question.id ?? '')
      return now ? { ...question, correctAnswer: now.correctAnswer, explanation: now.explanation } : question
    })
  const names = new Map(draft.sections.map(({ id, sectionName }) => [id, sectionName]))
  const { testName, testDescription, companyName, startDateTime, endDateTime, subject, topics, difficulty } = draft
  // Whether sections are locked may not change during an attempt.
  const rules = { ...draft.rules, lockSections: stored.rules.lockSections }
  const about = { rules, testName, testDescription, companyName, startDateTime, endDateTime, difficulty }
  return {
    ...stored,
    ...about,
    ...(draft.testType === stored.testType && { subject, topics }),
    questions: isSectioned(stored.testType) ? stored.questions : questions(stored.questions),
    sections: stored.sections.map((section) => ({
      ...section,
      sectionName: names.get(section.id) ?? section.sectionName,
      questions: questions(section.questions),
    })),
  }
}
