import { z } from 'zod'

/** When students see their scores. */
export const resultReleases = ['at_once', 'after_end', 'by_staff'] as const
/** When students see the right answers. */
export const keyReleases = [...resultReleases, 'never'] as const

/** How a test is sat and what its students see afterwards. A missing rule is the most relaxed. */
export const examRules = z.object({
  resultRelease: z.enum(resultReleases).default('at_once').describe('When students see their scores'),
  keyRelease: z.enum(keyReleases).default('at_once').describe('When students see the right answers'),
  lockSections: z.boolean().default(false).describe('A section’s questions are sent only when it opens'),
  // Part of the contract, and refused until they are enforced.
  oneDevice: z.literal(false, { error: 'This rule is not available yet' }).default(false),
  networks: z.array(z.string()).max(0, 'This rule is not available yet').default([]),
})
export type ExamRules = z.output<typeof examRules>
