import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { now as clockNow } from '#client/lib/clock.ts'

/** One clock for all cells that count seconds; it stops while nobody reads it. */
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

/** Tells its children how far the server's clock is ahead of this device's, ms. */
export const ServerClock = ({ offset, children }: { offset: number; children: ReactNode }) => (
  <Offset value={offset}>{children}</Offset>
)

/** The server's time, updated every second; ms UTC. */
export const useSecond = () => useSyncExternalStore(subscribe, () => second) + use(Offset)

/** The same in longer steps. @param ms length of a step */
export const useTick = (ms: number) => useSyncExternalStore(subscribe, () => Math.floor(second / ms) * ms) + use(Offset)
