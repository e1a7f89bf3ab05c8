import { formatDateTime } from '#client/lib/time.ts'

/**
 * When withheld results are released: `Results on 24 Nov 2026, 5:00 pm`. @param releaseAt ISO-8601, null if not
 * scheduled
 */
export const releaseText = (releaseAt: string | null | undefined) =>
  releaseAt ? `Results on ${formatDateTime(releaseAt)}` : 'Results not released yet'
