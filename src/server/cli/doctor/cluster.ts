import type { Hall } from '../../cluster/hall.ts'
import { connectHall } from '../../cluster/hall.ts'
import { requestStatus } from '../../cluster/requests.ts'
import { machineTime } from '../../platform/clock.ts'
import type { ClusterConfig } from '../../platform/config.ts'
import type { Finding } from './finding.ts'

/** Clock differences above this are worth correcting, in ms. */
const noticeable = 1_000

async function examineLog({ manager, names }: Hall): Promise<Finding> {
  const what = 'Cluster log'
  const { config, cluster, state } = await manager.streams.info(names.stream)
  const late = cluster?.replicas?.filter(({ current, offline }) => !current || offline).map(({ name }) => name) ?? []
  const size = `${state.messages} messages, ${(state.bytes / 1e6).toFixed(1)} MB`
  if (late.length > 0) return { what, found: `${size}; not up to date: ${late.join(', ')}`, bad: true }
  return {
    what,
    found: `${size}, stored ${config.num_replicas === 1 ? 'once: the loss of one NATS server stops the hall' : `${config.num_replicas} times`}`,
    bad: config.num_replicas === 1,
  }
}

async function examineServers(hall: Hall): Promise<Finding[]> {
  const asked = machineTime()
  const nodes = await requestStatus(hall)
  const leader = nodes.find(({ role }) => role === 'leader')
  // Compare with the time of the request: servers answer it at once, but `requestStatus` waits for all of them.
  const apart = nodes.filter(({ now }) => Math.abs(now - asked) > noticeable).map(({ node }) => node)
  return [
    {
      what: 'Servers',
      found: nodes.length > 0 ? nodes.map(({ node, role }) => `${node} (${role})`).join(', ') : 'none is running',
      bad: leader === undefined,
    },
    {
      what: 'Clocks',
      found: apart.length > 0 ? `differ by more than 1 s from this machine's: ${apart.join(', ')}` : 'agree within 1 s',
      bad: apart.length > 0,
    },
  ]
}

/** Examines NATS, the log, and the other servers. NATS does not tell clients how often it flushes its files. */
export async function examineCluster(cluster: ClusterConfig): Promise<Finding[]> {
  try {
    const hall = await connectHall(cluster, { wait: false })
    try {
      const { info } = hall.connection
      const jetstream = info?.jetstream ? 'with JetStream' : 'without JetStream: enable it'
      return [
        { what: 'NATS', found: `${info?.version} ${jetstream}`, bad: !info?.jetstream },
        await examineLog(hall),
        ...(await examineServers(hall)),
      ]
    } finally {
      await hall.connection.close()
    }
  } catch (error) {
    return [{ what: 'NATS', found: (error as Error).message, bad: true }]
  }
}
