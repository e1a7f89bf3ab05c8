import type { LocalStore } from './ports.ts'

/** No zod in this module: the student's first page takes it, and that page's JavaScript is counted. */

const prefix = 'examhall.attempt.'

/** Letters with events, and code. */
export const unsentKinds = ['outbox', 'code'] as const
export type UnsentKind = (typeof unsentKinds)[number]

/** The unsent, code apart, where the student is, and what was noticed. */
const kept = [...unsentKinds, 'progress', 'log'] as const

/** Name of what an attempt keeps on this device. */
export const storageKey = (attemptId: string, what: (typeof kept)[number]) => `${prefix}${attemptId}.${what}`

/** The attempt is over: nothing of it stays on this device. */
export function forgetAttempt(storage: LocalStore, attemptId: string): void {
  for (const what of kept) storage.remove(storageKey(attemptId, what))
}

/** The attempts that have something unsent on this device, whoever's they are. */
export function attemptsWithUnsent(storage: LocalStore): string[] {
  const found = storage.keys().flatMap((key) => {
    const kind = unsentKinds.find((one) => key.startsWith(prefix) && key.endsWith(`.${one}`))
    return kind ? [key.slice(prefix.length, -kind.length - 1)] : []
  })
  return [...new Set(found)]
}

/** True if this device stores anything: private modes and strict settings refuse. */
export function keepsAnything(storage: LocalStore): boolean {
  const kept = storage.write(`${prefix}probe`, '1')
  storage.remove(`${prefix}probe`)
  return kept
}

/** The attempt's owner, so that on a shared computer answers are never sent under another name. */
export interface AttemptOwner {
  testId: string
  studentId: string
}
