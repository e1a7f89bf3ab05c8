import {
  attachmentExtensions,
  attachmentRefused,
  attachmentTooLarge,
  maxAttachmentBytes,
} from '#shared/notifications/notifications.schema.ts'

/** File types offered by the file picker. */
export const acceptedFiles = attachmentExtensions.join(',')

/** The reason to reject a file before sending it, or null. The server checks the content. */
export function refusalOf({ name, size }: { name: string; size: number }): string | null {
  const lower = name.toLowerCase()
  if (!attachmentExtensions.some((extension) => lower.endsWith(extension))) return attachmentRefused
  if (size === 0) return 'The file is empty'
  return size > maxAttachmentBytes ? attachmentTooLarge : null
}

/** An unsaved change to the attachment. */
export interface ChosenFile {
  file: File | null
  /** The reason the file was rejected. Blocks the form, which would otherwise be sent without the file. */
  refusal: string | null
  /** True if saving removes the stored attachment. */
  removed: boolean
}

export const noFile: ChosenFile = { file: null, refusal: null, removed: false }

/** True if the attachment has unsaved changes. */
export const holdsWork = ({ file, removed }: ChosenFile) => file !== null || removed
