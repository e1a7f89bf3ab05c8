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

export function fingerprint(draft: TestDraft): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (const char of JSON.stringify(draft)) {
    const code = char.codePointAt(0) ?? 0
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}

/** Removes ids that the stored test no longer has, because the server would reject them. */
export function withKnownIds(draft: TestDraft, stored: TestDraft | undefined): TestDraft {
  const { sections = [], questions = [] } = stored ?? {}
  const sectionIds = new Set(sections.map(({ id }) => id))
  const questionIds = new Set([questions, ...sections.map((section) => section.questions)].flat().map(({ id }) => id))
  const owned = (question: DraftQuestion) =>
    questionIds.has(question.id) ? question : { ...question, id: undefined, key: newKey() }
  return {
    ...draft,
    questions: draft.questions.map(owned),
    sections: draft.sections.map((section) => ({
      ...section,
      ...(!sectionIds.has(section.id) && { id: undefined, key: newKey() }),
      questions: section.questions.map(owned),
    })),
  }
}
