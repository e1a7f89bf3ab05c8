import { formatDateTime } from '#client/lib/time.ts'

/** When held results come out: `Results on 24 Nov 2026, 5:00 pm`. @param releaseAt ISO-8601, null when nobody has said */
export const releaseText = (releaseAt: string | null | undefined) =>
  releaseAt ? `Results on ${formatDateTime(releaseAt)}` : 'Results not released yet'
