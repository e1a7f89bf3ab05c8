import { conflict, DomainError, invalid, notFound, refused } from '#shared/errors.ts'
import { attachmentRefused } from '#shared/notifications/notifications.schema.ts'

export const notificationNotFound = () => notFound('Notification')
export const attachmentNotFound = () => notFound('Attachment')
export const collegeNotFound = () => notFound('College')
export const userNotFound = () => notFound('User')
export const noRecipients = () => refused('No one matches your selection. Please choose other recipients')
export const notToColleges = () => invalid([{ field: 'targetType', message: 'Please choose faculty or students' }])
export const tooEarly = () => invalid([{ field: 'scheduledFor', message: 'Please choose a time in the future' }])
export const expired = () => invalid([{ field: 'expiresAt', message: 'Please choose a time in the future' }])
export const isOut = () => conflict('This notification has been sent and can no longer be edited')
export const wrongType = () => new DomainError('UNSUPPORTED_TYPE', attachmentRefused)
export const damaged = () =>
  invalid([
    { field: 'attachment', message: 'The file is damaged or incomplete. Please save it again and choose the new file' },
  ])
export const emptyFile = () => invalid([{ field: 'attachment', message: 'The file is empty' }])
