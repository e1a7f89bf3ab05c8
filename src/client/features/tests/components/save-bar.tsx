import type { Keeping } from '#client/lib/draft-keeper.ts'
import { SaveBar } from '#client/ui/save-bar.tsx'
import { alertOf } from '../model/draft-errors.ts'
import { TotalsLine } from './totals-line.tsx'
import { useDraft, useDraftStore } from './use-draft.ts'

interface TestSaveBarProps {
  /** Why saving failed; null if it did not. */
  failure: string | null
  keeping: Keeping
  busy: boolean
  label: string
}

/** The save bar of a test, with its totals. */
export function TestSaveBar({ failure, ...props }: TestSaveBarProps) {
  const store = useDraftStore()
  const draft = useDraft((state) => state.draft)
  const errors = useDraft((state) => state.errors)
  const undo = useDraft((state) => state.undo)
  return (
    <SaveBar
      {...props}
      message={failure ?? alertOf(draft, errors)}
      figures={<TotalsLine draft={draft} />}
      undo={undo}
      onUndo={store.undo}
      onForgetUndo={store.forgetUndo}
      cancelTo="/tests"
    />
  )
}
