import { createDraftHooks } from '#client/ui/draft-hooks.ts'
import type { QuestionDraft } from '../../model/question-draft.ts'
import type { EditorState, QuestionStore } from '../../model/question-draft-store.ts'

export const { DraftProvider, useDraftStore, useDraft, useDraftError, useDraftField, useTextField } = createDraftHooks<
  QuestionDraft,
  EditorState,
  QuestionStore
>()
