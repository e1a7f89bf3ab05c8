import { z } from 'zod'

/** When students see their scores. */
export const resultReleases = ['at_once', 'after_end', 'by_staff'] as const
/** When students see the right answers. */
export const keyReleases = [...resultReleases, 'never'] as const

/** A range of addresses in CIDR notation; a single address is a range of one. */
const network = z.union(
  [
    z.cidrv4(),
    z.cidrv6(),
    z.ipv4().transform((address) => `${address}/32`),
    z.ipv6().transform((address) => `${address}/128`),
  ],
  { error: 'Must be a range of addresses such as 203.0.113.0/24 or 2001:db8::/32' },
)

/** How a test is sat and what its students see afterwards. A missing rule is the most relaxed. */
export const examRules = z.object({
  resultRelease: z.enum(resultReleases).default('at_once').describe('When students see their scores'),
  keyRelease: z.enum(keyReleases).default('at_once').describe('When students see the right answers'),
  lockSections: z.boolean().default(false).describe('A section’s questions are sent only when it opens'),
  oneDevice: z.boolean().default(false).describe('Another device or tab cannot take over while the first is connected'),
  networks: z
    .array(network)
    .max(50, 'At most 50 networks are possible')
    .default([])
    .describe('The test can be taken only from these address ranges (CIDR); empty for anywhere'),
})
export type ExamRules = z.output<typeof examRules>
