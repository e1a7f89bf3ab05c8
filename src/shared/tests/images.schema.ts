import { z } from 'zod'

export const maxImageBytes = 5 * 1024 * 1024

export const imageTypeSentence = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)'
export const imageTooLarge = 'Image size must be less than 5MB'
export const imageUploadFailed = 'Failed to upload image. Please try again.'

/** URL of an uploaded image; empty and missing both mean none. */
export const imageUrlField = z
  .string()
  .regex(/^\/images\/[0-9a-f]{32}\.(png|jpe?g|gif|webp)$/, 'Please upload the image first')
  .nullish()
  .transform((url) => url ?? null)

export const imageAnswer = z.object({ imageUrl: z.string().describe('URL path on this server') })
export type ImageAnswer = z.output<typeof imageAnswer>
