import { createHash } from 'node:crypto'
import { z } from 'zod'
import { codingBounds } from '#shared/coding/coding.schema.ts'
import { caseVerdicts, languages } from '#shared/coding/languages.rules.ts'
import type { JudgeCase, JudgeJob } from '../types.ts'

/** Messages between a worker and the server, as JSON over HTTPS. */

/** Path of the workers' calls. Their tokens work nowhere else. */
export const workerPrefix = '/api/judge-worker'

/** Increased with every incompatible change. */
export const protocol = 1

/** A lease ends `leaseMs` after the last report that names it. */
export const timing = { leaseMs: 6_000, reportMs: 1_500, pollMs: 25_000 }

const session = z.string().regex(/^[\w-]{16,64}$/)
const load = z.number().min(0).max(100_000)
const sandboxMessage = z.string().max(100_000)

/** CPU time of the same loop in ms, by language. */
export const speeds = z.partialRecord(z.enum(languages), z.number().positive().max(600_000))
export type Speeds = z.output<typeof speeds>

export const pollForm = z.object({
  protocol: z.number().int(),
  /** Unique to each process. */
  session,
  version: z.string().max(60),
  languages: z.array(z.enum(languages)).max(languages.length),
  /** Maximum concurrent programs, and how many more it can take now. */
  slots: z.number().int().min(1).max(256),
  free: z.number().int().min(1).max(256),
  cores: z.number().int().min(1).max(4_096),
  /** Load average of the last minute. */
  load,
  speeds,
})
export type PollForm = z.output<typeof pollForm>

/** More than any limit allows, so that a worker cannot store absurd numbers. */
const measured = z.number().min(0).max(1e9)

const judgedCase = z.object({
  place: z.number().int().min(0),
  verdict: z.enum(caseVerdicts),
  score: z.number().min(0).max(1).optional(),
  timeMs: measured,
  memoryKb: measured,
  output: sandboxMessage.optional(),
  outputCut: z.boolean().optional(),
  error: sandboxMessage.optional(),
  remark: sandboxMessage.optional(),
})

/** Checks the length before the elements, because checking too many of them would block the server. */
const judgedCases = z.array(z.unknown()).max(codingBounds.testCases.max).pipe(z.array(judgedCase))

const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('judged'), compileMs: measured, cases: judgedCases }),
  z.object({ kind: z.literal('compile_error'), message: sandboxMessage }),
  z.object({ kind: z.literal('checker_failed'), message: sandboxMessage }),
])

const jobReport = z.object({
  lease: z.string().max(64),
  started: z.boolean(),
  /** Index of the first of these results. A result that arrives twice counts once. */
  from: z.number().int().min(0),
  results: judgedCases,
  outcome: outcome.optional(),
  /** Set if the judge itself failed; `died` if its process crashed. */
  failure: z.object({ message: sandboxMessage, died: z.boolean() }).optional(),
})
export type JobReport = z.output<typeof jobReport>

/** Renews the leases that it names. */
export const reportForm = z.object({ session, load, jobs: z.array(jobReport).max(256) })
export type ReportForm = z.output<typeof reportForm>

/** Releases every lease of the session. */
export const releaseForm = z.object({ session })

/** A job for a worker. Its cases are fetched by hash. */
export interface WireJob {
  lease: string
  job: Omit<JudgeJob, 'id' | 'cases'>
  cases: { hash: string; marks: Omit<JudgeCase, 'input' | 'expected'>[] }
}

/** Texts of a job's cases: input and expected output. */
export type CaseTexts = [input: string, expected: string | null][]

export const textsOf = (cases: readonly JudgeCase[]): CaseTexts =>
  cases.map(({ input, expected }) => [input, expected ?? null])

export function hashOfTexts(texts: CaseTexts): string {
  const hash = createHash('sha256')
  for (const [input, expected] of texts)
    hash
      .update(`${input.length} ${expected?.length ?? 'none'}\n`)
      .update(input)
      .update(expected ?? '')
  return hash.digest('hex')
}
