import { invalid } from '#shared/errors.ts'

export const wrongFileType = 'Please upload a .json or .csv file'

/** An unreadable file; each message says how to fix it. */
export const fileRefused = (...messages: string[]) => invalid(messages.map((message) => ({ field: 'file', message })))
