import { z } from 'zod'
import { languages } from '../coding/languages.rules.ts'
import { idSchema, isoTime, requiredText } from '../schema.ts'

/** Maximum number of workers. */
export const maxWorkers = 100

/** Id of the server's own judge. */
export const ownJudgeId = 'server'

/** True if the text has the format of a worker's token. */
export const isWorkerToken = (text: string) => /^exj_[\w-]{43}$/.test(text)

export const workerForm = z.object({
  name: requiredText('Please name the worker', 60).describe('The machine, such as lab-3'),
})

export const workerCreated = z.object({
  id: idSchema,
  token: z.string().describe('For `examhall judge --token-file`; shown only once'),
})

export const drainForm = z.object({
  id: z.string().min(1).max(64),
  draining: z.boolean().describe('A draining worker finishes its jobs and gets no new ones'),
})

/** Fields of a worker, and of the server's own judge. */
const judgeFields = {
  id: z.string(),
  name: z.string(),
  online: z.boolean(),
  draining: z.boolean(),
  running: z.number().int().describe('Programs it is judging'),
  slots: z.number().int().nullable().describe('Programs it judges at once; null until it has connected'),
  languages: z.array(z.enum(languages)),
}

export const judgeWorker = z.object({
  ...judgeFields,
  lastSeen: isoTime.nullable().describe('Accurate to the minute while offline; null if it has never connected'),
  createdAt: isoTime,
  version: z.string().nullable(),
  judged: z.number().int().describe('Jobs judged since the server started'),
  load: z.number().nullable().describe('Load average of the last minute'),
  cores: z.number().int().nullable(),
  factor: z
    .number()
    .nullable()
    .describe("Its time for the same work, divided by the server's. Time limits are multiplied by it"),
})

export const workersOverview = z.object({
  workers: z.array(judgeWorker),
  server: z.object(judgeFields).describe("The server's own judge"),
  queue: z.object({
    exam_submissions: z.number().int(),
    exam_runs: z.number().int(),
    practice: z.number().int().describe('Includes checks and trials of questions'),
    longestWait: z.number().describe('Wait of the oldest job, in ms'),
  }),
})
