import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Hall } from './hall.ts'

/** A node's status, as it reports it. */
export const nodeStatus = z.object({
  node: z.string(),
  role: z.enum(['leader', 'standby']),
  address: z.string(),
  version: z.string(),
  sequence: z.int(),
  term: z.int(),
  /** Seconds since the copy was last known to be complete; 0 on the leader, null before it is. */
  age: z.number().nullable(),
  /** Messages that the copy lacks. */
  lag: z.int(),
  /** The machine's time, ms UTC. */
  now: z.number(),
})
export type NodeStatus = z.output<typeof nodeStatus>

/** The hash of a node's database file at a sequence. */
export const fileSum = z.object({ node: z.string(), sequence: z.int(), sum: z.string() })
export type FileSum = z.output<typeof fileSum>

/** Time to wait for all nodes' responses, in ms. */
const answerMs = 1_500
const hashMs = 30_000
const reachMs = 400

type Question = 'status' | 'step-down' | 'verify'

/** Answers requests from other nodes and from commands; an undefined answer leaves the request to others. */
export function answerRequests({ connection, names }: Hall, answers: Record<Question, (id: string) => unknown>): void {
  connection.subscribe(`${names.ask}.*`, {
    callback: (_error, message) => {
      const question = message.subject.slice(names.ask.length + 1)
      if (!Object.hasOwn(answers, question)) return
      const answer = answers[question as Question](message.string())
      if (answer !== undefined) message.respond(JSON.stringify(answer))
    },
  })
}

/** Publishes the hash of this node's file. */
export const publishSum = ({ connection, names }: Hall, id: string, sum: FileSum): void =>
  connection.publish(`${names.ask}.sums.${id}`, JSON.stringify(sum))

interface Limits {
  strategy: 'timer' | 'count'
  /** In ms. */
  maxWait: number
  maxMessages?: number
}

async function ask<T>(hall: Hall, question: Question, schema: z.ZodType<T>, id = '', limits?: Limits): Promise<T[]> {
  const answers: T[] = []
  const subject = `${hall.names.ask}.${question}`
  const options = limits ?? { strategy: 'timer', maxWait: answerMs }
  for await (const message of await hall.connection.requestMany(subject, id, options)) {
    // NATS itself answers if nobody listens.
    const parsed = schema.safeParse(message.data.length > 0 ? message.json() : undefined)
    if (parsed.success) answers.push(parsed.data)
  }
  return answers
}

/** True if a standby of the hall responds to its leader, and no other leader does. */
export async function reachesStandby(hall: Hall): Promise<boolean> {
  // The leader receives its own request too.
  const limits: Limits = { strategy: 'count', maxMessages: 2, maxWait: reachMs }
  const others = (await ask(hall, 'status', nodeStatus, '', limits)).filter(({ node }) => node !== hall.node)
  return others.length > 0 && others.every(({ role }) => role === 'standby')
}

/** Asks all running nodes for their status. */
export const askStatus = async (hall: Hall): Promise<NodeStatus[]> =>
  (await ask(hall, 'status', nodeStatus)).sort((a, b) => a.node.localeCompare(b.node))

const named = z.object({ node: z.string() })

/** Makes the leader release its lease. @returns its name; undefined without a leader */
export const askToStepDown = async (hall: Hall): Promise<string | undefined> =>
  (await ask(hall, 'step-down', named))[0]?.node

/**
 * Has every running node hash its file at one position of the log.
 * @param nodes number of nodes to wait for
 */
export async function askSums(hall: Hall, nodes: number): Promise<FileSum[]> {
  const id = randomUUID()
  const sums: FileSum[] = []
  const heard = hall.connection.subscribe(`${hall.names.ask}.sums.${id}`, { max: nodes, timeout: hashMs })
  const collected = (async () => {
    for await (const message of heard) sums.push(fileSum.parse(message.json()))
  })().catch(() => {})
  await ask(hall, 'verify', named, id)
  await collected
  return sums.sort((a, b) => a.node.localeCompare(b.node))
}
