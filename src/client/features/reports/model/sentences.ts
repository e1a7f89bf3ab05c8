import { codeOf, messageOf } from '#client/lib/errors.ts'

/** The seed's sentence of every screen of reports for whoever may not see them. */
export const notPermitted = 'You do not have permission to access this section. Please contact your admin.'

/** What is said below the title of a report that could not be loaded. */
export const failureText = (error: unknown) => (codeOf(error) === 'FORBIDDEN' ? notPermitted : messageOf(error))
