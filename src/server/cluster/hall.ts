import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionOptions as ConnectOptions, checkServerIdentity } from 'node:tls'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import { type ObjectStore, Objm } from '@nats-io/obj'
import {
  type Authenticator,
  AuthorizationError,
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
  /** Hosts of the NATS servers on this machine; empty if all are, as in a test. */
  localHosts: readonly string[]
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

/** The first fact stored about a hall; nodes use it to recognise their hall. */
export interface HallFacts {
  id: string
  createdAt: number
  /** Identifies the key that seals secrets; every node needs the same key. */
  secretsKey: string
}

/** Timeouts of one request, and of one about the lease, which is repeated until it succeeds, in ms. */
const requestMs = 1_000
const leaseRequestMs = 700
/** Timeout of the creation of one stream, in ms. */
const createMs = 10_000
/** Timeout of one attempt to connect, in ms. The client abandons a stopped NATS node after two unanswered pings. */
const connectMs = 1_000
const pingMs = 500
const reconnectMs = 200

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

/** TLS options. By default, the client would check the certificate of a server addressed by IP against "localhost". */
function tlsOf({ servers, caFile }: ClusterConfig): TlsOptions & Pick<ConnectOptions, 'checkServerIdentity'> {
  const hosts = servers.map(hostOf)
  return {
    ...(caFile !== undefined && { caFile }),
    checkServerIdentity: (host, certificate) => {
      const errors = [host, ...hosts].map((name) => checkServerIdentity(name, certificate))
      return errors.includes(undefined) ? undefined : errors[1]
    },
  }
}

const hostOf = (server: string) => server.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')

/** Returns the hosts of the NATS servers on this machine; none if all are. */
async function localHostsOf(servers: readonly string[]): Promise<string[]> {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
  const isLocal = async (host: string) => {
    const found = await lookup(host, { all: true }).catch(() => [])
    return found.some(({ address }) => own.includes(address))
  }
  const hosts = servers.map(hostOf)
  const areLocal = await Promise.all(hosts.map(isLocal))
  return areLocal.every(Boolean) ? [] : hosts.filter((_, n) => areLocal[n])
}

interface Connected {
  connection: NatsConnection
  localHosts: readonly string[]
}

/** @param wait keeps trying until NATS responds @throws ConfigError, also if NATS refuses this server's key */
async function connectTo(cluster: ClusterConfig, wait: boolean): Promise<Connected> {
  const authenticator = authenticatorOf(cluster)
  const localHosts = await localHostsOf(cluster.servers)
  // In random order, but the local one first: it responds fastest, and fails only with this machine.
  const rankOf = (server: string) => (localHosts.includes(hostOf(server)) ? -1 : Math.random())
  const ranked = cluster.servers.map((server) => ({ server, rank: rankOf(server) }))
  const servers = ranked.sort((a, b) => a.rank - b.rank).map(({ server }) => server)
  const options: ConnectionOptions = {
    noRandomize: true,
    name: `examhall ${cluster.node}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    reconnectJitter: 100,
    pingInterval: pingMs,
    maxPingOut: 2,
    timeout: connectMs,
    ...(authenticator && { authenticator }),
    ...((cluster.tls || cluster.caFile !== undefined) && { tls: tlsOf(cluster) }),
  }
  for (;;)
    try {
      // If all servers refuse the key, this ends with an error. The lasting connection must not end: a mistake in NATS's
      // configuration is corrected there.
      await (await connect({ ...options, servers })).close()
      return { connection: await connect({ ...options, servers, ignoreAuthErrorAbort: true }), localHosts }
    } catch (error) {
      if (!wait || error instanceof AuthorizationError)
        throw new ConfigError(
          `CLUSTER_URL: no NATS server responds at ${cluster.servers.join(', ')}: ${(error as Error).message}`,
        )
      // The last server's error is reported. Each gets its turn.
      servers.push(...servers.splice(0, 1))
      await sleep(reconnectMs)
    }
}

async function open({ connection, localHosts }: Connected, { name, node }: ClusterConfig): Promise<Hall> {
  const names = namesOf(name)
  // A check of the API needs NATS's metadata leader, and nothing else here does.
  const own = { checkAPI: false }
  const js = jetstream(connection, { ...own, timeout: requestMs })
  const manager = await jetstreamManager(connection, { ...own, timeout: requestMs })
  const kvs = new Kvm(jetstream(connection, { ...own, timeout: leaseRequestMs }))
  const stores = new Objm(js)
  return {
    connection,
    localHosts,
    js,
    manager,
    // No direct reads: the lease must be read from the bucket's leader.
    state: await kvs.open(names.state, { bindOnly: true, allow_direct: false }),
    snapshots: await stores.open(names.snapshots, false),
    uploads: await stores.open(names.uploads, false),
    names,
    node,
    run: randomBytes(6).toString('base64url'),
  }
}

/** Connects to a hall's NATS servers, without checking that the hall exists. @param wait retries until they respond */
export async function connectHall(cluster: ClusterConfig, { wait }: { wait: boolean }): Promise<Hall> {
  const hall = await open(await connectTo(cluster, wait), cluster)
  if (wait) return hall
  try {
    await hall.manager.getAccountInfo()
    return hall
  } catch (error) {
    await hall.connection.close()
    throw new ConfigError(`CLUSTER_URL: JetStream does not respond: ${(error as Error).message}`)
  }
}

/**
 * Creates a hall's log and buckets; existing ones are kept.
 * @param replicas NATS nodes that store each message, 1 to 5
 */
export async function createHall(cluster: ClusterConfig, replicas: number): Promise<Hall> {
  const connected = await connectTo(cluster, false)
  const { connection } = connected
  const names = namesOf(cluster.name)
  try {
    const js = jetstream(connection, { timeout: createMs })
    const manager = await js.jetstreamManager()
    const [kvs, stores] = [new Kvm(js), new Objm(js)]
    // NATS elects a leader for each, which takes a second or more.
    await Promise.all([
      manager.streams.add({
        name: names.stream,
        subjects: [names.log],
        storage: 'file',
        num_replicas: replicas,
        allow_direct: true,
        discard: 'new',
        duplicate_window: 120_000_000_000,
      }),
      kvs.create(names.state, { replicas, history: 1, allow_direct: false }),
      stores.create(names.snapshots, { replicas }),
      stores.create(names.uploads, { replicas }),
    ])
    return await open(connected, cluster)
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

/** Returns the name of this machine's NATS server if this is connected to it. */
export const localServerOf = ({ connection, localHosts }: Hall): string | undefined =>
  localHosts.includes(hostOf(connection.getServer())) ? connection.info?.server_name : undefined

/**
 * Makes other NATS servers lead the log and the lease if `server` does. NATS takes 4 to 9 s to elect a leader, so the
 * machine of the leading Examhall must not take NATS's leaders with it when it dies.
 * @param server name of a NATS server @param inTurn calls back while nothing is being published
 */
export async function leadElsewhere(
  { connection, manager, names }: Hall,
  server: string,
  inTurn: (move: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const stream of [names.stream, `KV_${names.state}`]) {
    const { leader, replicas = [] } = (await manager.streams.info(stream)).cluster ?? {}
    // A copy that is behind would have to be elected, and that takes seconds.
    const isSafe = replicas.length > 0 && replicas.every(({ current, offline }) => current && !offline)
    if (leader !== server || !isSafe) continue
    await inTurn(async () => void (await connection.request(`$JS.API.STREAM.LEADER.STEPDOWN.${stream}`)))
  }
}
