import { type BulkField, bulkColumns } from './bulk.schema.ts'
import type { MemberRole } from './members.schema.ts'

/** Maps a sheet's columns to fields. Pure: needs only the headings. */

/** A cell that may be a heading; `column` is 0-based. */
export interface Heading {
  column: number
  text: string
}

export type Columns = ReadonlyMap<BulkField, number>

/** Alternative column names, in the form returned by `plainName`. */
const synonyms = {
  branch: ['branchname', 'department', 'departmentname', 'dept', 'stream'],
  batch: ['batchyear', 'year'],
  section: ['sectionname', 'sec', 'division', 'div'],
  email: ['emailid', 'emailaddress', 'mail', 'mailid'],
  phoneNumber: [
    'phonenumber',
    'phoneno',
    'mobile',
    'mobilenumber',
    'mobileno',
    'contact',
    'contactnumber',
    'contactno',
  ],
} as const
/** Never accept the other role's ID column: it means that the wrong role was selected. */
const ownSynonyms = {
  student: {
    name: ['fullname', 'studentname', 'nameofstudent', 'nameofthestudent'],
    idNumber: ['rollno', 'roll', 'studentid', 'idnumber', 'idno', 'id'],
  },
  faculty: {
    name: ['fullname', 'facultyname', 'nameoffaculty', 'nameofthefaculty', 'employeename'],
    idNumber: ['employeeid', 'empid', 'staffid', 'idnumber', 'idno', 'id'],
  },
} as const
const synonymsOf = (role: MemberRole): Record<BulkField, readonly string[]> => ({ ...synonyms, ...ownSynonyms[role] })

/** Normalises a name: `Roll_No.`, `ROLL-NO` and `roll no*` are the same. */
const plainName = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Converts a column number to a spreadsheet's letters: `A`, `B`, … `AA`. */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter
}

interface Candidates {
  field: BulkField
  heading: string
  required: boolean
  /** Columns with the official name; synonyms count only if there is none. */
  found: Heading[]
}

function candidatesIn(role: MemberRole, headings: readonly Heading[]): Candidates[] {
  const named = headings.map((heading) => ({ ...heading, name: plainName(heading.text) }))
  return bulkColumns[role].map(({ field, heading, required }) => {
    const others = synonymsOf(role)[field]
    const official = named.filter(({ name }) => name === plainName(heading))
    return {
      field,
      heading,
      required,
      found: official.length > 0 ? official : named.filter(({ name }) => others.includes(name)),
    }
  })
}

const missingIn = (candidates: Candidates[]) =>
  candidates.filter(({ required, found }) => required && found.length === 0)

const list = (words: string[]) => words.join(', ')
const quoted = ({ text, column }: Heading) => `“${text.slice(0, 40)}” (column ${columnLetters(column)})`
const allQuoted = (headings: readonly Heading[]) => list(headings.slice(0, 5).map(quoted))

function doubtsAbout({ heading, found }: Candidates): string[] {
  const [first, second] = found
  if (!first || !second) return []
  const official = plainName(first.text) === plainName(heading)
  return [
    official
      ? `The heading ${heading} appears twice: ${allQuoted(found)}. Remove one of the columns, or rename it`
      : `Several columns could be ${heading}: ${allQuoted(found)}. Rename the correct one to ${heading}`,
  ]
}

export interface HeaderRow {
  row: number
  headings: readonly Heading[]
}

/** Number of non-blank rows, from the top, in which to look for the header. Rows above the header are titles. */
export const headerWithin = 10

/**
 * Finds the header row: the first with every required heading.
 *
 * @param rows the sheet's first non-blank rows
 * @returns the row and each field's column, or the problem messages
 */
export function findHeader(
  role: MemberRole,
  rows: readonly HeaderRow[],
): { row: number; columns: Columns } | { problems: string[] } {
  const tried = rows.slice(0, headerWithin).map((row) => ({ ...row, candidates: candidatesIn(role, row.headings) }))
  const header = tried.find(({ candidates }) => missingIn(candidates).length === 0)
  if (!header) return { problems: [whyNone(role, tried)] }
  const problems = header.candidates.flatMap(doubtsAbout)
  if (problems.length > 0) return { problems }
  const columns = header.candidates.flatMap(({ field, found }): [BulkField, number][] =>
    found[0] ? [[field, found[0].column]] : [],
  )
  return { row: header.row, columns: new Map(columns) }
}

/** Describes the closest row: the headings it lacks and the ones it has. */
function whyNone(role: MemberRole, tried: (HeaderRow & { candidates: Candidates[] })[]): string {
  const known = ({ candidates }: { candidates: Candidates[] }) =>
    candidates.filter(({ found }) => found.length > 0).length
  const nearest = tried.reduce((best, row) => (known(row) > known(best) ? row : best))
  const missing = list(missingIn(nearest.candidates).map(({ heading }) => heading))
  const there = list(nearest.headings.slice(0, 20).map(({ text }) => `“${text.slice(0, 40)}”`))
  const other: MemberRole = role === 'student' ? 'faculty' : 'student'
  const isOther = tried.some(({ headings }) => missingIn(candidatesIn(other, headings)).length === 0)
  const hint = isOther ? ` This looks like a sheet of ${other === 'student' ? 'students' : 'faculty'}.` : ''
  return `Missing headings: ${missing}. Found in row ${nearest.row}: ${there}.${hint}`
}
