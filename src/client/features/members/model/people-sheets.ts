import { type BulkResult, bulkColumns, maxSheetBytes } from '#shared/members/bulk.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import type { PasswordsAnswer } from '#shared/members/selection.schema.ts'

// Names and contents of the sheets for bulk uploads and new passwords.

export const templateName = (role: MemberRole) => `${role}_template.xlsx`

const nameWithout = (fileName: string) => fileName.replace(/\.xlsx?$/i, '').replace(/ - rows with errors$/, '')
export const errorSheetName = (fileName: string) => `${nameWithout(fileName)} - rows with errors.xlsx`
export const credentialsSheetName = (fileName: string) => `${nameWithout(fileName)} - sign-in details.xlsx`

export const headingOf = (role: MemberRole, field: string) =>
  bulkColumns[role].find((column) => column.field === field)?.heading ?? field

/** Heading of the last column, which lists each row's errors. The upload ignores this column. */
const errorsHeading = 'Errors'

/** Prefixes the column name if the message does not mention it. */
const reasonOf = (heading: string, message: string) =>
  message.toLowerCase().includes(heading.toLowerCase()) ? message : `${heading}: ${message}`

/** Rejected rows under the template's headings, each with its errors, to fix and upload again. */
export function errorRows(role: MemberRole, { errors, failedRows }: Pick<BulkResult, 'errors' | 'failedRows'>) {
  const columns = bulkColumns[role]
  const reasons = new Map<number, string[]>()
  for (const { row, field, message } of errors)
    reasons.set(row, [...(reasons.get(row) ?? []), reasonOf(headingOf(role, field), message)])
  return [
    [...columns.map(({ heading }) => heading), errorsHeading],
    ...failedRows.map(({ row, values }) => [
      ...columns.map(({ field }) => values[field] ?? ''),
      (reasons.get(row) ?? []).join('; '),
    ]),
  ]
}

export const passwordSheetName = (title: string, day: string) => `${title} - new passwords - ${day}.xlsx`
export const passwordRows = (role: MemberRole, { credentials }: Pick<PasswordsAnswer, 'credentials'>) => [
  ['Name', 'Email', headingOf(role, 'idNumber'), 'Temporary password'],
  ...credentials.map(({ name, email, idNumber, temporaryPassword }) => [name, email, idNumber, temporaryPassword]),
]

export const credentialRows = ({ credentials }: Pick<BulkResult, 'credentials'>) => [
  ['Email', 'Temporary password'],
  ...credentials.map(({ email, temporaryPassword }) => [email, temporaryPassword]),
]

export const tooLarge = `The file must be smaller than ${maxSheetBytes / 1_048_576} MB`

/** The reason to reject a file before sending it, or null. The server checks the content. */
export function refusalOf({ name, size }: { name: string; size: number }): string | null {
  if (!/\.xlsx?$/i.test(name)) return 'Please choose an Excel file (.xlsx or .xls)'
  return size > maxSheetBytes ? tooLarge : null
}
