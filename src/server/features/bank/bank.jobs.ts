import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { resumeAdding } from './import/confirm.ts'
import { deleteIncoming, failInterrupted } from './import/import.ts'
import { deleteOldImports } from './import/undo.ts'
import { addSearchTexts } from './search-texts.ts'

export const bankJobs: readonly Job<Services>[] = [
  { name: 'bank.addSearchTexts', every: 24 * 3_600_000, run: addSearchTexts },
  { name: 'bank.failInterruptedImports', every: 600_000, run: failInterrupted },
  { name: 'bank.deleteIncomingFiles', every: 3_600_000, run: deleteIncoming },
  { name: 'bank.deleteOldImports', every: 24 * 3_600_000, run: deleteOldImports },
  { name: 'bank.resumeImports', every: 600_000, run: resumeAdding },
]
