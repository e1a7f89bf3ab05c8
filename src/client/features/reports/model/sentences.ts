import { codeOf, messageOf } from '#client/lib/errors.ts'

/** The seed's sentence of every screen of reports for whoever may not see them. */
export const notPermitted = 'You do not have permission to access this section. Please contact your admin.'

/** Text below the title of a report that failed to load. */
export const failureText = (error: unknown) => (codeOf(error) === 'FORBIDDEN' ? notPermitted : messageOf(error))
