import { createDraftHooks } from '#client/ui/draft-hooks.ts'
import type { TestDraft } from '../model/test-draft.ts'
import type { DraftStore, EditorState } from '../model/test-draft-store.ts'

export const { DraftProvider, useDraftStore, useDraft, useDraftError, useDraftField, useTextField } = createDraftHooks<
  TestDraft,
  EditorState,
  DraftStore
>()
