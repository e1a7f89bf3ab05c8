import { codeOf, messageOf } from '#client/lib/errors.ts'

/** The specified message of report screens for users without permission. */
export const notPermitted = 'You do not have permission to access this section. Please contact your admin.'

/** Text below the title of a report that failed to load. */
export const failureText = (error: unknown) => (codeOf(error) === 'FORBIDDEN' ? notPermitted : messageOf(error))
