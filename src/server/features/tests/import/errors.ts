import { invalid } from '#shared/errors.ts'

export const wrongFileType = 'Please upload a .json or .csv file'

/** A file that cannot be read; each message says what to fix. */
export const fileRefused = (...messages: string[]) => invalid(messages.map((message) => ({ field: 'file', message })))
