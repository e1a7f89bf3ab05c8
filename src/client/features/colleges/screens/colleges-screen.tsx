import { Button } from '@mantine/core'
import { IconBuildingCommunity, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { CredentialsModal } from '#client/ui/credentials-modal.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { collegeColumns } from '../components/college-columns.tsx'
import { CreateCollegeModal } from '../components/create-college-modal.tsx'
import { useColleges } from '../queries.ts'

/** The master admin's colleges. */
export function CollegesScreen() {
  const [params, setParams] = useListParams()
  const colleges = useColleges(params)
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<RouterOutputs['colleges']['create'] | null>(null)
  const { data } = colleges

  const createButton = (variant: 'filled' | 'light') => (
    <Button variant={variant} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create College
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Colleges"
        purpose="The colleges on this platform and their administrators."
        count={data?.pagination.total}
        action={createButton('filled')}
      />
      <FilterBar
        search={{
          value: params.search ?? '',
          onChange: (search) => setParams({ search }),
          placeholder: 'Search by name, code or email',
        }}
      />
      <DataList
        label="Colleges"
        columns={collegeColumns}
        rows={data?.colleges}
        rowKey={(college) => college.id}
        error={colleges.error}
        onRetry={() => void colleges.refetch()}
        stale={colleges.isPlaceholderData}
        pagination={data?.pagination}
        onPageChange={(page) => setParams({ page })}
        empty={
          params.search ? (
            <EmptyState
              icon={IconSearch}
              title="No colleges match your search"
              text={`Nothing was found for “${params.search}”.`}
              action={
                <Button variant="default" onClick={() => setParams({ search: '' })}>
                  Clear search
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={IconBuildingCommunity}
              title="No colleges yet"
              text="Create the first college. Its administrator can then add faculty and students."
              action={createButton('light')}
            />
          )
        }
      />
      <CreateCollegeModal
        opened={creating}
        onClose={() => setCreating(false)}
        onCreated={(answer) => {
          setCreating(false)
          setCreated(answer)
        }}
      />
      <CredentialsModal
        title="College created"
        credentials={created && { name: `the administrator of ${created.college.name}`, ...created.credentials }}
        onClose={() => setCreated(null)}
      />
    </>
  )
}
