import { notify } from '#client/lib/notify.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { Modal } from '#client/ui/modal.tsx'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { useCreateMember } from '../queries.ts'
import { MemberForm, useMemberForm } from './member-form.tsx'
import { roleWords } from './role-words.ts'

interface AddMemberModalProps {
  role: MemberRole
  opened: boolean
  onClose: () => void
  onCreated: (created: RouterOutputs['members']['create']) => void
}

/** Adds a user. The form keeps its content when closed or rejected, and is cleared on success. */
export function AddMemberModal({ role, opened, onClose, onCreated }: AddMemberModalProps) {
  const create = useCreateMember()
  const form = useMemberForm(role)
  const words = roleWords[role]
  return (
    <Modal opened={opened} onClose={onClose} title={words.add} size="lg">
      <MemberForm
        form={form}
        submitLabel={words.add}
        onCancel={onClose}
        onSubmit={async (input) => {
          const created = await create.mutateAsync(input)
          form.reset()
          notify.success(words.added)
          onCreated(created)
        }}
      />
    </Modal>
  )
}
