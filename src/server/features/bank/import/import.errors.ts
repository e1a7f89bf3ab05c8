import { DomainError, invalid } from '#shared/errors.ts'

export const importNotFound = () => new DomainError('NOT_FOUND', 'Import not found')
export const stillReading = () => new DomainError('CONFLICT', 'The file is still being read')
export const alreadyConfirmed = () => new DomainError('CONFLICT', 'This import is already confirmed')
export const notReadable = () => new DomainError('CONFLICT', 'The file could not be read')
export const nothingToAdd = () => invalid([{ field: 'accept', message: 'There are no questions to add' }])
export const notDecided = (place: number) =>
  invalid([{ field: 'accept', message: `Item ${place + 1} is refused or needs a decision first` }])
export const fileUnreadable = (message: string) => invalid([{ field: 'file', message }])
export const tooManyItems = 'The file has more than 20,000 questions. Split it into smaller files'
export const serverBusy = () =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    'The server is busy with other files. Please try again in a minute',
    undefined,
    60,
  )
