import { savedDrafts } from '#client/lib/draft-autosave.ts'
import { type DraftQuestion, draftShape, newKey, type TestDraft } from './test-draft.ts'

/** Gives rows new keys, since their old keys may clash with rows on this page. Stored rows use their ids. */
function renamed(draft: TestDraft): TestDraft {
  const own = <Row extends { id?: string | undefined }>(row: Row) => ({ ...row, key: row.id ?? newKey() })
  return {
    ...draft,
    questions: draft.questions.map(own),
    sections: draft.sections.map((section) => ({ ...own(section), questions: section.questions.map(own) })),
  }
}

export const savedTestDrafts = savedDrafts<TestDraft>({ prefix: 'examhall.draft.', shape: draftShape, renamed })

/**
 * Removes ids that the stored test no longer has and changes to drawn questions, because the server would reject them
 * before students have started the test.
 */
export function withKnownIds(draft: TestDraft, stored: TestDraft | undefined): TestDraft {
  const { sections = [], questions = [] } = stored ?? {}
  const sectionIds = new Set(sections.map(({ id }) => id))
  const questionIds = new Set([questions, ...sections.map((section) => section.questions)].flat().map(({ id }) => id))
  const owned = (question: DraftQuestion) =>
    questionIds.has(question.id) ? question : { ...question, id: undefined, key: newKey() }
  return {
    ...draft,
    drawn: [],
    questions: draft.questions.map(owned),
    sections: draft.sections.map((section) => ({
      ...section,
      ...(!sectionIds.has(section.id) && { id: undefined, key: newKey() }),
      questions: section.questions.map(owned),
    })),
  }
}
