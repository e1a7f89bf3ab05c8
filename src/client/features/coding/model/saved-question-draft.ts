import { savedDrafts } from '#client/lib/draft-autosave.ts'
import { draftShape, newKey, type QuestionDraft } from './question-draft.ts'

/** Gives stored rows new keys, since their old keys may clash with rows on this page. */
function renamed(draft: QuestionDraft): QuestionDraft {
  const named = <Row extends { key: string }>(rows: Row[]) => rows.map((row) => ({ ...row, key: newKey() }))
  return { ...draft, testCases: named(draft.testCases), solutions: named(draft.solutions) }
}

/** Unsaved coding questions, including their hidden cases. */
export const savedQuestionDrafts = savedDrafts<QuestionDraft>({
  prefix: 'examhall.codingDraft.',
  shape: draftShape,
  renamed,
})

/** Maximum size of the cases and other files in a stored draft. Browsers store about five million characters per site. */
const maxCharacters = 2_000_000

/** True if the draft fits in the browser's storage. */
export const isKeepable = ({ testCases, checker, templates, solutions }: QuestionDraft): boolean => {
  const files = [checker, ...templates, ...solutions].flatMap((program) => program.files ?? [])
  const texts = [
    ...testCases.flatMap((one) => [one.input, one.expected_output]),
    ...files.map(({ content }) => content),
  ]
  return texts.reduce((sum, text) => sum + text.length, 0) <= maxCharacters
}
