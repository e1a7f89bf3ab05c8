import { ActionIcon, Button } from '@mantine/core'
import { IconChartBar, IconCopy, IconEye, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import type { ExamRow } from '../queries.ts'
import type { TestActions } from './use-test-actions.tsx'

const given = (actions: (RowAction | false | undefined)[]) =>
  actions.filter((action) => action !== false && action !== undefined)

/** The menu of a test. @param beside actions with their own buttons beside the menu, which are left out of it */
export function menuOf(test: ExamRow, actions: TestActions, beside: readonly (keyof TestActions)[] = []): RowAction[] {
  const { preview, edit, duplicate, assign, report, remove } = actions
  const entry = (name: keyof TestActions, act: TestActions[keyof TestActions], action: Omit<RowAction, 'onClick'>) =>
    act && !beside.includes(name) && { ...action, onClick: () => act(test) }
  return given([
    entry('preview', preview, { label: 'Preview', icon: IconEye }),
    entry('edit', edit, { label: 'Edit', icon: IconPencil }),
    entry('duplicate', duplicate, { label: 'Duplicate', icon: IconCopy }),
    entry('assign', assign, { label: 'Assign to colleges', icon: IconSend }),
    entry('report', report, { label: 'Analytics & Reports', icon: IconChartBar }),
    entry('remove', remove, { label: 'Delete', icon: IconTrash, destructive: true }),
  ])
}

interface TestButtonsProps {
  test: ExamRow
  actions: TestActions
  /** Label of the view action: Preview, or View. */
  look: string
  /** Which of the other actions, in this order. */
  others: readonly ('edit' | 'assign' | 'remove')[]
}

export function TestButtons({ test, actions, look, others }: TestButtonsProps) {
  const { preview, edit, assign, remove } = actions
  const offered = { edit, assign, remove }
  const buttons = {
    edit: (
      <LinkButton key="edit" to="/tests/$testId/edit" params={{ testId: test.id }} variant="default" size="xs">
        Edit
      </LinkButton>
    ),
    assign: (
      <Button key="assign" variant="default" size="xs" onClick={() => assign?.(test)}>
        Assign
      </Button>
    ),
    remove: (
      <ActionIcon
        key="remove"
        variant="default"
        size={30}
        c="var(--mantine-color-error)"
        aria-label="Delete"
        title="Delete"
        ml="auto"
        onClick={() => remove?.(test)}
      >
        <IconTrash size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    ),
  }
  return (
    <>
      <Button variant="light" size="xs" onClick={() => preview(test)}>
        {look}
      </Button>
      {others.map((name) => offered[name] && buttons[name])}
    </>
  )
}
