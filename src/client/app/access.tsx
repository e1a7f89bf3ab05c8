import { IconLock } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { usePageTitle } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { homeLink, PageNotFound } from '#client/ui/page-error.tsx'
import { type Role, roleLabels } from '#shared/roles.ts'

const groups: Record<Role, string> = {
  master_admin: 'the platform’s administrators',
  college_admin: 'college administrators',
  faculty: 'faculty',
  student: 'students',
}

/** The person to ask for access, by role. */
const contacts: Record<Role, string> = {
  master_admin: 'someone at the college',
  college_admin: 'the platform’s administrator',
  faculty: 'your college administrator',
  student: 'your college administrator',
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Shown instead of a page that the user's role may not open. */
export function NoAccess({ roles }: { roles: readonly Role[] }) {
  const { name, role } = useUser()
  const { pathname } = useLocation()
  usePageTitle('You don’t have access')
  return (
    <EmptyState
      page
      icon={IconLock}
      title={`${pathname} is for ${list.format(roles.map((one) => groups[one]))}`}
      text={`You are signed in as ${name} (${roleLabels[role]}). If you need access, ask ${contacts[role]}.`}
      action={homeLink}
    />
  )
}

export function UnknownPage() {
  const { pathname } = useLocation()
  return (
    <PageNotFound
      what={`There is no page at ${pathname}`}
      text="Check the address. The page may have moved or been deleted."
    />
  )
}
