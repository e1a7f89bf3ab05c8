import { now } from '#client/lib/clock.ts'
import type { Channel, Device, LocalStore } from './device.ts'

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
      // Storage is full or blocked.
      return false
    }
  },
  remove(key) {
    try {
      localStorage.removeItem(key)
    } catch {
      // Storage is blocked, so nothing was stored.
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

/** The channel between tabs. In a browser without BroadcastChannel, nothing is sent or received. */
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

/** A unique id. Without https, browsers lack randomUUID. */
const newId = (): string =>
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('')

const tabIdKey = 'examhall.writer'

/** This tab's id. It survives a reload, so a reload does not count as another tab. */
export const tabId = {
  read(): string {
    try {
      return sessionStorage.getItem(tabIdKey) ?? tabId.renew()
    } catch {
      return newId()
    }
  },
  renew(): string {
    const id = newId()
    try {
      sessionStorage.setItem(tabIdKey, id)
    } catch {
      // Storage is blocked, so the tab gets a new id on reload.
    }
    return id
  },
}

export const browserClock: Device['clock'] = { wall: now, mono: () => performance.now() }

export const browserTimers: Device['timers'] = {
  after(ms, run) {
    const handle = setTimeout(run, ms)
    return () => clearTimeout(handle)
  },
}

/** This browser, with a channel to tabs that use the same `channel` name. */
export const browserDevice = (channel: string): Device => ({
  clock: browserClock,
  timers: browserTimers,
  storage: localStore,
  channel: tabChannel(channel),
  random: Math.random,
})
