import { Button, Group } from '@mantine/core'
import { IconFileUpload, IconPlus, IconUsers } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { WaitingSignIns } from '#client/features/auth/components/waiting-sign-ins.tsx'
import { useListParams } from '#client/lib/list-params.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { CredentialsModal } from '#client/ui/credentials-modal.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { NothingMatches } from '#client/ui/nothing-matches.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintedHeading } from '#client/ui/printed-heading.tsx'
import { useSelection } from '#client/ui/use-selection.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { listQuery, memberFilterKeys, memberListKeys } from '../model/list-filters.ts'
import { useMembers, useMembersOnPaper } from '../queries.ts'
import { AddMemberModal } from './add-member-modal.tsx'
import { BulkUploadModal } from './bulk/bulk-upload-modal.tsx'
import { GroupWork } from './group-work.tsx'
import { memberColumns } from './member-columns.tsx'
import { MemberFilterBar } from './member-filter-bar.tsx'
import { roleWords } from './role-words.ts'
import { MembersSelection } from './selection/members-selection.tsx'
import { useDialogParam } from './use-dialog-param.ts'
import { useMemberActions } from './use-member-actions.tsx'

const offered = ['edit', 'password', 'status', 'export', 'delete', 'erase'] as const

/** A college's users of one role: search, filter, add, bulk upload, edit and delete. */
export function MembersPage({ memberRole: role }: { memberRole: MemberRole }) {
  const words = roleWords[role]
  const columns = useMemo(() => memberColumns(role), [role])
  const [params, setParams] = useListParams(memberListKeys)
  const { page, limit, ...query } = listQuery(role, params)
  const members = useMembers({ page, limit, ...query })
  const paper = useMembersOnPaper(query)
  const { sort: _, ...filter } = query
  const selection = useSelection(JSON.stringify(filter))
  const { actions, dialogs } = useMemberActions(offered)
  const [adding, setAdding] = useDialogParam('add')
  const [uploading, setUploading] = useDialogParam('upload')
  const [created, setCreated] = useState<RouterOutputs['members']['create'] | null>(null)
  const { data, isPlaceholderData } = members

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
      <PrintedHeading>
        {[params.search, ...memberFilterKeys.map((key) => params[key])].filter(Boolean).join(' · ')}
      </PrintedHeading>
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
      <WaitingSignIns />
      {role === 'student' && <GroupWork />}
      <MemberFilterBar role={role} value={params} onChange={setParams} onClear={filtered ? clear : undefined} />
      <DataList
        label={words.title}
        columns={columns}
        rows={paper.rows ?? data?.users}
        rowKey={(member) => member.id}
        error={members.error}
        onRetry={() => void members.refetch()}
        actions={actions}
        selection={{ ids: selection.ids, onChange: selection.change, nameOf: ({ name }) => name }}
        stale={isPlaceholderData}
        sort={params.sort}
        onSort={(sort) => setParams({ sort })}
        pagination={paper.rows ? undefined : data?.pagination}
        onPageChange={(page) => setParams({ page })}
        onLimitChange={(limit) => setParams({ limit })}
        empty={
          filtered ? (
            <NothingMatches
              title="No one matches your filters"
              text="Try another name, or fewer filters."
              onClear={clear}
            />
          ) : (
            <EmptyState
              icon={IconUsers}
              title={words.emptyTitle}
              text={words.emptyText}
              action={
                <Group gap="xs" justify="center">
                  {buttons('light')}
                </Group>
              }
            />
          )
        }
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
