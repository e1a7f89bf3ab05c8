import type { ErrorCode, FieldError } from '#shared/errors.ts'
import type { ValidatedRow } from '#shared/members/bulk.rules.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'

/** A task for the spreadsheet process, which runs one and exits. */
export type Task =
  | { kind: 'people'; bytes: Uint8Array; role: MemberRole }
  | { kind: 'write'; sheetName: string; rows: readonly (readonly string[])[] }

/** A message from the process: any number of `people` messages, then one of the others. */
export type Answer =
  | { kind: 'people'; rows: ValidatedRow[] }
  | { kind: 'judged'; notes: string[] }
  | { kind: 'written'; bytes: Uint8Array }
  | { kind: 'refused'; code: ErrorCode; message: string; errors: FieldError[] | undefined }
  | { kind: 'broken'; trace: string }
