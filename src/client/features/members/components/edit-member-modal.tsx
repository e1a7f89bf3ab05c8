import { Alert, Center } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Modal } from '#client/ui/modal.tsx'
import type { Member } from '#shared/members/members.schema.ts'
import { useMemberToEdit, useUpdateMember } from '../queries.ts'
import { MemberForm, useMemberForm } from './member-form.tsx'
import { roleText } from './role-text.ts'

interface EditMemberModalProps {
  /** The list row it was opened from. */
  member: Member
  opened: boolean
  onClose: () => void
}

/** Edits a user whose role is fixed. A stray click or Escape does not discard changes. */
export function EditMemberModal({ member, opened, onClose }: EditMemberModalProps) {
  const [dirty, setDirty] = useState(false)
  return (
    <Modal opened={opened} onClose={onClose} title={roleText[member.role].edit} size="lg" sticky={dirty}>
      <EditForm id={member.id} onDirty={setDirty} onClose={onClose} />
    </Modal>
  )
}

interface EditFormProps {
  id: string
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

function EditForm({ id, ...rest }: EditFormProps) {
  const { data, error, refetch } = useMemberToEdit(id)
  if (error) return <ErrorState title="Failed to load user" message={messageOf(error)} onRetry={() => void refetch()} />
  if (data) return <LoadedForm member={data} {...rest} />
  return (
    <Center mih={420}>
      <Loading />
    </Center>
  )
}

function LoadedForm({ member, onDirty, onClose }: Omit<EditFormProps, 'id'> & { member: Member }) {
  // Initial values, so that a refreshed list does not change the form while somebody types.
  const [before] = useState(member)
  const update = useUpdateMember()
  const form = useMemberForm(before.role, before)
  const dirty = form.isDirty()
  const movesTo = form.values.email.trim().toLowerCase()
  const moves = movesTo !== '' && movesTo !== before.email

  // There was nothing to focus when the dialog opened.
  const focusFirst = useEffectEvent(() => form.getInputNode('name')?.focus())
  useEffect(() => focusFirst(), [])

  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])

  return (
    <MemberForm
      form={form}
      submitLabel="Save Changes"
      onCancel={onClose}
      onSubmit={async (input) => {
        if (dirty) {
          const { user } = await update.mutateAsync({ ...input, id: before.id })
          const login = user.email === before.email ? '' : `, and now signs in with ${user.email}`
          notify.success(`${user.name} was updated${login}`)
        }
        onClose()
      }}
    >
      <div role="status">
        {moves && (
          <Alert variant="light" icon={<IconMail size={18} aria-hidden />} title="A new email to sign in with">
            <span className="anywhere">
              They will sign in with it instead of {before.email}. Both addresses are notified.
            </span>
          </Alert>
        )}
      </div>
    </MemberForm>
  )
}
