import {
  type Icon,
  IconBuildingCommunity,
  IconClipboardCheck,
  IconClipboardList,
  IconSchool,
  IconUsers,
} from '@tabler/icons-react'
import type { Role } from '#shared/roles.ts'

export interface Tab {
  label: string
  icon: Icon
  roles: readonly Role[]
  path: `/${string}`
}

/** Every tab of the sidebar, in its order. The id is the path's first segment. A role's first tab is its home. */
export const tabs = {
  tests: { label: 'Tests', icon: IconClipboardList, roles: ['master_admin', 'faculty'], path: '/tests' },
  colleges: { label: 'Colleges', icon: IconBuildingCommunity, roles: ['master_admin'], path: '/colleges' },
  'assigned-tests': {
    label: 'Assigned Tests',
    icon: IconClipboardCheck,
    roles: ['college_admin'],
    path: '/assigned-tests',
  },
  faculty: { label: 'Faculty', icon: IconUsers, roles: ['college_admin'], path: '/faculty' },
  students: { label: 'Students', icon: IconSchool, roles: ['college_admin'], path: '/students' },
  'my-tests': { label: 'My Tests', icon: IconClipboardList, roles: ['student'], path: '/my-tests' },
} as const satisfies Record<string, Tab>

export type TabId = keyof typeof tabs
export type TabPath = (typeof tabs)[TabId]['path']

const mayOpen = (role: Role, tab: Tab) => tab.roles.includes(role)

/** A role's tabs in the sidebar's order. */
export const tabsOf = (role: Role) => Object.values(tabs).filter((tab) => mayOpen(role, tab))

/** Where a role lands: its first tab. */
export const homeOf = (role: Role): TabPath => tabsOf(role)[0]?.path ?? '/my-tests'

/** The tab that a path lies in, whoever may open it. */
export const tabAt = (pathname: string) =>
  Object.values(tabs).find((tab) => pathname === tab.path || pathname.startsWith(`${tab.path}/`))

/** The header's title by role. */
export const dashboardTitles: Record<Role, string> = {
  master_admin: 'Master Admin Dashboard',
  college_admin: 'College Admin Dashboard',
  faculty: 'Faculty Dashboard',
  student: 'Student Dashboard',
}
