import { z } from 'zod'

/** Options for releasing scores to students. */
export const resultReleases = ['at_once', 'after_end', 'by_staff'] as const
/** Options for releasing the correct answers to students. */
export const keyReleases = [...resultReleases, 'never'] as const

const isNetwork = (text: string) => z.cidrv4().or(z.cidrv6()).safeParse(text).success

/** A range of addresses in CIDR notation; a single address is a range of one. */
export const network = z
  .string()
  .trim()
  .max(50)
  .overwrite((text) =>
    z.ipv4().safeParse(text).success ? `${text}/32` : z.ipv6().safeParse(text).success ? `${text}/128` : text,
  )
  .refine(isNetwork, 'Enter an IP address or a range such as 10.20.0.0/16')

/** Maximum networks per test. */
export const maxNetworks = 50

/** Rules for taking a test and for releasing its results. A missing rule defaults to the most relaxed one. */
export const examRules = z.object({
  resultRelease: z.enum(resultReleases).default('at_once').describe('Release rule for scores'),
  keyRelease: z.enum(keyReleases).default('at_once').describe('Release rule for the answer key'),
  lockSections: z.boolean().default(false).describe("A section's questions are sent only when it opens"),
  oneDevice: z
    .boolean()
    .default(false)
    .describe('While a student’s device is in use, no other device, browser or tab can take over the attempt'),
  networks: z
    .array(network)
    .max(maxNetworks, `A test can have at most ${maxNetworks} networks`)
    .default([])
    .describe('IP addresses and CIDR ranges from which the test can be taken; empty allows any'),
})
export type ExamRules = z.output<typeof examRules>
