import { Button } from '@mantine/core'
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { CredentialsModal } from '#client/ui/credentials-modal.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { MemberRole } from '#shared/members/schema.ts'
import { useGroupNames, useMembers } from '../queries.ts'
import { AddMemberModal } from './add-member-modal.tsx'
import { memberColumns } from './member-columns.tsx'
import { roleWords } from './role-words.ts'

/** A college's people of one role: found, filtered and added. */
export function MembersPage({ memberRole: role }: { memberRole: MemberRole }) {
  const words = roleWords[role]
  const columns = useMemo(() => memberColumns(role), [role])
  const [params, setParams] = useListParams(['branch', 'batch', 'section'])
  const members = useMembers({ role, ...params })
  const groups = useGroupNames()
  const [adding, setAdding] = useState(false)
  const [created, setCreated] = useState<RouterOutputs['members']['create'] | null>(null)
  const { data } = members

  const filtered = Boolean(params.search || params.branch || params.batch || params.section)
  const clear = () => setParams({ search: '', branch: '', batch: '', section: '' })
  const addButton = (variant: 'filled' | 'light') => (
    <Button variant={variant} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )

  return (
    <>
      <PageHeader
        title={words.title}
        purpose={words.purpose}
        count={data?.pagination.total}
        action={addButton('filled')}
      />
      <FilterBar
        search={{
          value: params.search ?? '',
          onChange: (search) => setParams({ search }),
          placeholder: words.search,
        }}
        onClear={filtered ? clear : undefined}
      >
        <FilterSelect
          label="Batch"
          all="All Batches"
          value={params.batch}
          onChange={(batch) => setParams({ batch: batch ?? '' })}
          options={groups.batches}
        />
        <FilterSelect
          label="Branch"
          all="All Branches"
          value={params.branch}
          onChange={(branch) => setParams({ branch: branch ?? '' })}
          options={groups.branches}
        />
        <FilterSelect
          label="Section"
          all="All Sections"
          value={params.section}
          onChange={(section) => setParams({ section: section ?? '' })}
          options={groups.sections}
        />
      </FilterBar>
      <DataList
        label={words.title}
        columns={columns}
        rows={data?.users}
        rowKey={(member) => member.id}
        error={members.error}
        onRetry={() => void members.refetch()}
        stale={members.isPlaceholderData}
        pagination={data?.pagination}
        onPageChange={(page) => setParams({ page })}
        empty={
          filtered ? (
            <EmptyState
              icon={IconSearch}
              title="Nobody matches your filters"
              text="Try another name, or fewer filters."
              action={
                <Button variant="default" onClick={clear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconUsers} title={words.emptyTitle} text={words.emptyText} action={addButton('light')} />
          )
        }
      />
      <AddMemberModal
        role={role}
        opened={adding}
        onClose={() => setAdding(false)}
        onCreated={(answer) => {
          setAdding(false)
          setCreated(answer)
        }}
      />
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
