import { ActionIcon, Button } from '@mantine/core'
import { IconChartBar, IconCopy, IconEye, IconPencil, IconPrinter, IconSend, IconTrash } from '@tabler/icons-react'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import type { ExamRow } from '../queries.ts'
import type { TestActions } from './use-test-actions.tsx'

const entries = [
  { name: 'preview', label: 'Preview', icon: IconEye },
  { name: 'print', label: 'Print or export', icon: IconPrinter },
  { name: 'edit', label: 'Edit', icon: IconPencil },
  { name: 'duplicate', label: 'Duplicate', icon: IconCopy },
  { name: 'assign', label: 'Assign to colleges', icon: IconSend },
  { name: 'report', label: 'Analytics & Reports', icon: IconChartBar },
  { name: 'remove', label: 'Delete', icon: IconTrash, destructive: true },
] as const

const changes: readonly (keyof TestActions)[] = ['print', 'edit', 'duplicate', 'assign']

/** False for a college's own test, because the owner may only read and delete it. */
const mayChange = ({ collegeName }: ExamRow) => collegeName === undefined

/** A test's menu. @param beside actions left out of the menu, usually because they have their own buttons */
export const menuOf = (test: ExamRow, actions: TestActions, beside: readonly (keyof TestActions)[] = []): RowAction[] =>
  entries.flatMap(({ name, ...entry }) => {
    const act = mayChange(test) || !changes.includes(name) ? actions[name] : undefined
    return act && !beside.includes(name) ? [{ ...entry, onClick: () => act(test) }] : []
  })

interface TestButtonsProps {
  test: ExamRow
  actions: TestActions
  /** Label of the view action: `Preview` or `View`. */
  look: string
  withDelete?: boolean
}

export function TestButtons({ test, actions, look, withDelete = false }: TestButtonsProps) {
  const { preview, edit, assign, remove } = actions
  return (
    <>
      <Button variant="light" size="xs" onClick={() => preview(test)}>
        {look}
      </Button>
      {edit && mayChange(test) && (
        <LinkButton to="/tests/$testId/edit" params={{ testId: test.id }} variant="default" size="xs">
          Edit
        </LinkButton>
      )}
      {assign && mayChange(test) && (
        <Button variant="default" size="xs" onClick={() => assign(test)}>
          Assign
        </Button>
      )}
      {withDelete && remove && (
        <ActionIcon
          variant="default"
          size={30}
          c="var(--mantine-color-error)"
          aria-label="Delete"
          title="Delete"
          ml="auto"
          onClick={() => remove(test)}
        >
          <IconTrash size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}
