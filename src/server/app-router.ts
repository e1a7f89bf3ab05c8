import { assignmentsRouter } from './features/assignments/assignments.router.ts'
import { attemptsRouter } from './features/attempts/attempts.router.ts'
import { auditRouter } from './features/audit/audit.router.ts'
import { authRouter } from './features/auth/auth.router.ts'
import { backupsRouter } from './features/backups/backups.router.ts'
import { bankRouter } from './features/bank/bank.router.ts'
import { importRouter } from './features/bank/import/import.router.ts'
import { brandingRouter } from './features/branding/branding.router.ts'
import { codingRouter } from './features/coding/coding.router.ts'
import { collegesRouter } from './features/colleges/colleges.router.ts'
import { dashboardsRouter } from './features/dashboards/dashboards.router.ts'
import { integrationsRouter } from './features/integrations/integrations.router.ts'
import { journalsRouter } from './features/journals/journals.router.ts'
import { judgeWorkersRouter } from './features/judge-workers/judge-workers.router.ts'
import { markingRouter } from './features/marking/marking.router.ts'
import { membersRouter } from './features/members/members.router.ts'
import { notificationsRouter } from './features/notifications/notifications.router.ts'
import { privacyRouter } from './features/privacy/privacy.router.ts'
import { reportsRouter } from './features/reports/reports.router.ts'
import { searchRouter } from './features/search/search.router.ts'
import { testsRouter } from './features/tests/tests.router.ts'
import { router } from './trpc/init.ts'

/** All procedures. The client depends only on their type. */
export const appRouter = router({
  auth: authRouter,
  colleges: collegesRouter,
  members: membersRouter,
  tests: testsRouter,
  bank: bankRouter,
  bankImports: importRouter,
  assignments: assignmentsRouter,
  attempts: attemptsRouter,
  marking: markingRouter,
  coding: codingRouter,
  journals: journalsRouter,
  dashboards: dashboardsRouter,
  reports: reportsRouter,
  notifications: notificationsRouter,
  search: searchRouter,
  audit: auditRouter,
  privacy: privacyRouter,
  backups: backupsRouter,
  integrations: integrationsRouter,
  branding: brandingRouter,
  judgeWorkers: judgeWorkersRouter,
})

export type AppRouter = typeof appRouter
