import { DomainError, invalid } from '#shared/errors.ts'
import { imageTypeSentence } from '#shared/tests/images/schema.ts'

export const notAnImage = () => new DomainError('UNSUPPORTED_TYPE', imageTypeSentence)

/** It is an image, but not one that can be taken; the sentence says what to mend. */
export const imageRefused = (message: string) => invalid([{ field: 'file', message }])
