import { assignmentsRouter } from './features/assignments/router.ts'
import { attemptsRouter } from './features/attempts/router.ts'
import { auditRouter } from './features/audit/router.ts'
import { authRouter } from './features/auth/router.ts'
import { backupsRouter } from './features/backups/router.ts'
import { brandingRouter } from './features/branding/router.ts'
import { codingRouter } from './features/coding/router.ts'
import { collegesRouter } from './features/colleges/router.ts'
import { dashboardsRouter } from './features/dashboards/router.ts'
import { integrationsRouter } from './features/integrations/router.ts'
import { membersRouter } from './features/members/router.ts'
import { notificationsRouter } from './features/notifications/router.ts'
import { privacyRouter } from './features/privacy/router.ts'
import { reportsRouter } from './features/reports/router.ts'
import { searchRouter } from './features/search/router.ts'
import { testsRouter } from './features/tests/router.ts'
import { router } from './trpc/init.ts'

/** All procedures. The client depends only on this type. */
export const appRouter = router({
  auth: authRouter,
  colleges: collegesRouter,
  members: membersRouter,
  tests: testsRouter,
  assignments: assignmentsRouter,
  attempts: attemptsRouter,
  coding: codingRouter,
  dashboards: dashboardsRouter,
  reports: reportsRouter,
  notifications: notificationsRouter,
  search: searchRouter,
  audit: auditRouter,
  privacy: privacyRouter,
  backups: backupsRouter,
  integrations: integrationsRouter,
  branding: brandingRouter,
})

export type AppRouter = typeof appRouter
