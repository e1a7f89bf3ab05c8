import { Button } from '@mantine/core'
import { IconArrowsRightLeft, IconCircleCheck, IconCircleOff, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import type { RouterInputs } from '#client/lib/trpc.tsx'
import { SelectionBar } from '#client/ui/selection-bar.tsx'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { maxSelected } from '#shared/members/selection.schema.ts'
import { useFindSelection } from '../../queries.ts'
import { MoveModal } from './move-modal.tsx'
import { PasswordsModal } from './passwords-modal.tsx'
import { SkippedModal } from './skipped-modal.tsx'
import { type LeftOut, useBulkChanges } from './use-bulk-changes.ts'

interface MembersSelectionProps {
  role: MemberRole
  /** Current filters. */
  query: RouterInputs['members']['selection']['find']
  total: number
  ids: ReadonlySet<string>
  onSelect: (ids: readonly string[], selected: boolean) => void
  onClear: () => void
}

/** The selected people of a list, with the bulk actions. */
export function MembersSelection({ role, query, total, ids, onSelect, onClear }: MembersSelectionProps) {
  const selected = [...ids]
  const [opened, setOpened] = useState<'move' | 'passwords' | null>(null)
  const [left, setLeft] = useState<LeftOut | null>(null)
  const find = useFindSelection()
  const finish = (next: LeftOut) => {
    if (next.skipped.length > 0) setLeft(next)
    onClear()
  }
  const { setActive, move } = useBulkChanges(role, selected, finish)
  const close = () => setOpened(null)
  const selectAll = async () => {
    try {
      onSelect((await find.mutateAsync(query)).ids, true)
    } catch (error) {
      notify.error(messageOf(error, 'Failed to select everyone'))
    }
  }
  return (
    <>
      <SelectionBar
        count={ids.size}
        total={total}
        most={maxSelected}
        selecting={find.isPending}
        onSelectAll={() => void selectAll()}
        onClear={onClear}
      >
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowsRightLeft size={15} aria-hidden />}
          onClick={() => setOpened('move')}
        >
          Move
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconKey size={15} aria-hidden />}
          onClick={() => setOpened('passwords')}
        >
          New passwords
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCircleCheck size={15} aria-hidden />}
          onClick={() => void setActive(true)}
        >
          Activate
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCircleOff size={15} aria-hidden />}
          onClick={() => void setActive(false)}
        >
          Deactivate
        </Button>
      </SelectionBar>
      <MoveModal
        role={role}
        count={ids.size}
        opened={opened === 'move'}
        onClose={close}
        onMove={(to) => void move(to)}
      />
      <PasswordsModal
        role={role}
        ids={selected}
        opened={opened === 'passwords'}
        onClose={close}
        onDone={(skipped) => finish({ skipped, unchanged: '' })}
      />
      <SkippedModal role={role} left={left} onClose={() => setLeft(null)} />
    </>
  )
}
