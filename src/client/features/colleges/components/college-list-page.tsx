import { Button } from '@mantine/core'
import { IconBuildingCommunity, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import { type Column, DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { PageHeader, type PageHeaderProps } from '#client/ui/page-header.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { activities, type College } from '#shared/colleges/colleges.schema.ts'
import { useColleges } from '../queries.ts'

interface CollegeListPageProps {
  title: string
  purpose: string
  sibling: NonNullable<PageHeaderProps['sibling']>
  columns: readonly Column<College>[]
  action?: ReactNode
  actions?: (college: College) => RowAction[]
  /** First step while there are no colleges. */
  emptyAction: ReactNode
}

const statusLabels = { active: 'Active', inactive: 'Inactive' } as const

/**
 * The platform's colleges, searchable by name, code and email and filtered by status. Each links to its detail view.
 */
export function CollegeListPage(props: CollegeListPageProps) {
  const { title, purpose, sibling, columns, action, actions, emptyAction } = props
  const [params, setParams] = useListParams(['status'])
  const navigate = useNavigate()
  // Ignores invalid values from an old or mistyped link.
  const status = activities.find((known) => known === params.status)
  const colleges = useColleges({ ...params, status })
  const filtered = Boolean(params.search || status)
  const clear = () => setParams({ search: '', status: '' })

  return (
    <>
      <PageHeader {...{ title, purpose, sibling, action }} count={colleges.data?.pagination.total} />
      <FilterBar
        search={{
          value: params.search ?? '',
          onChange: (search) => setParams({ search }),
          placeholder: 'Search by name, code or email',
        }}
        onClear={filtered ? clear : undefined}
      >
        <FilterSelect
          label="Status"
          all="All statuses"
          value={status}
          options={activities.map((value) => ({ value, label: statusLabels[value] }))}
          onChange={(next) => setParams({ status: next ?? '' })}
        />
      </FilterBar>
      <DataList
        label="Colleges"
        columns={columns}
        rows={colleges.data?.colleges}
        rowKey={(college) => college.id}
        error={colleges.error}
        onRetry={() => void colleges.refetch()}
        stale={colleges.isPlaceholderData}
        {...(actions && { actions })}
        onOpen={(college) => void navigate({ to: '/college-management/$collegeId', params: { collegeId: college.id } })}
        pagination={colleges.data?.pagination}
        onPageChange={(page) => setParams({ page })}
        onLimitChange={(limit) => setParams({ limit })}
        empty={
          filtered ? (
            <EmptyState
              icon={IconSearch}
              title="No colleges match your search"
              text={params.search ? `No college matches “${params.search}”.` : 'No college has this status.'}
              action={
                <Button variant="default" onClick={clear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={IconBuildingCommunity}
              title="No colleges yet"
              text="Create the first college. Its administrator can then add faculty and students."
              action={emptyAction}
            />
          )
        }
      />
    </>
  )
}
