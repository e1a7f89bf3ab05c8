import { Button } from '@mantine/core'
import { IconArrowRight, IconBuildingCommunity, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { LockedOutPeople } from '#client/features/auth/components/locked-out-people.tsx'
import { useListParams } from '#client/lib/list-params.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { CredentialsModal } from '#client/ui/credentials-modal.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, pagedBy } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader, type PageHeaderProps } from '#client/ui/page-header.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { activities, type College } from '#shared/colleges/colleges.schema.ts'
import { collegeColumns, figureColumns } from '../components/college-columns.tsx'
import { CreateCollegeModal } from '../components/college-form-modal.tsx'
import { credentialsOf, useCollegeActions } from '../components/use-college-actions.tsx'
import { useColleges } from '../queries.ts'

/** The master admin's list of colleges, to create, edit, activate and deactivate them. */
export function CollegesScreen() {
  const [creating, setCreating] = useState(false)
  const created = useDialog<RouterOutputs['colleges']['create']>()
  const { actionsOf, dialogs } = useCollegeActions()
  const navigate = useNavigate()

  const createButton = (variant: 'filled' | 'light') => (
    <Button variant={variant} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create College
    </Button>
  )

  return (
    <>
      <LockedOutPeople />
      <CollegeListPage
        title="Colleges"
        purpose="Create colleges and manage their accounts."
        sibling={{ label: 'See how they use the platform', to: '/college-management' }}
        columns={collegeColumns}
        action={createButton('filled')}
        actions={(college) => [
          {
            label: 'Open',
            icon: IconArrowRight,
            onClick: () => void navigate({ to: '/college-management/$collegeId', params: { collegeId: college.id } }),
          },
          ...actionsOf(college),
        ]}
        emptyAction={createButton('light')}
      />
      <CreateCollegeModal
        opened={creating}
        onClose={() => setCreating(false)}
        onCreated={(answer) => {
          setCreating(false)
          created.open(answer)
        }}
      />
      <CredentialsModal
        title="College created"
        credentials={created.opened ? credentialsOf(created.about) : null}
        onClose={created.close}
      />
      {dialogs}
    </>
  )
}

/** College management: every college with its main statistics and a link to its detail view. */
export const CollegeManagementScreen = () => (
  <CollegeListPage
    title="College Management"
    purpose="People, groups and tests of each college."
    sibling={{ label: 'Create or edit colleges', to: '/colleges' }}
    columns={figureColumns}
    emptyAction={
      <LinkButton to="/colleges" variant="light">
        Go to Colleges
      </LinkButton>
    }
  />
)

interface CollegeListPageProps {
  title: string
  purpose: string
  sibling: NonNullable<PageHeaderProps['sibling']>
  columns: readonly Column<College>[]
  action?: ReactNode
  actions?: (college: College) => RowAction[]
  /** The action to offer while there are no colleges. */
  emptyAction: ReactNode
}

const statusLabels = { active: 'Active', inactive: 'Inactive' } as const

/**
 * The platform's colleges, searchable by name, code and email and filtered by status. Each links to its detail view.
 */
function CollegeListPage(props: CollegeListPageProps) {
  const { title, purpose, sibling, columns, action, actions, emptyAction } = props
  const [params, setParams] = useListParams(['status'])
  const navigate = useNavigate()
  // Ignore invalid values from old or mistyped links.
  const status = activities.find((known) => known === params.status)
  const colleges = useColleges({ ...params, status })
  const filter = bindFilters({ search: params.search, status }, setParams)
  const filtered = Boolean(params.search || status)
  const clear = () => setParams({ search: '', status: '' })

  return (
    <>
      <PageHeader {...{ title, purpose, sibling, action }} count={colleges.data?.pagination.total} />
      <FilterBar
        search={{ ...filter('search'), placeholder: 'Search by name, code or email' }}
        onClear={filtered ? clear : undefined}
      >
        <FilterSelect
          label="Status"
          all="All statuses"
          options={activities.map((value) => ({ value, label: statusLabels[value] }))}
          {...filter('status')}
        />
      </FilterBar>
      <DataList
        {...pagedBy(colleges, setParams)}
        label="Colleges"
        columns={columns}
        rows={colleges.data?.colleges}
        rowKey={(college) => college.id}
        {...(actions && { actions })}
        onOpen={(college) => void navigate({ to: '/college-management/$collegeId', params: { collegeId: college.id } })}
        noMatches={
          filtered && {
            title: 'No colleges match your search',
            text: params.search ? `No college matches “${params.search}”.` : 'No college has this status.',
            onClear: clear,
          }
        }
        empty={{
          icon: IconBuildingCommunity,
          title: 'No colleges yet',
          text: 'Create the first college. Its administrator can then add faculty and students.',
          action: emptyAction,
        }}
      />
    </>
  )
}
