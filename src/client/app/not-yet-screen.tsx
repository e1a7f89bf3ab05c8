import { IconTools } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useUser } from '#client/lib/session.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Role } from '#shared/roles.ts'
import { home, type TabPath, tabAt, tabs } from './tabs.ts'

interface Meanwhile {
  text: string
  to: TabPath
  link: string
}

const myTests: Meanwhile = {
  text: 'New tests appear in My Tests as soon as your college gives them to you.',
  to: tabs['my-tests'].path,
  link: 'Open My Tests',
}
const messages = (role: Role): Meanwhile =>
  role === 'master_admin'
    ? { text: 'The email address of each college is in Colleges.', to: tabs.colleges.path, link: 'Open Colleges' }
    : { text: 'The email addresses of your students are in Students.', to: tabs.students.path, link: 'Open Students' }

/** What one can do meanwhile, by tab. */
const meanwhile: { [Path in TabPath]?: Meanwhile | ((role: Role) => Meanwhile) } = {
  [tabs.notifications.path]: (role) =>
    role === 'student' ? myTests : { text: 'What is new is on your dashboard.', to: home, link: 'Open Dashboard' },
  [tabs['create-notification'].path]: messages,
  [tabs['notification-analytics'].path]: {
    text: 'Who has signed in lately is in Stats.',
    to: tabs.stats.path,
    link: 'Open Stats',
  },
}

/** Stands where a later version brings a screen: says so, and where to go meanwhile. */
export function NotYetScreen() {
  const { role } = useUser()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const tab = tabAt(pathname)
  const entry = tab && meanwhile[tab.path]
  if (!tab || !entry) return null
  const { text, to, link } = typeof entry === 'function' ? entry(role) : entry
  return (
    <EmptyState
      page
      icon={IconTools}
      title={tab.label}
      text={`This part of Examhall is not in this version yet. ${text}`}
      action={
        <LinkButton to={to} variant="light">
          {link}
        </LinkButton>
      }
    />
  )
}
