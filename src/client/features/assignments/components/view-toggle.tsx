import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import { type ListView, listViews } from '../model/list-view.ts'
import classes from './assigned-cards.module.css'

const looks = {
  table: { label: 'Table', icon: IconTable },
  cards: { label: 'Cards', icon: IconLayoutGrid },
} as const

/** Table or cards; on a phone both are the same. */
export const ViewToggle = ({ value, onChange }: { value: ListView; onChange: (view: ListView) => void }) => (
  <SegmentedControl
    className={classes.toggle}
    aria-label="View"
    value={value}
    onChange={(next) => {
      const view = listViews.find((name) => name === next)
      if (view) onChange(view)
    }}
    data={listViews.map((view) => {
      const { label, icon: Shape } = looks[view]
      return {
        value: view,
        label: (
          <>
            <Shape size={18} aria-hidden style={{ display: 'block' }} />
            <VisuallyHidden>{label}</VisuallyHidden>
          </>
        ),
      }
    })}
  />
)
