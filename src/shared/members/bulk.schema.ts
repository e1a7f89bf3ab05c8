import { z } from 'zod'
import { credentials } from '../colleges/colleges.schema.ts'
import { idSchema } from '../schema.ts'
import { type MemberRole, memberRoles } from './members.schema.ts'

/** Maximum size of an uploaded workbook. */
export const maxSheetBytes = 5 * 1024 * 1024
/** Maximum people per sheet. */
export const maxSheetRows = 20_000

export const bulkForm = z.object({
  role: z.enum(memberRoles, { error: 'Role must be student or faculty' }),
  uploadId: idSchema.optional().describe('Chosen by the client, to query the progress'),
})

const rowError = z.object({
  row: z.number().int().describe('Row number in the sheet; the header is row 1'),
  field: z.string().describe("The entity's field name"),
  message: z.string(),
})
export type RowError = z.output<typeof rowError>

/** An invalid row's values as read, for the error sheet. */
const failedRow = z.object({ row: z.number().int(), values: z.record(z.string(), z.string()) })

/** Bulk upload result. `failed` counts rows, each of which may have several errors. */
export const bulkResult = z.object({
  total: z.number().int(),
  successful: z.number().int(),
  failed: z.number().int(),
  errors: z.array(rowError),
  credentials: z.array(credentials),
  mailed: z
    .boolean()
    .describe("True if passwords are also emailed; without a mail server, emails stay in the server's outbox folder"),
  notes: z.array(z.string()).describe('Remarks, such as names of sheets that were not read'),
  failedRows: z.array(failedRow),
})
export type BulkResult = z.output<typeof bulkResult>

export const bulkProgress = z.object({
  phase: z.enum(['waiting', 'reading', 'saving', 'done']).describe('waiting: not received yet, or unknown'),
  done: z.number().int().describe('Rows processed'),
  total: z.number().int(),
})
export type BulkProgress = z.output<typeof bulkProgress>

/** The columns of each role's sheet, in template order: the heading and its field. */
export const bulkColumns = {
  faculty: [
    { heading: 'Name', field: 'name', required: true },
    { heading: 'Faculty ID', field: 'idNumber', required: true },
    { heading: 'Branch', field: 'branch', required: true },
    { heading: 'Email', field: 'email', required: true },
    { heading: 'Batch', field: 'batch', required: false },
    { heading: 'Section', field: 'section', required: false },
    { heading: 'Phone', field: 'phoneNumber', required: false },
  ],
  student: [
    { heading: 'Name', field: 'name', required: true },
    { heading: 'Roll Number', field: 'idNumber', required: true },
    { heading: 'Branch', field: 'branch', required: true },
    { heading: 'Batch', field: 'batch', required: true },
    { heading: 'Section', field: 'section', required: true },
    { heading: 'Email', field: 'email', required: true },
    { heading: 'Phone', field: 'phoneNumber', required: false },
  ],
} as const
export type BulkField = (typeof bulkColumns)['student'][number]['field']

/** The example row of each template. An upload skips it if unchanged. */
export const bulkExamples = {
  faculty: {
    name: 'Meera Joshi',
    idNumber: 'F0042',
    branch: 'CSE',
    email: 'meera.joshi@example.com',
    batch: '',
    section: '',
    phoneNumber: '020 5550 0142',
  },
  student: {
    name: 'Asha Patil',
    idNumber: '0270042',
    branch: 'CSE',
    batch: '2027',
    section: 'A',
    email: 'asha.patil@example.com',
    phoneNumber: '020 5550 0143',
  },
} as const satisfies Record<MemberRole, Record<BulkField, string>>
