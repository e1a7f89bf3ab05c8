import {
  attachmentExtensions,
  attachmentRefused,
  attachmentTooLarge,
  maxAttachmentBytes,
} from '#shared/notifications/schema.ts'

/** File types of the chooser. */
export const acceptedFiles = attachmentExtensions.join(',')

/** Why a file is not sent at all, or null. What is really in it the server finds out. */
export function refusalOf({ name, size }: { name: string; size: number }): string | null {
  const lower = name.toLowerCase()
  if (!attachmentExtensions.some((extension) => lower.endsWith(extension))) return attachmentRefused
  if (size === 0) return 'The file is empty'
  return size > maxAttachmentBytes ? attachmentTooLarge : null
}

/** The form's change to the attachment. */
export interface ChosenFile {
  file: File | null
  /** Why the file is not taken; the form is not sent with it, nor silently without it. */
  refusal: string | null
  /** The one that is stored goes. */
  removed: boolean
}

export const noFile: ChosenFile = { file: null, refusal: null, removed: false }

/** True if it has unsent changes. */
export const holdsWork = ({ file, removed }: ChosenFile) => file !== null || removed
