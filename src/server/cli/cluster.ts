import { randomUUID } from 'node:crypto'
import { existsSync, openSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nkeys } from '@nats-io/transport-node'
import { connectHall, createHall, factsOf, type Hall, type HallFacts, nkeyOf, requireFacts } from '../cluster/hall.ts'
import { boundsOf } from '../cluster/log.ts'
import { secretsKeyOf, setAside } from '../cluster/node.ts'
import { start, writeMembership } from '../cluster/position.ts'
import { requestChecksums, requestStatus, requestStepDown } from '../cluster/requests.ts'
import { storeSnapshot } from '../cluster/snapshots.ts'
import { storeUploads } from '../cluster/uploads.ts'
import { failureText } from '../platform/backup/failures.ts'
import { belongsToCluster, bypassesLog, lockData, servedName } from '../platform/backup/lock.ts'
import { databaseName } from '../platform/backup/manifest.ts'
import { systemClock } from '../platform/clock.ts'
import type { ClusterConfig, Config } from '../platform/config.ts'
import { makeFolder } from '../platform/folder.ts'
import { ConfigError } from '../platform/settings.ts'
import { readArguments, UsageError } from './usage.ts'

type Clustered = Config & { cluster: ClusterConfig }

/** @returns undefined while a server uses the data folder */
function tryToTake(dataDir: string) {
  makeFolder(dataDir)
  return lockData(dataDir, 'alone', servedName)
}

function takeData(dataDir: string): () => void {
  const leave = tryToTake(dataDir)
  if (!leave) throw new ConfigError('DATA_DIR is in use by an Examhall server; stop it first')
  return leave
}

/** Interval between checks whether the server has stopped, in ms. */
const checkEvery = 50

/** Waits until no server uses the data folder. */
async function takeDataFromServer(dataDir: string): Promise<() => void> {
  for (let isAsked = false; ; await sleep(checkEvery)) {
    const leave = tryToTake(dataDir)
    if (leave) return leave
    if (!isAsked)
      console.log('Everything is prepared. Stop the Examhall server of DATA_DIR now; this command waits for that')
    isAsked = true
  }
}

/**
 * Creates a hall from this data folder: its log and buckets in NATS, a first snapshot, and the uploads. A server may
 * serve the folder until all but the snapshot is done, so that exams pause only briefly.
 */
async function init(config: Clustered, replicas: number) {
  const { cluster } = config
  const dataDir = resolve(config.dataDir)
  if (belongsToCluster(dataDir)) throw new ConfigError(bypassesLog(dataDir))
  const hall = await createHall(cluster, replicas)
  try {
    if (await factsOf(hall))
      throw new ConfigError(`CLUSTER_NAME: NATS already contains a hall ${cluster.name}. Choose another name`)
    if ((await boundsOf(hall)).last > 0)
      throw new ConfigError(`The hall ${cluster.name} is already in use. To start this server, run: examhall serve`)
    const { openServices } = await import('../app.ts')
    await storeUploads(hall, dataDir)
    const leave = await takeDataFromServer(dataDir)
    try {
      // Migrates and closes, so that the file contains everything.
      await (await openServices({ ...config, cluster: undefined })).db.close()
      const facts: HallFacts = {
        id: randomUUID(),
        createdAt: systemClock.now(),
        secretsKey: secretsKeyOf(config) ?? '',
      }
      const file = join(dataDir, databaseName)
      if (existsSync(`${file}-wal`)) throw new ConfigError('Another program uses the database; stop it first')
      await storeSnapshot(hall, openSync(file, 'r'), statSync(file).size, start)
      await storeUploads(hall, dataDir)
      await hall.state.put('hall', JSON.stringify(facts))
      await writeMembership(dataDir, { ...start, hall: facts.id, isIncomplete: false })
    } finally {
      leave()
    }
    console.log(`Created the hall ${cluster.name} from ${dataDir}, on ${replicas} NATS servers`)
    console.log('Copy the file of SECRETS_KEY_FILE to the other servers, then start Examhall on all of them')
  } finally {
    await hall.connection.close()
  }
}

/** Makes this data folder follow the hall's data, after moving its own data aside. */
async function joinHall(config: Clustered, replace: boolean) {
  const dataDir = resolve(config.dataDir)
  const leave = takeData(dataDir)
  try {
    await onHall(config, async (_hall, facts) => {
      if (existsSync(join(dataDir, databaseName))) {
        if (!replace)
          throw new ConfigError(`DATA_DIR contains data. To move it aside, run: examhall cluster join --replace`)
        console.log(`The previous data is kept in ${setAside(dataDir, 'replaced')}`)
      }
      await writeMembership(dataDir, { ...start, hall: facts.id, isIncomplete: true })
      console.log(`${dataDir} belongs to the hall ${config.cluster.name}. Start it: examhall serve`)
    })
  } finally {
    leave()
  }
}

async function onHall<T>({ cluster }: Clustered, use: (hall: Hall, facts: HallFacts) => Promise<T>): Promise<T> {
  const hall = await connectHall(cluster, { wait: false })
  try {
    return await use(hall, await requireFacts(hall, cluster))
  } finally {
    await hall.connection.close()
  }
}

async function showStatus(hall: Hall) {
  const { cluster, state } = await hall.manager.streams.info(hall.names.stream)
  console.log(`Log: ${state.messages} messages, ${(state.bytes / 1e6).toFixed(1)} MB, up to ${state.last_seq}`)
  for (const { name, current, offline } of cluster?.replicas ?? [])
    if (!current || offline) console.log(`! The NATS server ${name} is ${offline ? 'offline' : 'not up to date'}`)
  const nodes = await requestStatus(hall)
  for (const { node, role, address, sequence, term, lag, age, version } of nodes) {
    const copy = role === 'leader' ? '' : `, ${lag} behind, age ${age === null ? 'unknown' : `${age.toFixed(1)} s`}`
    console.log(`${node.padEnd(16)} ${role.padEnd(8)} ${address}  term ${term}, message ${sequence}${copy}, ${version}`)
  }
  const names = nodes.map(({ node }) => node)
  for (const name of new Set(names.filter((one, at) => names.indexOf(one) !== at)))
    console.log(`! Several servers are named ${name}: set CLUSTER_NODE to a different name on each`)
  if (!nodes.some(({ role }) => role === 'leader')) {
    console.log('! No server leads')
    process.exitCode = 1
  }
}

async function verify(hall: Hall) {
  const nodes = await requestStatus(hall)
  if (!nodes.some(({ role }) => role === 'leader')) throw new ConfigError('No server leads, so nothing was compared')
  const sums = await requestChecksums(hall, nodes.length)
  for (const { node, sequence, sum } of sums) console.log(`${node.padEnd(16)} message ${sequence}  ${sum}`)
  const missing = nodes.filter(({ node }) => !sums.some((one) => one.node === node)).map(({ node }) => node)
  if (missing.length > 0) throw new ConfigError(`No answer from ${missing.join(', ')}`)
  if (new Set(sums.map(({ sum }) => sum)).size !== 1) throw new ConfigError('The copies differ')
  console.log(`All ${sums.length} copies are equal`)
}

/** Creates the key that identifies this server to NATS unless its file exists, and prints its line for the NATS configuration. */
function showKey({ nkeyFile }: ClusterConfig) {
  if (nkeyFile === undefined) throw new ConfigError('CLUSTER_NKEY_FILE is not set; set it to the file for the key')
  if (!existsSync(nkeyFile))
    try {
      writeFileSync(nkeyFile, nkeys.createUser().getSeed(), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      const folder = dirname(resolve(nkeyFile))
      throw new ConfigError(
        existsSync(folder)
          ? `CLUSTER_NKEY_FILE: ${nkeyFile} cannot be written. ${failureText(error)}`
          : `CLUSTER_NKEY_FILE: the folder ${folder} does not exist. Create it, then run: examhall cluster key`,
      )
    }
  console.log(`Add this user to the NATS configuration: { nkey: "${nkeyOf(nkeyFile).getPublicKey()}" }`)
}

/** Manages a cluster (docs/cluster.md). */
export async function manageCluster(config: Config, args: readonly string[]): Promise<void> {
  const { given, values } = readArguments('cluster', args)
  const { cluster } = config
  if (!cluster) throw new ConfigError('CLUSTER_URL is not set; set it to the addresses of the NATS servers')
  const clustered = { ...config, cluster }
  // NATS needs an odd number of copies for a quorum.
  const replicas = Number(values.replicas ?? (cluster.servers.length < 3 ? 1 : 3))
  if (![1, 3, 5].includes(replicas)) throw new UsageError('cluster init --replicas accepts 1, 3 or 5')
  const actions: Record<string, () => Promise<void>> = {
    key: async () => showKey(cluster),
    init: () => init(clustered, replicas),
    join: () => joinHall(clustered, values.replace === true),
    status: () => onHall(clustered, showStatus),
    verify: () => onHall(clustered, verify),
    'step-down': () =>
      onHall(clustered, async (hall) => {
        const node = await requestStepDown(hall)
        if (node === undefined) throw new ConfigError('No server leads')
        console.log(`${node} steps down`)
      }),
  }
  const [word = ''] = given
  if (!Object.hasOwn(actions, word)) throw new UsageError('cluster takes key, init, join, status, step-down or verify')
  await actions[word]?.()
}
