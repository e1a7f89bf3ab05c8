import { everyLook, pictured } from './gallery.ts'

pictured('masterAdmin', {
  'owner-dashboard': { path: '/dashboard', looks: everyLook },
  colleges: { path: '/colleges' },
  'college-management': { path: '/college-management' },
  stats: { path: '/stats' },
  tests: { path: '/tests', looks: everyLook },
  'create-test': { path: '/tests/new', looks: everyLook },
  'exam-management': { path: '/exam-management' },
  'coding-questions': { path: '/coding-questions' },
  'create-coding-question': { path: '/coding-questions/new' },
  'notification-analytics': { path: '/notification-analytics' },
  'audit-log': { path: '/audit-log' },
  integrations: { path: '/integrations' },
})
