import {
  type Icon,
  IconActivity,
  IconBell,
  IconBuildingCommunity,
  IconChartBar,
  IconChartLine,
  IconClipboardCheck,
  IconClipboardList,
  IconCode,
  IconFileAnalytics,
  IconHierarchy2,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconPlugConnected,
  IconPlus,
  IconReceipt,
  IconSchool,
  IconSend,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { type Role, roles } from '#shared/roles.ts'

export interface Tab {
  label: string
  icon: Icon
  /** Roles that can open at least one of its pages. */
  roles: readonly Role[]
  path: `/${string}`
  /** Tabs of the same group are listed without a divider between them. */
  group: string
  /** Lists the test types below it, each with its count. */
  byType?: boolean
}

const admins = ['master_admin', 'college_admin'] as const

/** All sidebar tabs in display order. Each key is the first path segment. */
export const tabs = {
  dashboard: { label: 'Dashboard', icon: IconLayoutDashboard, roles, path: '/dashboard', group: 'home' },
  notifications: { label: 'Notifications', icon: IconBell, roles, path: '/notifications', group: 'home' },
  colleges: {
    label: 'Colleges',
    icon: IconBuildingCommunity,
    roles: ['master_admin'],
    path: '/colleges',
    group: 'people',
  },
  'college-management': {
    label: 'College Management',
    icon: IconSettings,
    roles: ['master_admin'],
    path: '/college-management',
    group: 'people',
  },
  stats: { label: 'Stats', icon: IconChartBar, roles: ['master_admin'], path: '/stats', group: 'people' },
  faculty: { label: 'Faculty', icon: IconUsers, roles: ['college_admin'], path: '/faculty', group: 'people' },
  students: { label: 'Students', icon: IconSchool, roles: ['college_admin'], path: '/students', group: 'people' },
  'student-hierarchy': {
    label: 'Student Hierarchy',
    icon: IconHierarchy2,
    roles: ['college_admin'],
    path: '/student-hierarchy',
    group: 'people',
  },
  'assigned-tests': {
    label: 'Assigned Tests',
    icon: IconClipboardCheck,
    roles: ['college_admin'],
    path: '/assigned-tests',
    group: 'tests',
  },
  'live-board': {
    label: 'Live board',
    icon: IconActivity,
    roles: ['college_admin', 'faculty'],
    path: '/live-board',
    group: 'tests',
  },
  tests: {
    label: 'Tests',
    icon: IconClipboardList,
    roles: ['master_admin', 'college_admin', 'faculty'],
    path: '/tests',
    group: 'tests',
    byType: true,
  },
  'my-tests': {
    label: 'My Tests',
    icon: IconClipboardList,
    roles: ['student'],
    path: '/my-tests',
    group: 'tests',
    byType: true,
  },
  'exam-management': {
    label: 'Exam Management',
    icon: IconListDetails,
    roles,
    path: '/exam-management',
    group: 'tests',
  },
  'coding-questions': {
    label: 'Coding Questions',
    icon: IconCode,
    roles: ['master_admin'],
    path: '/coding-questions',
    group: 'tests',
  },
  'practice-coding': {
    label: 'Practice Coding',
    icon: IconCode,
    roles: ['student'],
    path: '/practice-coding',
    group: 'tests',
  },
  'test-reports': {
    label: 'Test Reports',
    icon: IconFileAnalytics,
    roles: ['faculty'],
    path: '/test-reports',
    group: 'results',
  },
  'student-reports': {
    label: 'Student Reports',
    icon: IconChartBar,
    roles: ['faculty'],
    path: '/student-reports',
    group: 'results',
  },
  reports: {
    label: 'Reports',
    icon: IconFileAnalytics,
    roles: ['college_admin', 'faculty', 'student'],
    path: '/reports',
    group: 'results',
  },
  performance: {
    label: 'Performance',
    icon: IconChartLine,
    roles: ['student'],
    path: '/performance',
    group: 'results',
  },
  'create-notification': {
    label: 'Create Notification',
    icon: IconSend,
    roles: admins,
    path: '/create-notification',
    group: 'messages',
  },
  'notification-analytics': {
    label: 'Notification Analytics',
    icon: IconChartLine,
    roles: ['master_admin'],
    path: '/notification-analytics',
    group: 'messages',
  },
  integrations: {
    label: 'Integrations',
    icon: IconPlugConnected,
    roles: admins,
    path: '/integrations',
    group: 'account',
  },
  'audit-log': { label: 'Audit Log', icon: IconHistory, roles: admins, path: '/audit-log', group: 'account' },
  profile: { label: 'Profile', icon: IconUser, roles, path: '/profile', group: 'account' },
} as const satisfies Record<string, Tab>

export type TabPath = (typeof tabs)[keyof typeof tabs]['path']

/** First page after sign-in. */
export const home = '/dashboard' satisfies TabPath

const all: readonly (Tab & { path: TabPath })[] = Object.values(tabs)

/** A role's tabs in sidebar order. */
export const tabsOf = (role: Role) => all.filter(({ roles }) => roles.includes(role))

/** Pages without a tab that users may search for. */
const actions = [
  { label: 'Create Test', icon: IconPlus, roles: ['master_admin'], path: '/tests/new' },
  { label: 'Add Coding Question', icon: IconPlus, roles: ['master_admin'], path: '/coding-questions/new' },
  { label: 'Check a receipt', icon: IconReceipt, roles: ['college_admin', 'faculty'], path: '/tests/receipts' },
] as const satisfies { label: string; icon: Icon; roles: readonly Role[]; path: string }[]

/** Every page that a role can find by name. */
export const pagesOf = (role: Role) => [
  ...tabsOf(role),
  ...actions.filter(({ roles }) => (roles as readonly Role[]).includes(role)),
]

export const tabWithPath = (path: string) => all.find((tab) => tab.path === path)

/** The tab that contains a path, regardless of who may open it. */
export const tabAt = (pathname: string) =>
  all.find((tab) => pathname === tab.path || pathname.startsWith(`${tab.path}/`))

/**
 * The tab to highlight: a student's page belongs to the tab it was opened from. @param origin address of the page it
 * was opened from
 */
export function activeTab(role: Role, pathname: string, origin: string | undefined) {
  const tab = tabAt(pathname)
  if (tab !== tabs.students || pathname === tab.path) return tab
  return (origin && tabAt(origin.replace(/[?#].*/, ''))) || (role === 'faculty' ? tabs['student-reports'] : tab)
}

/** Dashboard title by role. */
export const dashboardTitles: Record<Role, string> = {
  master_admin: 'Master Admin Dashboard',
  college_admin: 'College Admin Dashboard',
  faculty: 'Faculty Dashboard',
  student: 'Student Dashboard',
}

/** Fallback title of a page that does not set its own. */
export function titleOf(tab: Tab | undefined, role: Role | undefined): string {
  if (tab && tab.path !== home) return tab.label
  return role ? dashboardTitles[role] : 'Examhall'
}
