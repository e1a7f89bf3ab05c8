import type { Outcome, Timers } from './ports.ts'

const steps = [1_000, 2_000, 4_000, 8_000, 15_000] as const

/**
 * Delay after the nth failure in a row (`failures`, from 1), in ms: 1, 2, 4, 8, then 15 s, with 25% jitter so that a
 * hall of students does not reconnect in the same instant.
 */
export function retryDelay(failures: number, random: () => number): number {
  const step = steps[Math.min(Math.max(failures, 1), steps.length) - 1] ?? 15_000
  return Math.round(step * (0.75 + random() * 0.5))
}

/** Fails a request after `ms` without a response. A phone's dead connection otherwise hangs for minutes. */
export function withTimeout<T>(
  timers: Timers,
  ms: number,
  send: (signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return new Promise((resolve) => {
    const abort = new AbortController()
    const cancel = timers.after(ms, () => {
      abort.abort()
      resolve({ ok: false, failure: { kind: 'offline', message: 'The server did not answer in time' } })
    })
    send(abort.signal).then(
      (outcome) => {
        cancel()
        resolve(outcome)
      },
      (error: unknown) => {
        cancel()
        // A transport that throws has a bug. The answers are still here, so treat it as retryable.
        const message = error instanceof Error ? error.message : 'Something went wrong'
        resolve({ ok: false, failure: { kind: 'trouble', message } })
      },
    )
  })
}
