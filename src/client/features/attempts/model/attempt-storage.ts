import type { LocalStore } from '#client/lib/device/device.ts'

/** No zod here: this module is part of the student's first page, whose JavaScript size is limited. */

const prefix = 'examhall.attempt.'

/** `outbox` contains answers and violations; `code` contains programs. */
export const unsentKinds = ['outbox', 'code'] as const
export type UnsentKind = (typeof unsentKinds)[number]

/** What else is stored for an attempt: names of unfinished uploads, the position and the recorded events. */
const otherKinds = ['files', 'progress', 'log'] as const

/** Storage key of an attempt's data on this device. */
export const storageKey = (attemptId: string, what: UnsentKind | (typeof otherKinds)[number]) =>
  `${prefix}${attemptId}.${what}`

/** Name of the channel between the tabs that have an attempt open. */
export const attemptChannel = (attemptId: string) => `${prefix}${attemptId}`

/** Deletes the data of a finished attempt from this device, except unsent answers. */
export function forgetAttempt(storage: LocalStore, attemptId: string): void {
  for (const what of otherKinds) storage.remove(storageKey(attemptId, what))
}

/** The ids of all students' attempts with unsent data on this device. */
export function attemptsWithUnsent(storage: LocalStore): string[] {
  const found = storage.keys().flatMap((key) => {
    const kind = unsentKinds.find((one) => key.startsWith(prefix) && key.endsWith(`.${one}`))
    return kind ? [key.slice(prefix.length, -kind.length - 1)] : []
  })
  return [...new Set(found)]
}

/** An attempt's data on this device, parsed but not validated. null if it is missing or malformed. */
export function readStored(storage: LocalStore, attemptId: string, what: Parameters<typeof storageKey>[1]): unknown {
  try {
    return JSON.parse(storage.read(storageKey(attemptId, what)) ?? 'null')
  } catch {
    return null
  }
}

/** Unsent data as stored. The entries may have been edited, truncated or written by another client version. */
interface Unsent {
  owner: unknown
  /** Answers, or programs for `code`. */
  items: unknown[]
  violations: unknown[]
}

/** Reads unsent data; undefined if it is missing or malformed. */
export function readUnsent(storage: LocalStore, attemptId: string, kind: UnsentKind): Unsent | undefined {
  const stored = readStored(storage, attemptId, kind) as Record<string, unknown> | null
  const [items, violations] = kind === 'code' ? [stored?.codes, []] : [stored?.answers, stored?.violations]
  return Array.isArray(items) && Array.isArray(violations) ? { owner: stored?.owner, items, violations } : undefined
}

/** @returns true if the data was stored; undefined if there was nothing to store */
export function writeUnsent(
  storage: LocalStore,
  attemptId: string,
  kind: UnsentKind,
  { owner, items, violations }: Unsent,
): boolean | undefined {
  const key = storageKey(attemptId, kind)
  if (items.length + violations.length === 0) {
    storage.remove(key)
    return undefined
  }
  const content = kind === 'code' ? { codes: items } : { answers: items, violations }
  return storage.write(key, JSON.stringify({ owner, ...content }))
}

/** True if this browser can store data. Private mode or strict settings may prevent it. */
export function keepsAnything(storage: LocalStore): boolean {
  const kept = storage.write(`${prefix}probe`, '1')
  storage.remove(`${prefix}probe`)
  return kept
}

/** The attempt's owner, stored so that one student's answers are not sent for another on a shared computer. */
export interface AttemptOwner {
  testId: string
  studentId: string
  /** When the attempt was first found to be over, in ms since 1970. */
  closedAt?: number
}
