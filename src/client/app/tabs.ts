import {
  type Icon,
  IconActivity,
  IconBell,
  IconBooks,
  IconBuildingCommunity,
  IconChartBar,
  IconChartLine,
  IconClipboardCheck,
  IconClipboardList,
  IconCode,
  IconFileAnalytics,
  IconFileImport,
  IconHierarchy2,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconPlugConnected,
  IconPlus,
  IconReceipt,
  IconSchool,
  IconSend,
  IconServer2,
  IconSettings,
  IconUser,
  IconUsers,
  IconWriting,
} from '@tabler/icons-react'
import { type Role, roles } from '#shared/roles.ts'

interface TabEntry {
  label: string
  icon: Icon
  /** Roles that can open at least one of the tab's pages. */
  roles: readonly Role[]
  /** Tabs in the same group are listed without a divider between them. */
  group: string
  /** Condition for showing the page: something to mark or reply to, or permission to read or write one's own tests. */
  ifAny?: 'marking' | 'reading' | 'writing'
  /** True to list the test types below the tab, each with its count. */
  byType?: boolean
}

export const admins: readonly Role[] = ['master_admin', 'college_admin']
export const master: readonly Role[] = ['master_admin']
const college: readonly Role[] = ['college_admin']
export const staff: readonly Role[] = ['college_admin', 'faculty']
const faculty: readonly Role[] = ['faculty']
export const markers: readonly Role[] = [...master, ...staff]
export const student: readonly Role[] = ['student']

/** All sidebar tabs in display order. Each key is the path's first segment. */
const entries = {
  dashboard: { label: 'Dashboard', icon: IconLayoutDashboard, roles, group: 'home' },
  notifications: { label: 'Notifications', icon: IconBell, roles, group: 'home' },
  colleges: { label: 'Colleges', icon: IconBuildingCommunity, roles: master, group: 'people' },
  'college-management': { label: 'College Management', icon: IconSettings, roles: master, group: 'people' },
  stats: { label: 'Stats', icon: IconChartBar, roles: master, group: 'people' },
  faculty: { label: 'Faculty', icon: IconUsers, roles: college, group: 'people' },
  students: { label: 'Students', icon: IconSchool, roles: college, group: 'people' },
  'student-hierarchy': { label: 'Student Hierarchy', icon: IconHierarchy2, roles: college, group: 'people' },
  'assigned-tests': { label: 'Assigned Tests', icon: IconClipboardCheck, roles: college, group: 'tests' },
  'live-board': { label: 'Live board', icon: IconActivity, roles: staff, group: 'tests' },
  tests: { label: 'Tests', icon: IconClipboardList, roles: [...admins, 'faculty'], group: 'tests', byType: true },
  'my-tests': { label: 'My Tests', icon: IconClipboardList, roles: student, group: 'tests', byType: true },
  'exam-management': { label: 'Exam Management', icon: IconListDetails, roles, group: 'tests' },
  bank: { label: 'Question Bank', icon: IconBooks, roles: admins, group: 'tests', ifAny: 'reading' },
  'coding-questions': { label: 'Coding Questions', icon: IconCode, roles: master, group: 'tests' },
  'practice-coding': { label: 'Practice Coding', icon: IconCode, roles: student, group: 'tests' },
  marking: { label: 'Marking', icon: IconWriting, roles: markers, group: 'results', ifAny: 'marking' },
  'test-reports': { label: 'Test Reports', icon: IconFileAnalytics, roles: faculty, group: 'results' },
  'student-reports': { label: 'Student Reports', icon: IconChartBar, roles: faculty, group: 'results' },
  reports: { label: 'Reports', icon: IconFileAnalytics, roles: [...staff, 'student'], group: 'results' },
  performance: { label: 'Performance', icon: IconChartLine, roles: student, group: 'results' },
  'create-notification': { label: 'Create Notification', icon: IconSend, roles: admins, group: 'messages' },
  'notification-analytics': { label: 'Notification Analytics', icon: IconChartLine, roles: master, group: 'messages' },
  integrations: { label: 'Integrations', icon: IconPlugConnected, roles: admins, group: 'account' },
  'judge-workers': { label: 'Judge Workers', icon: IconServer2, roles: master, group: 'account' },
  'audit-log': { label: 'Audit Log', icon: IconHistory, roles: admins, group: 'account' },
  profile: { label: 'Profile', icon: IconUser, roles, group: 'account' },
} as const satisfies Record<string, TabEntry>

export type TabPath = `/${keyof typeof entries}`
export type Tab = TabEntry & { path: TabPath }

/** First page after sign-in. */
export const home = '/dashboard' satisfies TabPath

const all = Object.entries<TabEntry>(entries).map(([key, tab]): Tab => ({ ...tab, path: `/${key}` as TabPath }))

export const tabsOf = (role: Role) => all.filter(({ roles }) => roles.includes(role))

/** Pages without a tab that users may search for. */
const actions = [
  { label: 'Create Test', icon: IconPlus, roles: admins, path: '/tests/new', ifAny: 'writing' },
  { label: 'Add Question', icon: IconPlus, roles: admins, path: '/bank/new', ifAny: 'writing' },
  { label: 'Import Questions', icon: IconFileImport, roles: admins, path: '/bank/import', ifAny: 'writing' },
  { label: 'Add Coding Question', icon: IconPlus, roles: master, path: '/coding-questions/new' },
  { label: 'Check a receipt', icon: IconReceipt, roles: staff, path: '/tests/receipts' },
] as const satisfies (Pick<TabEntry, 'label' | 'icon' | 'roles' | 'ifAny'> & { path: string })[]

/** Every page that a role can find by name. @param may the user's permissions for their own tests and questions */
export const pagesOf = (role: Role, may: { canRead: boolean; canWrite: boolean } | undefined) =>
  [...tabsOf(role), ...actions.filter(({ roles }) => roles.includes(role))].filter((page) => {
    const ifAny = 'ifAny' in page ? page.ifAny : undefined
    return ifAny === 'reading' ? may?.canRead : ifAny === 'writing' ? may?.canWrite : true
  })

export const tabWithPath = (path: string) => all.find((tab) => tab.path === path)

/** The tab that contains a path, regardless of who may open it. */
export const tabAt = (pathname: string) =>
  all.find((tab) => pathname === tab.path || pathname.startsWith(`${tab.path}/`))

/** The tab to highlight. @param origin URL of the page from which a page about a student was opened */
export function activeTab(role: Role, pathname: string, origin: string | undefined) {
  const tab = tabAt(pathname)
  if (tab?.path !== '/students' || pathname === tab.path) return tab
  return (origin && tabAt(origin.replace(/[?#].*/, ''))) || (role === 'faculty' ? tabWithPath('/student-reports') : tab)
}

export const dashboardTitles: Record<Role, string> = {
  master_admin: 'Master Admin Dashboard',
  college_admin: 'College Admin Dashboard',
  faculty: 'Faculty Dashboard',
  student: 'Student Dashboard',
}

/** Fallback title for a page that does not set its own. */
export function titleOf(tab: Tab | undefined, role: Role | undefined): string {
  if (tab && tab.path !== home) return tab.label
  return role ? dashboardTitles[role] : 'Examhall'
}
