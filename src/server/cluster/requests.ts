import { randomUUID } from 'node:crypto'
import { NoRespondersError, RequestError } from '@nats-io/transport-node'
import { z } from 'zod'
import type { Hall } from './hall.ts'

/** A node's status, as it reports it. */
export const nodeStatus = z.object({
  node: z.string(),
  /** Id of its process; earlier versions do not report it. */
  run: z.string().optional(),
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
  /** Free space on the disk of DATA_DIR; earlier versions do not report it. */
  freeBytes: z.number().optional(),
})
export type NodeStatus = z.output<typeof nodeStatus>

/** The hash of a node's database file at a sequence. */
export const fileChecksum = z.object({ node: z.string(), sequence: z.int(), sum: z.string() })
export type FileChecksum = z.output<typeof fileChecksum>

/** Time to wait for all nodes' responses, in ms. */
const responseMs = 1_500
const hashMs = 30_000
const reachMs = 400

type RequestKind = 'status' | 'step-down' | 'verify' | 'snapshot'

/** Responds to requests from other nodes and from commands; an undefined response leaves the request to others. */
export function respondToRequests(
  { connection, names }: Hall,
  responses: Record<RequestKind, (id: string) => unknown>,
): void {
  connection.subscribe(`${names.ask}.*`, {
    callback: (_error, message) => {
      const kind = message.subject.slice(names.ask.length + 1)
      if (!Object.hasOwn(responses, kind)) return
      const response = responses[kind as RequestKind](message.string())
      if (response !== undefined) message.respond(JSON.stringify(response))
    },
  })
}

/** Publishes the hash of this node's file. */
export const publishChecksum = ({ connection, names }: Hall, id: string, sum: FileChecksum): void =>
  connection.publish(`${names.ask}.sums.${id}`, JSON.stringify(sum))

interface Limits {
  strategy: 'timer' | 'count'
  /** In ms. */
  maxWait: number
  maxMessages?: number
}

/** Returns the responses; none if no server is running. @throws if NATS does not respond */
async function request<T>(hall: Hall, kind: RequestKind, schema: z.ZodType<T>, id = '', limits?: Limits): Promise<T[]> {
  const responses: T[] = []
  const subject = `${hall.names.ask}.${kind}`
  const options = limits ?? { strategy: 'timer', maxWait: responseMs }
  try {
    for await (const message of await hall.connection.requestMany(subject, id, options)) {
      const parsed = schema.safeParse(message.json())
      if (parsed.success) responses.push(parsed.data)
    }
  } catch (error) {
    const isUnheard = error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders())
    if (!isUnheard) throw error
  }
  return responses
}

/** True if a standby of the hall responds to its leader, and no other leader does. */
export async function reachesStandby(hall: Hall): Promise<boolean> {
  // All of them: another leader may respond last.
  const limits: Limits = { strategy: 'timer', maxWait: reachMs }
  const others = (await request(hall, 'status', nodeStatus, '', limits)).filter(({ node }) => node !== hall.node)
  return others.length > 0 && others.every(({ role }) => role === 'standby')
}

/** Returns the status of all running nodes. */
export const requestStatus = async (hall: Hall): Promise<NodeStatus[]> =>
  (await request(hall, 'status', nodeStatus)).sort((a, b) => a.node.localeCompare(b.node))

/** Space that a server needs to take over from one whose disk is full, and the greatest age of its copy, in seconds. */
export const enoughBytes = 64 * 1024 * 1024
const freshAge = 5

/** Returns the name of a standby whose copy is up to date and whose disk has space; undefined if there is none. */
export const findFitStandby = async (hall: Hall): Promise<string | undefined> =>
  (await requestStatus(hall)).find(
    ({ role, lag, age, freeBytes }) =>
      role === 'standby' && lag === 0 && (age ?? Number.POSITIVE_INFINITY) < freshAge && (freeBytes ?? 0) > enoughBytes,
  )?.node

/** True if another running server has this one's name. */
export const isNameTaken = async (hall: Hall): Promise<boolean> =>
  (await requestStatus(hall)).some(({ node, run }) => node === hall.node && run !== hall.run)

const named = z.object({ node: z.string() })

/** Makes the leader release its lease. @returns its name; undefined without a leader */
export const requestStepDown = async (hall: Hall): Promise<string | undefined> =>
  (await request(hall, 'step-down', named))[0]?.node

/** Makes the leader store a snapshot soon. @returns its name; undefined without a leader */
export const requestSnapshot = async (hall: Hall): Promise<string | undefined> =>
  (await request(hall, 'snapshot', named, '', { strategy: 'count', maxMessages: 1, maxWait: responseMs }))[0]?.node

/**
 * Has every running node hash its file at one position of the log.
 * @param nodes number of nodes to wait for
 */
export async function requestChecksums(hall: Hall, nodes: number): Promise<FileChecksum[]> {
  const id = randomUUID()
  const checksums: FileChecksum[] = []
  const subscription = hall.connection.subscribe(`${hall.names.ask}.sums.${id}`, { max: nodes, timeout: hashMs })
  const collected = (async () => {
    for await (const message of subscription) checksums.push(fileChecksum.parse(message.json()))
  })().catch(() => {})
  await request(hall, 'verify', named, id)
  await collected
  return checksums.sort((a, b) => a.node.localeCompare(b.node))
}
