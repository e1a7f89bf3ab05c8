import { z } from 'zod'
import { languages } from '../coding/languages.rules.ts'
import { idSchema, isoTime, pageQuery, pagination, percentage } from '../schema.ts'
import { journalOutcomes } from './facts.rules.ts'
import { journalKinds, maxChunkChars, maxChunks, maxEventText } from './journals.rules.ts'

const whole = z.number().int().min(0)

const event = z
  .tuple([
    whole.max(86_400_000).describe('Milliseconds since the previous event'),
    z.enum(journalKinds),
    whole.max(1_000_000).describe('Position'),
    whole.max(1_000_000).describe('Deleted characters'),
    z.string().max(maxEventText).describe('Inserted text, or the whole program'),
    z.enum(languages).optional().describe('Language of a whole program'),
  ])
  .readonly()

const chunkPlace = {
  questionId: idSchema,
  stream: z
    .string()
    .regex(/^[\w-]{8,40}$/)
    .describe('Identifies the visit to the exam room'),
  seq: whole.max(100_000).describe('Position in the stream, from 0'),
  at: whole.max(10 ** 14).describe('Time of the first event, in ms UTC by the server’s clock'),
}

export const journalChunk = z
  .object({ ...chunkPlace, events: z.array(event).min(1).max(5_000).readonly() })
  .refine(({ events }) => JSON.stringify(events).length <= maxChunkChars, 'Too large')

export const recordForm = z.object({ chunks: z.array(journalChunk).min(1).max(maxChunks) })
export type RecordForm = z.output<typeof recordForm>

const facts = z.object({
  outcome: z
    .enum(journalOutcomes)
    .describe(
      'Whether replaying the journal gives the submitted program; `cut` if the journal reached its size limit, `none` without a program',
    ),
  length: whole.describe('Characters of the submitted program'),
  pasted: whole.describe('Characters of the submitted program that were pasted from outside the editor'),
  pastedShare: percentage.nullable(),
  activeMs: whole.describe('Working time; a pause counts as at most 30 s'),
  speed: z.number().nullable().describe('Characters typed per minute of working time'),
  pastes: whole.describe('Pastes from outside the editor'),
  longestPaste: whole.describe('Characters of the longest one'),
  runs: whole,
  submissions: whole,
  jumps: whole.describe('How often the program changed without an edit in the journal'),
})

const question = z.object({ questionId: idSchema, title: z.string() })

export const journalSorts = ['pasted', 'speed', 'active', 'longest', 'runs', 'student'] as const
export type JournalSort = (typeof journalSorts)[number]
export const journalsQuery = pageQuery.extend({
  questionId: idSchema.optional().describe('One coding question; by default all'),
  sort: z.enum([...journalSorts, ...journalSorts.map((sort) => `-${sort}` as const)]).default('-pasted'),
})
export type JournalsQuery = z.output<typeof journalsQuery>

const journalRow = facts.extend({
  attemptId: idSchema,
  attempt: whole.describe('Number of the attempt, from 1'),
  studentId: idSchema,
  studentName: z.string(),
  idNumber: z.string().nullable(),
  collegeName: z.string(),
  ...question.shape,
  submittedAt: isoTime,
})
export type JournalRow = z.output<typeof journalRow>
export const journalsAnswer = z.object({
  testName: z.string(),
  questions: z.array(question),
  journals: z.array(journalRow),
  pending: whole.describe('Submitted attempts whose journals are still being evaluated'),
  pagination,
})

export const journalQuery = z.object({
  questionId: idSchema.optional().describe("Defaults to the test's first coding question"),
})

export const journalAnswer = z.object({
  testId: idSchema,
  testName: z.string(),
  studentId: idSchema,
  studentName: z.string(),
  idNumber: z.string().nullable(),
  startedAt: isoTime,
  submittedAt: isoTime.nullable(),
  questions: z.array(question),
  questionId: idSchema.nullable().describe('The question shown; null for a test without coding questions'),
  program: z
    .object({ code: z.string(), language: z.enum(languages) })
    .nullable()
    .describe('The program as last saved'),
  facts: facts.nullable().describe('null without a journal'),
  chunks: z
    .array(z.object({ ...chunkPlace, receivedAt: whole, events: z.array(event).readonly() }))
    .describe('As recorded'),
  violations: z.array(z.object({ kind: z.string(), at: isoTime, durationMs: z.number().nullable() })),
})
