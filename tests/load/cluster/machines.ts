import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HallNode } from '#tests/cluster/hall-node.ts'
import { NatsNode, natsConfig } from '#tests/support/nats.ts'

const clientPort = 4222
const routePort = 6222
const httpPort = 3000
/** Size of each disk. */
const diskMegabytes = 768

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** A machine with one Examhall and one NATS server, its own network namespace and two small disks in memory. */
export interface Machine {
  hall: HallNode
  nats: NatsNode
  /** Cuts its network in both directions, or restores it. */
  cut(isCut: boolean): void
  /** Fills a disk to the last page. */
  fill(disk: 'hall' | 'nats'): Promise<void>
  /** Frees it. */
  free(disk: 'hall' | 'nats'): void
  /** Sets the clock that its Examhall sees. @param ms difference from the true time */
  setClock(ms: number): void
}

/**
 * Creates three machines on one switch. Needs root.
 * @param folder for their disks @param logs a folder for what the NATS servers print @returns the machines, the hall's CLUSTER_URL, and a function that removes everything
 */
export function createMachines(
  folder: string,
  logs?: string,
): { machines: Machine[]; natsUrl: string; remove: () => void } {
  const name = `exh${process.pid}`
  const net = `10.231.${process.pid % 256}`
  const addresses = [1, 2, 3].map((n) => `${net}.${n}`)
  const undo: (() => void)[] = []
  run('ip', 'link', 'add', name, 'type', 'bridge')
  undo.push(() => run('ip', 'link', 'delete', name))
  run('ip', 'address', 'add', `${net}.254/24`, 'dev', name)
  run('ip', 'link', 'set', name, 'up')
  const natsUrl = `nats://${addresses.map((address) => `${address}:${clientPort}`).join(',')}`
  const machines = addresses.map((address, n): Machine => {
    const machine = `${name}-${n}`
    run('ip', 'netns', 'add', machine)
    undo.push(() => run('ip', 'netns', 'delete', machine))
    run('ip', 'link', 'add', machine, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', machine)
    run('ip', 'link', 'set', machine, 'master', name, 'up')
    run('ip', '-n', machine, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    for (const device of ['lo', 'eth0']) run('ip', '-n', machine, 'link', 'set', device, 'up')
    const disks = { hall: join(folder, `node-${n}`), nats: join(folder, `nats-${n}`) }
    for (const disk of Object.values(disks)) {
      mkdirSync(disk)
      run('mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'none', disk)
      undo.push(() => run('umount', '-l', disk))
    }
    const via = ['nsenter', `--net=/run/netns/${machine}`]
    const config = join(folder, `nats-${n}.conf`)
    const routes = addresses.map((one) => `${one}:${routePort}`)
    const listen = { client: `${address}:${clientPort}`, route: `${address}:${routePort}` }
    writeFileSync(config, natsConfig(`n${n}`, listen, routes, join(disks.nats, 'data')))
    const clock = join(folder, `clock-${n}`)
    const fillingOf = (disk: 'hall' | 'nats') => join(disks[disk], 'filling')
    const env = {
      HOST: address,
      CLUSTER_URL: natsUrl,
      CLUSTER_NODE: `node-${n}`,
      SECRETS_KEY_FILE: join(folder, 'secrets.key'),
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'jumping-clock.ts')}`,
      CLOCK_OFFSET_FILE: clock,
    }
    return {
      hall: new HallNode(disks.hall, httpPort, env, via),
      nats: new NatsNode(clientPort, config, via, logs && join(logs, `nats-${n}.log`)),
      cut: (isCut) => run('ip', 'link', 'set', machine, isCut ? 'down' : 'up'),
      fill: (disk) => fillDisk(fillingOf(disk)),
      free: (disk) => rmSync(fillingOf(disk), { force: true }),
      setClock: (ms) => writeFileSync(clock, String(ms)),
    }
  })
  const remove = () => {
    for (const step of undo.reverse())
      try {
        step()
      } catch (error) {
        console.log(String(error))
      }
  }
  return { machines, natsUrl, remove }
}

/** In another process, because the students of this one must not pause. */
async function fillDisk(file: string) {
  const filling = spawn('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'], { stdio: 'ignore' })
  await once(filling, 'exit')
}

/** Starts servers again that have ended by themselves, like systemd, until told to stop. */
export function superviseHalls(halls: readonly HallNode[]): () => void {
  let isOver = false
  const watch = async (hall: HallNode) => {
    for (; !isOver; await sleep(500)) {
      if (!hall.server || isAlive(hall.server.pid)) continue
      console.log(
        `   ${hall.env.CLUSTER_NODE} ended by itself: ${hall.server.output().trim().split('\n').at(-1)?.slice(0, 300)}`,
      )
      await hall.kill()
      await hall.start().catch((error) => console.log(`   ${String(error).slice(-300)}`))
    }
  }
  for (const hall of halls) void watch(hall)
  return () => {
    isOver = true
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
