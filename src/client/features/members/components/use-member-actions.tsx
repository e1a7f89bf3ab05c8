import { Alert, Center } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleOff,
  IconDownload,
  IconEraser,
  IconKey,
  IconMail,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useExportData } from '#client/features/privacy/queries.ts'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { offerUndo } from '#client/lib/undo.ts'
import { ConfirmModal } from '#client/ui/confirm.tsx'
import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'
import { CredentialsModal } from '#client/ui/credentials-modal.tsx'
import { QueryPending } from '#client/ui/load-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Modal } from '#client/ui/modal.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import type { Member } from '#shared/members/members.schema.ts'
import {
  useDeleteMember,
  useMemberToEdit,
  useReissuePassword,
  useSetActive,
  useToggleMember,
  useUpdateMember,
} from '../queries.ts'
import { MemberForm, useMemberForm } from './member-form.tsx'
import { roleText } from './role-text.ts'

const EraseModal = lazy(() =>
  import('#client/features/privacy/erase-modal.tsx').then((file) => ({ default: file.EraseModal })),
)

type Offered = 'edit' | 'status' | 'password' | 'export' | 'delete' | 'erase'

/** The dialog shown for a person, kept while it fades out. */
interface Shown {
  member: Member
  what: 'edit' | 'erase' | Asked
  opened: boolean
}

const because = (sentence: string, error: unknown) => {
  const reason = messageOf(error, '')
  return reason ? `${sentence}. ${reason}` : sentence
}

/**
 * Actions for a person in a list.
 *
 * @param offered allowed actions; must be a stable reference
 * @returns the row menu, and the dialogs to render beside the list
 */
export function useMemberActions(offered: readonly Offered[]) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [credentials, setCredentials] = useState<{ name: string; email: string; temporaryPassword: string } | null>(
    null,
  )
  const { mutateAsync: toggle, isPending: toggling } = useToggleMember()
  const { mutateAsync: setActiveOf } = useSetActive()
  const reissue = useReissuePassword()
  const remove = useDeleteMember()
  const { mutate: exportData } = useExportData()

  const setActive = useCallback(
    async (member: Member) => {
      try {
        const { user } = await toggle({ id: member.id })
        if (user.isActive === member.isActive)
          // Someone else changed the status after this list loaded, so the toggle changed it back.
          notify.warning(`Status already changed: ${user.name} is now ${wordOf(user)}`)
        else
          offerUndo(
            `${user.name} is now ${wordOf(user)}`,
            () => setActiveOf({ ids: [user.id], isActive: member.isActive }),
            `${user.name} is ${wordOf(member)} again`,
            `Failed to update ${member.role} status`,
          )
        return true
      } catch (error) {
        notify.error(because(`Failed to update ${member.role} status`, error))
        return false
      }
    },
    [toggle, setActiveOf],
  )

  const actions = useCallback(
    (member: Member): RowAction[] => {
      const show = (what: Shown['what']) => () => setShown({ member, what, opened: true })
      const status: RowAction = member.isActive
        ? { label: 'Deactivate', icon: IconCircleOff, onClick: show('deactivate') }
        : { label: 'Activate', icon: IconCircleCheck, onClick: () => void setActive(member) }
      const all: Record<Offered, RowAction> = {
        edit: { label: 'Edit', icon: IconPencil, onClick: show('edit') },
        password: { label: 'New temporary password', icon: IconKey, onClick: show('password') },
        status,
        export: {
          label: 'Export personal data',
          icon: IconDownload,
          onClick: () =>
            exportData(member.id, {
              onError: (error) => notify.error(because('Failed to export the personal data', error)),
            }),
        },
        erase: { label: 'Erase personal data', icon: IconEraser, destructive: true, onClick: show('erase') },
        delete: { label: 'Delete', icon: IconTrash, destructive: true, onClick: show('delete') },
      }
      // Only students' personal data can be exported or erased.
      const ofStudents = member.role === 'student'
      return offered.filter((name) => ofStudents || (name !== 'export' && name !== 'erase')).map((name) => all[name])
    },
    [offered, setActive, exportData],
  )

  const close = () => setShown((before) => before && { ...before, opened: false })

  const confirm = async (member: Member, what: Asked) => {
    if (what === 'deactivate') return (await setActive(member)) && close()
    try {
      if (what === 'delete') {
        await remove.mutateAsync({ id: member.id })
        notify.success(`${member.name} was deleted`)
      } else {
        const { user, temporaryPassword } = await reissue.mutateAsync({ id: member.id })
        setCredentials({ name: user.name, email: user.email, temporaryPassword })
      }
      close()
    } catch (error) {
      const failed = what === 'delete' ? 'Failed to delete' : 'Failed to create a new password for'
      notify.error(because(`${failed} ${roleText[member.role].one}`, error))
    }
  }

  const asked = shown && shown.what !== 'edit' && shown.what !== 'erase' ? shown.what : null
  const dialogs = (
    <>
      {shown?.what === 'edit' && (
        <EditMemberModal key={shown.member.id} member={shown.member} opened={shown.opened} onClose={close} />
      )}
      {shown?.what === 'erase' && (
        <Suspense>
          <EraseModal key={shown.member.id} student={shown.member} opened={shown.opened} onClose={close} />
        </Suspense>
      )}
      {shown && asked && (
        <ConfirmModal
          {...questionOf(asked, shown.member)}
          opened={shown.opened}
          busy={toggling || remove.isPending || reissue.isPending}
          onConfirm={() => void confirm(shown.member, asked)}
          onCancel={close}
        />
      )}
      <CredentialsModal title="New temporary password" credentials={credentials} onClose={() => setCredentials(null)} />
    </>
  )
  return { actions, dialogs }
}

const wordOf = ({ isActive }: Member) => (isActive ? 'active' : 'inactive')

type Asked = 'password' | 'deactivate' | 'delete'

/** Creates a confirmation that names the person and the consequences. */
function questionOf(asked: Asked, { name, email, role }: Member): ConfirmQuestion {
  const words = roleText[role]
  if (asked === 'delete')
    return {
      title: `Delete this ${words.one}?`,
      message: `${name} (${email}) will be deleted. This cannot be undone.`,
      consequences: words.lostWith,
      confirmLabel: 'Delete',
    }
  if (asked === 'deactivate')
    return {
      title: `Deactivate this ${words.one}?`,
      message: `${name} is signed out immediately and cannot sign in until you activate the account again.`,
      ...(words.keptWhenInactive && { consequences: words.keptWhenInactive }),
      confirmLabel: 'Deactivate',
    }
  return {
    title: 'New temporary password?',
    message: `${name} is signed out everywhere, and the current password stops working. The new one is shown here once and emailed to ${email}.`,
    ...(words.afterSignOut && { consequences: words.afterSignOut }),
    confirmLabel: 'New password',
    destructive: false,
  }
}

/** Edits a user. The role cannot be changed. A stray click or Escape does not discard changes. */
function EditMemberModal({ member, opened, onClose }: { member: Member; opened: boolean; onClose: () => void }) {
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
  const query = useMemberToEdit(id)
  if (query.data) return <LoadedForm member={query.data} {...rest} />
  return (
    <QueryPending query={query} failed="Failed to load user">
      <Center mih={420}>
        <Loading />
      </Center>
    </QueryPending>
  )
}

function LoadedForm({ member, onDirty, onClose }: Omit<EditFormProps, 'id'> & { member: Member }) {
  // Keep the initial values so that a refetch does not change the form while somebody types.
  const [before] = useState(member)
  const update = useUpdateMember()
  const form = useMemberForm(before.role, before)
  const dirty = form.isDirty()
  const movesTo = form.values.email.trim().toLowerCase()
  const moves = movesTo !== '' && movesTo !== before.email

  // Focus the first field now, because the form was still loading when the dialog opened.
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
          <Alert icon={<IconMail size={18} aria-hidden />} title="New sign-in email">
            <span className="anywhere">
              They will sign in with it instead of {before.email}. Both addresses are notified.
            </span>
          </Alert>
        )}
      </div>
    </MemberForm>
  )
}
