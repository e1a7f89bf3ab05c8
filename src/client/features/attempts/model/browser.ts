import { now } from '#client/lib/clock.ts'
import type { Channel, LocalStore, Ports } from './ports.ts'

/** This browser's own storage. */
export const localStore: LocalStore = {
  read(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(key, value)
      return true
    } catch {
      // Full or forbidden. The answers are still in memory and on their way to the server.
      return false
    }
  },
  remove(key) {
    try {
      localStorage.removeItem(key)
    } catch {
      // Then nothing was stored.
    }
  },
  keys() {
    try {
      return Object.keys(localStorage)
    } catch {
      return []
    }
  },
}

const silent: Channel = { post: () => {}, listen: () => () => {} }

/** The channel between tabs. Where the browser has none, tabs cannot communicate and the server's revisions decide. */
function tabChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined') return silent
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen(hear) {
      const listener = (event: MessageEvent) => hear(event.data)
      channel.addEventListener('message', listener)
      return () => channel.removeEventListener('message', listener)
    },
  }
}

/** A unique name. Browsers lack randomUUID without https. */
const newName = (): string =>
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('')

const writerKey = 'examhall.writer'

/** This tab's name as writer. It survives a reload, so that a reload does not count as another tab. */
export const tabWriter = {
  name(): string {
    try {
      return sessionStorage.getItem(writerKey) ?? tabWriter.rename()
    } catch {
      return newName()
    }
  },
  rename(): string {
    const name = newName()
    try {
      sessionStorage.setItem(writerKey, name)
    } catch {
      // Then it lasts until the page is closed.
    }
    return name
  },
}

/** This device's clocks. */
export const deviceClock: Ports['clock'] = { wall: now, mono: () => performance.now() }

export const browserTimers: Ports['timers'] = {
  after(ms, run) {
    const handle = setTimeout(run, ms)
    return () => clearTimeout(handle)
  },
}

/** Browser implementations of one attempt's dependencies. */
export const browserPorts = (attemptId: string): Ports => ({
  clock: deviceClock,
  timers: browserTimers,
  storage: localStore,
  channel: tabChannel(`examhall.attempt.${attemptId}`),
  random: Math.random,
})
