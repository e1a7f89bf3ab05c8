import {
  attachmentExtensions,
  attachmentRefused,
  attachmentTooLarge,
  maxAttachmentBytes,
} from '#shared/notifications/notifications.schema.ts'

/** File types offered by the file picker. */
export const acceptedFiles = attachmentExtensions.join(',')

/** Why a file is not sent at all, or null. The server checks its actual content. */
export function refusalOf({ name, size }: { name: string; size: number }): string | null {
  const lower = name.toLowerCase()
  if (!attachmentExtensions.some((extension) => lower.endsWith(extension))) return attachmentRefused
  if (size === 0) return 'The file is empty'
  return size > maxAttachmentBytes ? attachmentTooLarge : null
}

/** The form's change to the attachment. */
export interface ChosenFile {
  file: File | null
  /** Why the file was rejected. The form is neither sent with it nor silently without it. */
  refusal: string | null
  /** True if the stored attachment is to be removed. */
  removed: boolean
}

export const noFile: ChosenFile = { file: null, refusal: null, removed: false }

/** True if there are unsent changes. */
export const holdsWork = ({ file, removed }: ChosenFile) => file !== null || removed
