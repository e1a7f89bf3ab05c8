import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { now as clockNow } from '#client/lib/clock.ts'

/** One shared clock for all cells that count seconds. It stops when it has no subscribers. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let second = clockNow()

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (timer === undefined) second = clockNow()
  timer ??= setInterval(() => {
    second = clockNow()
    for (const tell of listeners) tell()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const Offset = createContext(0)

/** Provides the server clock's offset from the device clock, in ms. */
export const ServerClock = ({ offset, children }: { offset: number; children: ReactNode }) => (
  <Offset value={offset}>{children}</Offset>
)

/** Server time in ms UTC, updated every second. */
export const useSecond = () => useSyncExternalStore(subscribe, () => second) + use(Offset)

/** Server time in ms UTC, updated every `ms` milliseconds. */
export const useTick = (ms: number) => useSyncExternalStore(subscribe, () => Math.floor(second / ms) * ms) + use(Offset)
