import type { LocalStore } from './ports.ts'

/** No zod in this module: the student's first page takes it, and that page's JavaScript is counted. */

const prefix = 'examhall.attempt.'

/** The unsent, code apart, where the student is, and what was noticed. */
const kept = ['outbox', 'code', 'progress', 'log'] as const

/** Name of what an attempt keeps on this device. */
export const storageKey = (attemptId: string, what: (typeof kept)[number]) => `${prefix}${attemptId}.${what}`

/** The attempt is over: nothing of it stays on this device. */
export function forgetAttempt(storage: LocalStore, attemptId: string): void {
  for (const what of kept) storage.remove(storageKey(attemptId, what))
}

/** The attempts that have something unsent on this device, whoever's they are. */
export const attemptsWithOutbox = (storage: LocalStore): string[] =>
  storage
    .keys()
    .filter((key) => key.startsWith(prefix) && key.endsWith('.outbox'))
    .map((key) => key.slice(prefix.length, -'.outbox'.length))

/** Whether this device keeps anything at all: private modes and strict settings refuse it. */
export function keepsAnything(storage: LocalStore): boolean {
  const kept = storage.write(`${prefix}probe`, '1')
  storage.remove(`${prefix}probe`)
  return kept
}

/** Whose an attempt is, so that on a shared computer nobody's answers go out under another's name. */
export interface AttemptOwner {
  testId: string
  studentId: string
}
