import { Autocomplete, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import type { MemberRole } from '#shared/members/members.schema.ts'
import type { GroupPatch } from '#shared/members/selection.schema.ts'
import { useGroupNames } from '../../queries.ts'
import { roleText } from '../role-text.ts'

interface MoveModalProps {
  role: MemberRole
  count: number
  opened: boolean
  onClose: () => void
  onMove: (to: GroupPatch) => void
}

const nowhere = { branch: '', batch: '', section: '' }

/** Asks which group the selected people move to. */
export function MoveModal({ role, count, opened, onClose, onMove }: MoveModalProps) {
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
      // Below the last field, the options would cover the button.
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
        <ModalActions>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={Object.keys(given).length === 0}>
            Move {people}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
