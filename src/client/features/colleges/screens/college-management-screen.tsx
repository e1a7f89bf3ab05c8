import { LinkButton } from '#client/ui/link-button.tsx'
import { figureColumns } from '../components/college-columns.tsx'
import { CollegeListPage } from '../components/college-list-page.tsx'

/** College management: every college with its main figures and a link to its detail view. */
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
