import { router } from '#server/trpc/init.ts'

/** A student's own reports. */
export const studentReportsRouter = router({})
