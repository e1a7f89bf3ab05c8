import { Button, Group } from '@mantine/core'
import { IconFileUpload, IconPlus, IconUsers } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { LockedOutPeople } from '#client/features/auth/components/locked-out-people.tsx'
import { useChangeSearch } from '#client/lib/change-search.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { notify } from '#client/lib/notify.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { CredentialsModal } from '#client/ui/credentials-modal.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedList } from '#client/ui/data-list-props.ts'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { BulkUploadModal } from '../components/bulk/bulk-upload-modal.tsx'
import { GroupWork } from '../components/group-work.tsx'
import { memberColumns } from '../components/member-columns.tsx'
import { MemberFilterBar } from '../components/member-filter-bar.tsx'
import { MemberForm, useMemberForm } from '../components/member-form.tsx'
import { roleText } from '../components/role-text.ts'
import { MembersSelection } from '../components/selection/members-selection.tsx'
import { useMemberActions } from '../components/use-member-actions.tsx'
import { listQuery, memberFilterKeys, memberListKeys } from '../model/member-filters.ts'
import { useCreateMember, useMembers, useMembersForPrint } from '../queries.ts'

const none: ReadonlySet<string> = new Set()

/** Keys of the selected rows, kept across pages. @param list the list's filters; changing them clears the selection */
function useSelection(list: string) {
  const [kept, setKept] = useState({ list, ids: none })
  if (kept.list !== list) setKept({ list, ids: none })
  const change = useCallback(
    (some: readonly string[], selected: boolean) =>
      setKept(({ list, ids }) => {
        const next = new Set(ids)
        for (const id of some) {
          if (selected) next.add(id)
          else next.delete(id)
        }
        return { list, ids: next }
      }),
    [],
  )
  const clear = useCallback(() => setKept(({ list }) => ({ list, ids: none })), [])
  return { ids: kept.list === list ? kept.ids : none, change, clear }
}

const offered = ['edit', 'password', 'status', 'export', 'delete', 'erase'] as const

/** A college's users of one role, with search, filters, bulk upload and actions. */
function MembersPage({ memberRole: role }: { memberRole: MemberRole }) {
  const words = roleText[role]
  const columns = useMemo(() => memberColumns(role), [role])
  const [params, setParams] = useListParams(memberListKeys)
  const { page, limit, ...query } = listQuery(role, params)
  const members = useMembers({ page, limit, ...query })
  const paper = useMembersForPrint(query)
  const { sort: _, ...filter } = query
  const selection = useSelection(JSON.stringify(filter))
  const { actions, dialogs } = useMemberActions(offered)
  const [adding, setAdding] = useDialogParam('add')
  const [uploading, setUploading] = useDialogParam('upload')
  const [created, setCreated] = useState<RouterOutputs['members']['create'] | null>(null)
  const { data } = members

  const filtered = Boolean(params.search) || memberFilterKeys.some((key) => params[key])
  const clear = () => setParams({ search: '', ...Object.fromEntries(memberFilterKeys.map((key) => [key, ''])) })
  const buttons = (variant: 'filled' | 'light') => (
    <>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={16} aria-hidden />}
        onClick={() => setUploading(true)}
      >
        Bulk Upload
      </Button>
      <Button variant={variant} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
        {words.add}
      </Button>
    </>
  )

  return (
    <>
      <PrintHeading>
        {[params.search, ...memberFilterKeys.map((key) => params[key])].filter(Boolean).join(' · ')}
      </PrintHeading>
      <PageHeader
        title={words.title}
        purpose={words.purpose}
        count={data?.pagination.total}
        action={
          <Group gap="xs">
            <ExportMenu
              path="/api/college/users/export"
              about={{ role }}
              query={{ ...filter, role: undefined }}
              ids={[...selection.ids]}
              failed={`Failed to export ${words.many}`}
              prepare={paper.load}
              disabled={!data?.pagination.total}
            />
            {buttons('filled')}
          </Group>
        }
      />
      <LockedOutPeople />
      {role === 'student' && <GroupWork />}
      <MemberFilterBar role={role} value={params} onChange={setParams} onClear={filtered ? clear : undefined} />
      <DataList
        label={words.title}
        columns={columns}
        rows={paper.rows ?? data?.users}
        rowKey={(member) => member.id}
        {...pagedList(members, setParams)}
        actions={actions}
        selection={{ ids: selection.ids, onChange: selection.change, nameOf: ({ name }) => name }}
        sort={params.sort}
        onSort={(sort) => setParams({ sort })}
        {...(paper.rows && { pagination: undefined })}
        noMatches={
          filtered && {
            title: 'No one matches your filters',
            text: 'Try another name, or fewer filters.',
            onClear: clear,
          }
        }
        empty={{
          icon: IconUsers,
          title: words.emptyTitle,
          text: words.emptyText,
          action: (
            <Group gap="xs" justify="center">
              {buttons('light')}
            </Group>
          ),
        }}
      />
      <MembersSelection
        role={role}
        query={query}
        total={data?.pagination.total ?? 0}
        ids={selection.ids}
        onSelect={selection.change}
        onClear={selection.clear}
      />
      {dialogs}
      <AddMemberModal
        role={role}
        opened={adding}
        onClose={() => setAdding(false)}
        onCreated={(answer) => {
          setAdding(false)
          setCreated(answer)
        }}
      />
      <BulkUploadModal role={role} opened={uploading} onClose={() => setUploading(false)} />
      <CredentialsModal
        title={words.added}
        credentials={
          created && {
            name: created.user.name,
            email: created.user.email,
            temporaryPassword: created.temporaryPassword,
          }
        }
        onClose={() => setCreated(null)}
      />
    </>
  )
}

/** A dialog that a link can open: it is open while the URL has `?key=1`. @returns `[opened, setOpened]` */
function useDialogParam(key: 'add' | 'upload') {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const change = useChangeSearch()
  const setOpened = (opened: boolean) => change((before) => ({ ...before, [key]: opened ? '1' : undefined }))
  return [search[key] === '1', setOpened] as const
}

interface AddMemberModalProps extends DialogProps {
  role: MemberRole
  onCreated: (created: RouterOutputs['members']['create']) => void
}

/** Adds a user. The form keeps its content when closed or rejected, and is cleared on success. */
function AddMemberModal({ role, opened, onClose, onCreated }: AddMemberModalProps) {
  const create = useCreateMember()
  const form = useMemberForm(role)
  const words = roleText[role]
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

export const FacultyScreen = () => <MembersPage memberRole="faculty" />

export const StudentsScreen = () => <MembersPage memberRole="student" />
