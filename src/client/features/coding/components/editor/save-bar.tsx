import type { Keeping } from '#client/lib/draft-keeper.ts'
import { SaveBar } from '#client/ui/save-bar.tsx'
import { alertOf, figuresOf } from '../../model/draft/draft.ts'
import { useDraft, useDraftStore } from './use-draft.ts'

interface QuestionSaveBarProps {
  /** Why saving failed; null if it did not. */
  failure: string | null
  keeping: Keeping
  busy: boolean
  label: string
}

/** The save bar of a coding question, with its figures. */
export function QuestionSaveBar({ failure, ...props }: QuestionSaveBarProps) {
  const store = useDraftStore()
  const errors = useDraft((state) => state.errors)
  const figures = useDraft(({ draft }) => figuresOf(draft))
  const undo = useDraft((state) => state.undo)
  return (
    <SaveBar
      {...props}
      message={failure ?? alertOf(errors)}
      figures={figures}
      undo={undo}
      onUndo={store.undo}
      onForgetUndo={store.forgetUndo}
      cancelTo="/coding-questions"
    />
  )
}
