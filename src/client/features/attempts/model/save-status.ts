import type { FailureKind } from './requests.ts'

export type SaveState = 'saved' | 'saving' | 'offline' | 'elsewhere' | 'outside' | 'signed-out' | 'refused' | 'closed'

export interface SaveStatus {
  state: SaveState
  /** Answers the server has not acknowledged. */
  unsent: number
  /** Why the last attempt failed, as a sentence; null if it succeeded. */
  message: string | null
  /** True if this device stores unsent answers. If not, they last until the page is closed. */
  kept: boolean
}

/** The state of saving after a failed save. */
export const stateAfter: Record<FailureKind, SaveState> = {
  offline: 'offline',
  trouble: 'offline',
  elsewhere: 'elsewhere',
  outside: 'outside',
  closed: 'closed',
  'signed-out': 'signed-out',
  refused: 'refused',
}

/** True if a failure is transient, so that a retry is worthwhile. */
export const mayPass = (kind: FailureKind) => !['closed', 'signed-out', 'refused'].includes(kind)

const gravest: readonly SaveState[] = [
  'saved',
  'saving',
  'refused',
  'offline',
  'outside',
  'elsewhere',
  'signed-out',
  'closed',
]

/** Combines answers and code: the more severe state, and everything unsent. */
export function together(answers: SaveStatus, code: SaveStatus): SaveStatus {
  const worse = gravest.indexOf(code.state) > gravest.indexOf(answers.state) ? code : answers
  return { ...worse, unsent: answers.unsent + code.unsent, kept: answers.kept && code.kept }
}

const answers = (count: number) => (count === 1 ? '1 answer' : `${count} answers`)

/** Never promise storage on a device that has none. */
const keeping = (kept: boolean) =>
  kept
    ? 'Your answers are kept on this device'
    : 'This browser stores nothing, so your answers are kept only while this page stays open,'

/** The save state in words: a short label for the header, and a sentence that explains it. */
export function describeSave({ state, unsent, message, kept }: SaveStatus) {
  switch (state) {
    case 'saved':
      return { label: 'Saved', detail: 'Every answer is stored on the server.' }
    case 'saving':
      return { label: 'Saving…', detail: 'Your latest answer is being sent to the server.' }
    case 'offline':
      return {
        label: unsent > 0 ? `Offline · ${unsent} unsent` : 'Offline',
        detail: `${unsent > 0 ? `${answers(unsent)} not sent yet. ` : ''}Keep going. ${keeping(kept)} and are sent when the connection is back.`,
      }
    case 'elsewhere':
      return {
        label: unsent > 0 ? `Open elsewhere · ${unsent} unsent` : 'Open elsewhere',
        detail: `This test is open on another device. ${keeping(kept)} and are sent when this device can take over.`,
      }
    case 'outside':
      return {
        label: unsent > 0 ? `Not saved · ${unsent}` : 'Wrong network',
        detail: `${message} Connect to an allowed network, or ask the staff. ${keeping(kept)} and are sent then.`,
      }
    case 'signed-out':
      return {
        label: unsent > 0 ? `Signed out · ${unsent} unsent` : 'Signed out',
        detail: kept
          ? 'Your session ended. Your answers are kept on this device and are sent when you sign in again.'
          : 'Your session ended. This browser stores nothing, so unsent answers are kept only while this page stays open.',
      }
    case 'refused':
      return {
        label: `Not saved · ${unsent}`,
        detail: `The server refused ${answers(unsent)}: ${message ?? 'unknown reason'}. They are kept ${kept ? 'on this device' : 'only while this page stays open'} and sent again with your next answer and when you submit.`,
      }
    case 'closed':
      return { label: 'Submitted', detail: 'This test has been submitted.' }
  }
}
