import { assignmentsJobs } from '../features/assignments/assignments.jobs.ts'
import { attemptsJobs } from '../features/attempts/attempts.jobs.ts'
import { auditJobs } from '../features/audit/audit.jobs.ts'
import { authJobs } from '../features/auth/auth.jobs.ts'
import { backupsJobs } from '../features/backups/backups.jobs.ts'
import { bankJobs } from '../features/bank/bank.jobs.ts'
import { codingJobs } from '../features/coding/coding.jobs.ts'
import { collegesJobs } from '../features/colleges/colleges.jobs.ts'
import { integrationsJobs } from '../features/integrations/integrations.jobs.ts'
import { journalsJobs } from '../features/journals/journals.jobs.ts'
import { notificationsJobs } from '../features/notifications/notifications.jobs.ts'
import { privacyJobs } from '../features/privacy/privacy.jobs.ts'
import { reportsJobs } from '../features/reports/reports.jobs.ts'
import type { Job } from '../platform/job.ts'
import { mailJobs } from '../platform/mail/mail.ts'
import type { Services } from '../services.ts'

export const jobs: readonly Job<Services>[] = [
  ...assignmentsJobs,
  ...auditJobs,
  ...authJobs,
  ...backupsJobs,
  ...attemptsJobs,
  ...bankJobs,
  ...codingJobs,
  ...collegesJobs,
  ...integrationsJobs,
  ...journalsJobs,
  ...mailJobs,
  ...notificationsJobs,
  ...privacyJobs,
  ...reportsJobs,
]
