import { Autocomplete, Button, List, Stack, Text } from '@mantine/core'
import { IconArrowsRightLeft, IconCircleCheck, IconCircleOff, IconKey } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import type { RouterInputs } from '#client/lib/trpc.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { SelectionBar } from '#client/ui/selection-bar.tsx'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { type GroupPatch, maxSelected, type Skipped, skipReasons } from '#shared/members/selection.schema.ts'
import { useFindSelection, useGroupNames } from '../../queries.ts'
import { roleText } from '../role-text.ts'
import { PasswordsModal } from './passwords-modal.tsx'
import { type LeftOut, useBulkChanges } from './use-bulk-changes.ts'

interface MembersSelectionProps {
  role: MemberRole
  query: RouterInputs['members']['selection']['find']
  total: number
  ids: ReadonlySet<string>
  onSelect: (ids: readonly string[], selected: boolean) => void
  onClear: () => void
}

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
    const found = await reportOutcome(find.mutateAsync(query), undefined, 'Failed to select everyone')
    if (found) onSelect(found.ids, true)
  }
  const tools = [
    ['Move', IconArrowsRightLeft, () => setOpened('move')],
    ['New passwords', IconKey, () => setOpened('passwords')],
    ['Activate', IconCircleCheck, () => void setActive(true)],
    ['Deactivate', IconCircleOff, () => void setActive(false)],
  ] as const
  return (
    <>
      <SelectionBar
        count={ids.size}
        total={total}
        max={maxSelected}
        selecting={find.isPending}
        onSelectAll={() => void selectAll()}
        onClear={onClear}
      >
        {tools.map(([label, Shape, onClick]) => (
          <Button
            key={label}
            variant="default"
            size="xs"
            leftSection={<Shape size={15} aria-hidden />}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
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

const reasonsOf = ({ unchanged }: LeftOut): Record<Skipped['reason'], string> => ({
  unchanged,
  incomplete: 'A student needs a batch and a section',
  missing: 'No longer in your college',
})

const maxNames = 100

function SkippedModal({
  role,
  left,
  onClose,
}: {
  role: MemberRole
  /** null closes the dialog. */
  left: LeftOut | null
  onClose: () => void
}) {
  const last = useRef<LeftOut>({ skipped: [], unchanged: '' })
  // Keep the content while the dialog fades out.
  if (left) last.current = left
  const { skipped } = last.current
  const reasons = reasonsOf(last.current)
  const words = roleText[role]
  return (
    <Modal
      opened={left !== null}
      onClose={onClose}
      title={`${plural(skipped.length, words.one, words.many)} not changed`}
    >
      <Stack gap="md">
        {skipReasons.map((reason) => {
          const people = skipped.filter((person) => person.reason === reason)
          const names = people.flatMap(({ name }) => name ?? [])
          return (
            people.length > 0 && (
              <div key={reason}>
                <Text size="sm" fw={600}>
                  {reasons[reason]}: {people.length.toLocaleString()}
                </Text>
                {names.length > 0 && (
                  <List size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {people.slice(0, maxNames).map(({ id, name }) => (
                      <List.Item key={id}>{name}</List.Item>
                    ))}
                  </List>
                )}
                {names.length > maxNames && (
                  <Text size="sm" c="dimmed">
                    and {(names.length - maxNames).toLocaleString()} more
                  </Text>
                )}
              </div>
            )
          )
        })}
      </Stack>
      <ModalActions>
        <Button onClick={onClose}>Close</Button>
      </ModalActions>
    </Modal>
  )
}

interface MoveModalProps extends DialogProps {
  role: MemberRole
  count: number
  onMove: (to: GroupPatch) => void
}

const nowhere = { branch: '', batch: '', section: '' }

function MoveModal({ role, count, opened, onClose, onMove }: MoveModalProps) {
  const { branches, batches, sections } = useGroupNames()
  const [to, setTo] = useState(nowhere)
  const words = roleText[role]
  const people = plural(count, words.one, words.many)
  const given = Object.fromEntries(
    Object.entries(to).flatMap(([field, value]) => (value.trim() ? [[field, value.trim()]] : [])),
  )
  const field = (name: keyof typeof to, label: string, data: string[]) => (
    <Autocomplete
      label={label}
      placeholder="Keep unchanged"
      data={data}
      maxLength={100}
      // Open upwards: below the last field, the options would cover the button.
      comboboxProps={{ position: 'top' }}
      value={to[name]}
      onChange={(value) => setTo((before) => ({ ...before, [name]: value }))}
    />
  )
  const close = () => {
    setTo(nowhere)
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={`Move ${people}`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          close()
          onMove(given)
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {role === 'student'
              ? 'Assigned tests, attempts and results stay with each student. Reports count them in the new group.'
              : 'Leave a field empty to keep its value.'}
          </Text>
          {field('branch', 'Branch', branches)}
          {field('batch', 'Batch', batches)}
          {field('section', 'Section', sections)}
        </Stack>
        <ModalActions onCancel={close}>
          <Button type="submit" disabled={Object.keys(given).length === 0}>
            Move {people}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
