import { DomainError, invalid } from '#shared/errors.ts'

export const importNotFound = () => new DomainError('NOT_FOUND', 'Import not found')
export const stillReading = () => new DomainError('CONFLICT', 'The file is still being read')
export const alreadyConfirmed = () => new DomainError('CONFLICT', 'This import is already confirmed')
export const notReadable = () => new DomainError('CONFLICT', 'The file could not be read')
export const nothingToAdd = () => invalid([{ field: 'accept', message: 'There are no questions to add' }])
export const notDecided = (place: number) =>
  invalid([{ field: 'accept', message: `Item ${place + 1} is refused or needs a decision first` }])
const items = (places: readonly number[]) =>
  `Item${places.length > 1 ? 's' : ''} ${new Intl.ListFormat('en').format(places.map((place) => String(place + 1)))}`
export const cannotAddVersion = (places: readonly number[]) =>
  invalid([
    {
      field: 'accept',
      message: `${items(places)}: the question in the bank was retired or deleted in the meantime. Choose another action than New version`,
    },
  ])
const maxListed = 20
export const repeatedVersion = (groups: readonly (readonly number[])[]) =>
  invalid(
    groups.slice(0, maxListed).map((places) => ({
      field: 'accept',
      message: `${items(places)} would change the same question. Choose New version for one of them, and another action for the rest`,
    })),
  )
export const fileUnreadable = (message: string) => invalid([{ field: 'file', message }])
export const tooManyItems = 'The file has more than 20,000 questions. Split it into smaller files'
export const serverBusy = () =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    'The server is busy with other files. Please try again in a minute',
    undefined,
    60,
  )
