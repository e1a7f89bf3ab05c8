import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { isSealed } from '../model/paper.ts'
import type { PartView } from '../model/room-view.ts'
import classes from './palette.module.css'

const notes = { done: 'closed', open: 'open', later: 'not opened' } as const

/** Answered and unanswered questions per section, shown before submitting. */
export function SectionCounts({ parts }: { parts: readonly PartView[] }) {
  const unopened = parts.filter(({ state }) => state === 'later').length
  return (
    <>
      <table className={`figure-table ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">Section</th>
            <th scope="col">Answered</th>
            <th scope="col">Unanswered</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ part, state, answered, unanswered }) => (
            <tr key={part.index}>
              <th scope="row">
                {part.name} <span>{notes[state]}</span>
              </th>
              <td>{isSealed(part) ? '–' : answered}</td>
              <td data-open={unanswered > 0 || undefined}>{isSealed(part) ? '–' : unanswered}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unopened > 0 && (
        <Group
          component="p"
          gap={8}
          wrap="nowrap"
          align="stretch"
          py={8}
          px={10}
          c="var(--mantine-color-orange-light-color)"
          fz="sm"
          bg="var(--mantine-color-orange-light)"
          bdrs="md"
        >
          <IconAlertTriangle size={18} aria-hidden style={{ marginTop: 2 }} />
          <span>
            {unopened === 1 ? 'One section has' : `${unopened} sections have`} not been opened. Submitting ends the
            whole test, not just this section.
          </span>
        </Group>
      )}
    </>
  )
}
