import { DomainError, invalid } from '#shared/errors.ts'
import { imageTypeSentence } from '#shared/tests/images/schema.ts'

export const notAnImage = () => new DomainError('UNSUPPORTED_TYPE', imageTypeSentence)

/** An image that cannot be used; the message says what to fix. */
export const imageRefused = (message: string) => invalid([{ field: 'file', message }])
