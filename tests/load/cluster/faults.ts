import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from './machines.ts'

/** Duration of each fault, in ms. */
const lastsMs = 10_000
const hour = 3_600_000

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T

/** What a fault may use. */
export interface Scene {
  machines: readonly Machine[]
  /** The machine whose Examhall leads, if any does. */
  leading: () => Machine | undefined
  /** Waits until a save that began after the fault is acknowledged. */
  settled: () => Promise<void>
}

/** Every kind of fault; each undoes itself. */
export function faultsOf({ machines, leading, settled }: Scene): Record<string, () => Promise<void>> {
  const leader = () => leading() ?? pick(machines)
  const standby = () => pick(machines.filter((one) => one !== leading()))
  const kill = async ({ hall }: Machine) => {
    await hall.kill()
    await settled()
    await hall.start()
  }
  const during = async (begin: () => void | Promise<void>, end: () => void) => {
    await begin()
    try {
      await sleep(lastsMs)
    } finally {
      end()
    }
  }
  const stop = (server: { signal: (signal: NodeJS.Signals) => void }) =>
    during(
      () => server.signal('SIGSTOP'),
      () => server.signal('SIGCONT'),
    )
  const cutOff = (machine: Machine) =>
    during(
      () => machine.cut(true),
      () => machine.cut(false),
    )
  const fill = (machine: Machine, disk: 'hall' | 'nats') =>
    during(
      () => machine.fill(disk),
      () => machine.free(disk),
    )
  const restartNats = async ({ nats }: Machine, pauseMs: number) => {
    await nats.kill()
    await sleep(pauseMs)
    await nats.start()
  }
  return {
    'leader killed': () => kill(leader()),
    'standby killed': () => kill(standby()),
    'leader stopped': () => stop(leader().hall),
    'standby stopped': () => stop(standby().hall),
    'leader cut off': () => cutOff(leader()),
    'standby cut off': () => cutOff(standby()),
    'leader disk full': () => fill(leader(), 'hall'),
    'standby disk full': () => fill(standby(), 'hall'),
    'clock jumped': async () => {
      // Until the next jump; the killed leader's successor may be the one whose clock is wrong.
      pick(machines).setClock(pick([-hour, hour]))
      await kill(leader())
    },
    'NATS killed': () => restartNats(pick(machines), 2_000),
    'NATS stopped': () => stop(pick(machines).nats),
    'NATS disk full': async () => {
      const machine = pick(machines)
      await fill(machine, 'nats')
      // A group's member that could not write its log may stay behind until it is restarted, as the guide advises.
      await restartNats(machine, 0)
    },
  }
}

/** Returns `count` names, each kind equally often, in random order. */
export function shuffled(names: readonly string[], count: number): string[] {
  const order: string[] = []
  while (order.length < count) {
    const deck = [...names]
    while (deck.length > 0) order.push(...deck.splice(Math.floor(Math.random() * deck.length), 1))
  }
  return order.slice(0, count)
}
