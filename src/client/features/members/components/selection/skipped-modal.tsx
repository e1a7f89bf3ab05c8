import { Button, List, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { plural } from '#client/lib/format.ts'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { type Skipped, skipReasons } from '#shared/members/selection.schema.ts'
import { roleText } from '../role-text.ts'
import type { LeftOut } from './use-bulk-changes.ts'

const reasonsOf = ({ unchanged }: LeftOut): Record<Skipped['reason'], string> => ({
  unchanged,
  incomplete: 'A student needs a batch and a section',
  missing: 'No longer in your college',
})

/** Maximum number of names listed. */
const maxNames = 100

/** People of a selection who were skipped, with reasons. */
export function SkippedModal({
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
