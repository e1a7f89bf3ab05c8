import { keptDrafts } from '#client/lib/draft-keeper.ts'
import { draftShape, newKey, type QuestionDraft } from './draft.ts'

/** Rows made before this page was loaded get names of this page. */
function renamed(draft: QuestionDraft): QuestionDraft {
  const named = <Row extends { key: string }>(rows: Row[]) => rows.map((row) => ({ ...row, key: newKey() }))
  return { ...draft, testCases: named(draft.testCases), solutions: named(draft.solutions) }
}

/** Coding questions that are not saved. They hold hidden cases. */
export const keptQuestions = keptDrafts<QuestionDraft>({ prefix: 'examhall.codingDraft.', shape: draftShape, renamed })

/** Browsers keep about five million characters for a whole site. */
const mostCharacters = 2_000_000

/** True if the browser has room for its cases. */
export const isKeepable = ({ testCases }: QuestionDraft): boolean =>
  testCases.reduce((sum, { input, expected_output }) => sum + input.length + expected_output.length, 0) <=
  mostCharacters
