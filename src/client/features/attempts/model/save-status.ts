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
