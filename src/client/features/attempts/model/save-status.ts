import type { FailureKind } from './ports.ts'

export type SaveState = 'saved' | 'saving' | 'offline' | 'signed-out' | 'refused' | 'closed'

export interface SaveStatus {
  state: SaveState
  /** Answers the server has not acknowledged. */
  unsent: number
  /** Why the last try failed, as a sentence; null when it did not. */
  message: string | null
  /** Whether this device keeps what is unsent; if not, it lasts as long as the page. */
  kept: boolean
}

/** What a failed save leaves saving in. */
export const stateAfter: Record<FailureKind, SaveState> = {
  offline: 'offline',
  trouble: 'offline',
  closed: 'closed',
  'signed-out': 'signed-out',
  refused: 'refused',
}

const gravest: readonly SaveState[] = ['saved', 'saving', 'refused', 'offline', 'signed-out', 'closed']

/** Answers and code as one: the graver state, and all that is unsent. */
export function together(answers: SaveStatus, code: SaveStatus): SaveStatus {
  const worse = gravest.indexOf(code.state) > gravest.indexOf(answers.state) ? code : answers
  return { ...worse, unsent: answers.unsent + code.unsent, kept: answers.kept && code.kept }
}
