import { assignmentsJobs } from '../features/assignments/jobs.ts'
import { attemptsJobs } from '../features/attempts/jobs.ts'
import { auditJobs } from '../features/audit/jobs.ts'
import { authJobs } from '../features/auth/jobs.ts'
import { backupsJobs } from '../features/backups/jobs.ts'
import { codingJobs } from '../features/coding/jobs.ts'
import { collegesJobs } from '../features/colleges/jobs.ts'
import { integrationsJobs } from '../features/integrations/jobs.ts'
import { notificationsJobs } from '../features/notifications/jobs.ts'
import { privacyJobs } from '../features/privacy/jobs.ts'
import { reportsJobs } from '../features/reports/jobs.ts'
import type { Job } from '../platform/job.ts'
import { mailJobs } from '../platform/mail/service.ts'

export const jobs: readonly Job[] = [
  ...assignmentsJobs,
  ...auditJobs,
  ...authJobs,
  ...backupsJobs,
  ...attemptsJobs,
  ...codingJobs,
  ...collegesJobs,
  ...integrationsJobs,
  ...mailJobs,
  ...notificationsJobs,
  ...privacyJobs,
  ...reportsJobs,
]
