import { DomainError, invalid } from '#shared/errors.ts'
import { imageTypeSentence } from '#shared/tests/images.schema.ts'

export const notAnImage = () => new DomainError('UNSUPPORTED_TYPE', imageTypeSentence)

/** An unusable image; the message says how to fix it. */
export const imageRefused = (message: string) => invalid([{ field: 'file', message }])
