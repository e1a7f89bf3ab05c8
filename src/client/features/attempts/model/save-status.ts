import type { Failure } from './requests.ts'
import { isPending, type Upload } from './uploads.ts'

/** From least to most severe. */
const states = ['saved', 'saving', 'refused', 'offline', 'outside', 'elsewhere', 'signed-out', 'closed'] as const
export type SaveState = (typeof states)[number]

export interface SaveStatus {
  state: SaveState
  /** Number of answers that the server has not acknowledged. */
  unsent: number
  /** Number of these that it cannot accept. */
  refused?: number
  /** The reason answers could not be saved; null if the last save succeeded. */
  message: string | null
  /** Number of chosen files that are not uploaded yet. */
  files?: number
  /** True if this device stores unsent answers. Otherwise, they last only until the page closes. */
  kept: boolean
}

/** The save state after a failed save. */
export const stateAfter = (kind: Failure['kind']): SaveState => (kind === 'trouble' ? 'offline' : kind)

/** Combines the statuses of answers and code: the more severe state and the total of unsent changes. */
export function together(answers: SaveStatus, code: SaveStatus): SaveStatus {
  const worse = states.indexOf(code.state) > states.indexOf(answers.state) ? code : answers
  const refused = (answers.refused ?? 0) + (code.refused ?? 0)
  return { ...worse, unsent: answers.unsent + code.unsent, refused, kept: answers.kept && code.kept }
}

/** Adds the files that are not uploaded yet. */
export function withUploads(save: SaveStatus, uploads: readonly Upload[]): SaveStatus {
  const pending = uploads.filter(isPending)
  if (pending.length === 0 || save.state === 'closed') return save
  const isFailing = pending.some(({ message }) => message !== null)
  const state = isFailing ? 'offline' : 'saving'
  const worse = states.indexOf(state) > states.indexOf(save.state) ? state : save.state
  return { ...save, state: worse, files: pending.length }
}

const answers = (count: number) => (count === 1 ? '1 answer' : `${count} answers`)

/** The save state in words: a short label for the header, and a sentence that explains it. */
export function describeSave(status: SaveStatus): { label: string; detail: string } {
  const { label, detail } = describeAnswers(status)
  const { files = 0 } = status
  if (files === 0) return { label, detail }
  const which = files === 1 ? '1 file is' : `${files} files are`
  return { label, detail: `${detail} ${which} not uploaded yet. Keep this page open.` }
}

function describeAnswers({ state, unsent, files = 0, message, kept }: SaveStatus): { label: string; detail: string } {
  const counted = (label: string) => (unsent + files > 0 ? `${label} · ${unsent + files} unsent` : label)
  // Never promise storage on a device that has none.
  const keeping = kept
    ? 'Your answers are kept on this device'
    : 'This browser can’t store answers, so they are kept only while this page stays open,'
  switch (state) {
    case 'saved':
      return { label: 'Saved', detail: 'Every answer is stored on the server.' }
    case 'saving':
      return { label: files > 0 ? 'Uploading…' : 'Saving…', detail: 'Your latest answer is being sent to the server.' }
    case 'offline':
      return {
        label: counted('Offline'),
        detail: `${unsent > 0 ? `${answers(unsent)} not sent yet. ` : ''}Keep going. ${keeping} and are sent when the connection is back.`,
      }
    case 'elsewhere':
      return {
        label: counted('Open elsewhere'),
        detail: `This test is open on another device. ${keeping} and are sent when this device can take over.`,
      }
    case 'outside':
      return {
        label: unsent > 0 ? `Not saved · ${unsent}` : 'Wrong network',
        detail: `${message} Connect to an allowed network, or ask a staff member. ${keeping} and are sent then.`,
      }
    case 'signed-out':
      return {
        label: counted('Signed out'),
        detail: kept
          ? 'Your session ended. Your answers are kept on this device and are sent when you sign in again.'
          : 'Your session ended. This browser can’t store answers, so unsent ones are kept only while this page stays open.',
      }
    case 'refused':
      return {
        label: `Not saved · ${unsent}`,
        detail: `The server rejected ${answers(unsent)}: ${message ?? 'unknown reason'}. ${unsent === 1 ? 'It is' : 'They are'} kept ${kept ? 'on this device' : 'only while this page stays open'} and sent again when you change ${unsent === 1 ? 'it' : 'them'} or submit.`,
      }
    case 'closed':
      return { label: 'Submitted', detail: 'This test has been submitted.' }
  }
}
