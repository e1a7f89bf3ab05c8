import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionOptions as ConnectOptions, checkServerIdentity } from 'node:tls'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import { type ObjectStore, Objm } from '@nats-io/obj'
import {
  type Authenticator,
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  nkeys,
  type TlsOptions,
} from '@nats-io/transport-node'
import type { ClusterConfig } from '../platform/config.ts'
import { ConfigError } from '../platform/settings.ts'

/** A hall's parts in NATS. */
export interface Hall {
  connection: NatsConnection
  js: JetStreamClient
  manager: JetStreamManager
  /** The lease and facts about the hall. */
  state: KV
  snapshots: ObjectStore
  uploads: ObjectStore
  names: Names
  /** This node's name, and a random id of this process. */
  node: string
  run: string
}

interface Names {
  stream: string
  /** Subject of the log's messages. */
  log: string
  /** Subject on which the leader announces the end of the log. */
  end: string
  /** Prefix of the subjects on which the holder of the lease responds. */
  alive: string
  /** Prefix of requests to all nodes. */
  ask: string
  state: string
  snapshots: string
  uploads: string
}

/** The first fact stored about a hall, by which a node recognizes its own. */
export interface HallFacts {
  id: string
  createdAt: number
  /** Identifies the key that seals secrets; every node needs the same key. */
  secretsKey: string
}

/** Timeouts of one request, and of one about the lease, which is repeated until it succeeds, in ms. */
const requestMs = 1_500
const leaseRequestMs = 700
/** Timeout of one attempt to connect, in ms. The client leaves a stopped NATS node after two unanswered pings. */
const connectMs = 1_000
const pingMs = 500
const retryMs = 500

const namesOf = (name: string): Names => ({
  stream: `${name}-log`,
  log: `${name}.log`,
  end: `${name}.end`,
  alive: `${name}.alive`,
  ask: `${name}.ask`,
  state: `${name}-state`,
  snapshots: `${name}-snapshots`,
  uploads: `${name}-uploads`,
})

/** Reads the key in a file. @throws ConfigError if there is none */
export function nkeyOf(file: string): nkeys.KeyPair {
  try {
    return nkeys.fromSeed(new TextEncoder().encode(readFileSync(file, 'utf8').trim()))
  } catch {
    throw new ConfigError(`CLUSTER_NKEY_FILE: ${file} does not contain a key. To create one, run: examhall cluster key`)
  }
}

function authenticatorOf({ credsFile, nkeyFile }: ClusterConfig): Authenticator | undefined {
  if (credsFile !== undefined) return credsAuthenticator(readFileSync(credsFile))
  if (nkeyFile !== undefined) return nkeyAuthenticator(nkeyOf(nkeyFile).getSeed())
  return undefined
}

/** Encrypts. The client would compare the certificate of a server that is named by its IP address with "localhost". */
function tlsOf({ servers, caFile }: ClusterConfig): TlsOptions & Pick<ConnectOptions, 'checkServerIdentity'> {
  const hosts = servers.map((server) => server.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''))
  return {
    ...(caFile !== undefined && { caFile }),
    checkServerIdentity: (host, certificate) => {
      const errors = [host, ...hosts].map((name) => checkServerIdentity(name, certificate))
      return errors.includes(undefined) ? undefined : errors[1]
    },
  }
}

/** @param wait keeps trying until NATS responds */
async function connectTo(cluster: ClusterConfig, wait: boolean): Promise<NatsConnection> {
  const authenticator = authenticatorOf(cluster)
  const options: ConnectionOptions = {
    servers: cluster.servers,
    name: `examhall ${cluster.node}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    pingInterval: pingMs,
    maxPingOut: 2,
    timeout: connectMs,
    waitOnFirstConnect: wait,
    ...(authenticator && { authenticator }),
    ...((cluster.tls || cluster.caFile !== undefined) && { tls: tlsOf(cluster) }),
  }
  try {
    return await connect(options)
  } catch (error) {
    throw new ConfigError(
      `CLUSTER_URL: no NATS server responds at ${cluster.servers.join(', ')}: ${(error as Error).message}`,
    )
  }
}

async function open(connection: NatsConnection, { name, node }: ClusterConfig, replicas?: number): Promise<Hall> {
  const names = namesOf(name)
  const js = jetstream(connection, { timeout: requestMs })
  const manager = await jetstreamManager(connection, { timeout: requestMs, checkAPI: false })
  const settings = replicas === undefined ? {} : { replicas }
  const kvs = new Kvm(jetstream(connection, { timeout: leaseRequestMs }))
  const stores = new Objm(js)
  return {
    connection,
    js,
    manager,
    // Not direct: the lease is read from the bucket's leader.
    state:
      replicas === undefined
        ? await kvs.open(names.state, { bindOnly: true, allow_direct: false })
        : await kvs.create(names.state, { ...settings, history: 1, allow_direct: false }),
    snapshots: await (replicas === undefined
      ? stores.open(names.snapshots, false)
      : stores.create(names.snapshots, settings)),
    uploads: await (replicas === undefined
      ? stores.open(names.uploads, false)
      : stores.create(names.uploads, settings)),
    names,
    node,
    run: randomBytes(6).toString('base64url'),
  }
}

/** Connects to a hall's NATS servers, without checking that the hall exists. @param wait retries until they respond */
export async function connectHall(cluster: ClusterConfig, { wait }: { wait: boolean }): Promise<Hall> {
  const connection = await connectTo(cluster, wait)
  for (;;)
    try {
      return await open(connection, cluster)
    } catch (error) {
      if (!wait) {
        await connection.close()
        throw new ConfigError(`CLUSTER_URL: JetStream does not respond: ${(error as Error).message}`)
      }
      await sleep(retryMs)
    }
}

/**
 * Creates a hall's log and buckets; existing ones are kept.
 * @param replicas NATS nodes that store each message, 1 to 5
 */
export async function createHall(cluster: ClusterConfig, replicas: number): Promise<Hall> {
  const connection = await connectTo(cluster, false)
  const names = namesOf(cluster.name)
  try {
    const manager = await jetstreamManager(connection)
    await manager.streams.add({
      name: names.stream,
      subjects: [names.log],
      storage: 'file',
      num_replicas: replicas,
      allow_direct: true,
      discard: 'new',
      duplicate_window: 120_000_000_000,
    })
    return await open(connection, cluster, replicas)
  } catch (error) {
    await connection.close()
    throw new ConfigError(`The hall ${cluster.name} cannot be created in NATS: ${(error as Error).message}`)
  }
}

/** NATS's error codes for a stream, and so a bucket, that does not exist. */
const notFoundCode = 10_059

/** Returns a hall's facts; undefined if NATS does not contain the hall. */
export async function factsOf({ state }: Pick<Hall, 'state'>): Promise<HallFacts | undefined> {
  const entry = await state.get('hall').catch((error) => {
    if (error.code === notFoundCode || /stream not found/.test(String(error))) return null
    throw error
  })
  return entry?.operation === 'PUT' ? entry.json<HallFacts>() : undefined
}

/** Returns a hall's facts. @throws ConfigError if NATS does not contain the hall */
export async function requireFacts(hall: Hall, { name }: ClusterConfig): Promise<HallFacts> {
  const facts = await factsOf(hall)
  if (facts) return facts
  throw new ConfigError(
    `CLUSTER_NAME: the hall ${name} does not exist in NATS. On the server that has the data, run: examhall cluster init`,
  )
}
