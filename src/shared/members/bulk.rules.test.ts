import { describe, expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import { type Sheet, type SheetCell, validateSheet } from './bulk.rules.ts'
import { bulkColumns, bulkExamples, maxSheetRows } from './bulk.schema.ts'
import type { MemberRole } from './members.schema.ts'

const header = bulkColumns.student.map(({ heading }) => heading)
const asha = ['Asha', 'R1', 'CSE', '2027', 'A', 'asha@x.example', '']

/** A sheet of text cells, starting at row 1. A null row is absent. */
function sheet(rows: ((string | SheetCell)[] | null)[], fields: Partial<Sheet> = {}): Sheet {
  const cell = (row: number, column: number): SheetCell => {
    const found = rows[row - 1]?.[column] ?? ''
    return typeof found === 'string' ? { text: found } : found
  }
  return {
    name: 'Sheet1',
    otherNames: [],
    rows: rows.flatMap((row, at) => (row ? [at + 1] : [])),
    columnsOf: (row) => (rows[row - 1] ?? []).map((_, column) => column),
    cell,
    ...fields,
  }
}

const judge = (rows: Parameters<typeof sheet>[0], role: MemberRole = 'student') => validateSheet(sheet(rows), role)
const errorsOf = (rows: Parameters<typeof sheet>[0], role?: MemberRole) =>
  judge(rows, role).rows.flatMap(({ errors }) => errors)

function refusalOf(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return [error.code, ...(error.errors ?? []).map(({ field, message }) => `${field}: ${message}`)]
  }
  return ['taken']
}

describe('validateSheet', () => {
  it('turns rows into members, with the sheet’s row numbers', () => {
    const { rows, notes } = judge([
      null,
      [...header],
      null,
      asha,
      ['Ravi', 'R2', 'ECE', '2026', 'B', 'Ravi@X.example', '98765 43210'],
    ])
    expect(rows.map(({ row, member }) => [row, member])).toEqual([
      [
        4,
        {
          role: 'student',
          name: 'Asha',
          idNumber: 'R1',
          branch: 'CSE',
          batch: '2027',
          section: 'A',
          email: 'asha@x.example',
          phoneNumber: null,
        },
      ],
      [
        5,
        {
          role: 'student',
          name: 'Ravi',
          idNumber: 'R2',
          branch: 'ECE',
          batch: '2026',
          section: 'B',
          email: 'ravi@x.example',
          phoneNumber: '98765 43210',
        },
      ],
    ])
    expect(notes).toEqual([])
  })

  it('reports one error per invalid field, in the form’s wording', () => {
    const bad = ['', '', '', '', '', 'nobody', '12']
    expect(errorsOf([[...header], bad])).toEqual([
      { row: 2, field: 'name', message: 'Name is required' },
      { row: 2, field: 'idNumber', message: 'Roll Number is required' },
      { row: 2, field: 'branch', message: 'Branch is required' },
      { row: 2, field: 'batch', message: 'Batch is required' },
      { row: 2, field: 'section', message: 'Section is required' },
      { row: 2, field: 'email', message: 'Please enter a valid email' },
      { row: 2, field: 'phoneNumber', message: 'Please enter a valid phone number' },
    ])
    const faculty = ['Name', 'Faculty ID', 'Branch', 'Email']
    expect(errorsOf([faculty, ['Meera', '', 'CSE', 'm@x.example']], 'faculty')).toEqual([
      { row: 2, field: 'idNumber', message: 'ID is required' },
    ])
  })

  it('keeps the values of an invalid row', () => {
    const [row] = judge([[...header], ['Asha', 'R1', 'CSE', '2027', '', 'Asha@X', '']]).rows
    expect(row).toMatchObject({
      member: null,
      values: {
        name: 'Asha',
        idNumber: 'R1',
        branch: 'CSE',
        batch: '2027',
        section: '',
        email: 'Asha@X',
        phoneNumber: '',
      },
    })
  })

  it('explains why a cell is invalid, but only in known columns', () => {
    const problem = { text: '2-Jan', problem: 'This cell holds a date' }
    const rows = [
      [...header, 'Born'],
      [...asha.with(4, problem as never), problem],
    ]
    expect(errorsOf(rows)).toEqual([{ row: 2, field: 'section', message: 'This cell holds a date' }])
    expect(judge(rows).rows[0]?.values.section).toBe('2-Jan')
  })

  it('skips rows where every known column is blank', () => {
    const { rows } = judge([['No', ...header], ['1', ...asha], ['2', '', '', '', '', '', '', ''], ['3']])
    expect(rows.map(({ row }) => row)).toEqual([2])
  })
})

describe('duplicates within a sheet', () => {
  const person = (idNumber: string, email: string, name = 'Asha') => [name, idNumber, 'CSE', '2027', 'A', email, '']

  it('are reported on the later row, naming the first, and ignore the case of emails', () => {
    expect(
      errorsOf([
        [...header],
        person('R1', 'a@x.example'),
        person('R2', 'A@X.example'),
        person('R1', 'b@x.example'),
        person('R1', 'a@x.EXAMPLE'),
      ]),
    ).toEqual([
      { row: 3, field: 'email', message: 'This email is already in row 2 of this sheet' },
      { row: 4, field: 'idNumber', message: 'This Roll Number is already in row 2 of this sheet' },
      { row: 5, field: 'idNumber', message: 'This Roll Number is already in row 2 of this sheet' },
      { row: 5, field: 'email', message: 'This email is already in row 2 of this sheet' },
    ])
  })

  it('are reported even if the earlier row has another error', () => {
    const errors = errorsOf([[...header], person('R1', 'a@x.example', ''), person('R1', 'b@x.example')])
    expect(errors.map(({ row, field }) => [row, field])).toEqual([
      [2, 'name'],
      [3, 'idNumber'],
    ])
  })

  it('do not include missing or invalid values', () => {
    const errors = errorsOf([[...header], person('', 'nobody'), person('', 'nobody')])
    expect(errors.map(({ message }) => message)).not.toContainEqual(expect.stringContaining('already'))
  })
})

describe('a cell merged over several rows', () => {
  const cse = (mergedFrom: number): SheetCell => ({ text: 'CSE', mergedFrom })

  it('applies to every non-blank row it covers', () => {
    const { rows, notes } = judge([
      [...header],
      asha,
      ['Ravi', 'R2', cse(2), '2027', 'A', 'ravi@x.example'],
      ['', '', cse(2), '', '', ''],
    ])
    expect(rows.map(({ row, member }) => [row, member?.branch])).toEqual([
      [2, 'CSE'],
      [3, 'CSE'],
    ])
    expect(notes).toEqual(['Merged cells apply to every row they span'])
  })

  it('does not count as a value if it is a heading', () => {
    const errors = errorsOf([[...header], asha.with(2, { text: 'Branch', mergedFrom: 1 } as never)])
    expect(errors).toEqual([{ row: 2, field: 'branch', message: 'Branch is required' }])
  })
})

describe('the template’s example row', () => {
  const example = (role: MemberRole) => bulkColumns[role].map(({ field }) => bulkExamples[role][field])

  it.each(['student', 'faculty'] as const)('for %s is valid and skipped while unchanged', (role) => {
    const headings = bulkColumns[role].map(({ heading }) => heading)
    const changed = example(role).with(0, 'Somebody Else' as never)
    expect(judge([headings, example(role), changed], role)).toMatchObject({
      rows: [{ row: 3, errors: [], member: { name: 'Somebody Else' } }],
      notes: ['Row 2 is the template’s example and was skipped'],
    })
    expect(refusalOf(() => judge([headings, example(role)], role))).toEqual([
      'VALIDATION',
      'file: The sheet contains only the template’s example',
    ])
  })
})

describe('an unusable sheet', () => {
  it('is rejected when it is empty or has only headings', () => {
    expect(refusalOf(() => judge([]))).toEqual(['VALIDATION', 'file: The sheet “Sheet1” is empty.'])
    expect(refusalOf(() => judge([['', ' '.trim()]]))).toEqual(['VALIDATION', 'file: The sheet “Sheet1” is empty.'])
    expect(refusalOf(() => judge([null, [...header], ['', '']]))).toEqual([
      'VALIDATION',
      'file: There are headings in row 2 but no people below them.',
    ])
    const second = sheet([[...header]], { otherNames: ['Sheet2'] })
    expect(refusalOf(() => validateSheet(second, 'student'))[1]).toMatch(/Only the first sheet is read\.$/)
  })

  it('is rejected when its headings are wrong', () => {
    expect(refusalOf(() => judge([['Name'], ['Asha']]))).toEqual([
      'VALIDATION',
      expect.stringContaining('file: Missing headings: Roll Number'),
    ])
  })

  it('is rejected when it has more than 20,000 people or far too much text', () => {
    const person = (n: number) => ['A', `R${n}`, 'B', '1', 'A', `a${n}@x.example`, '']
    const people = (count: number) => Array.from({ length: count }, (_, n) => person(n))
    expect(judge([[...header], ...people(maxSheetRows)]).rows).toHaveLength(maxSheetRows)
    expect(refusalOf(() => judge([[...header], ...people(maxSheetRows + 1)]))[1]).toContain('more than 20,000 rows')
    const long = 'x'.repeat(500)
    const wordy = Array.from({ length: 3_000 }, () => Array.from(header, () => long))
    expect(refusalOf(() => judge([[...header], ...wordy]))[1]).toContain('too much text')
  })
})

it('lists sheets of the workbook that were not read', () => {
  const { notes } = validateSheet(sheet([[...header], asha], { name: 'CSE', otherNames: ['ECE', 'Old'] }), 'student')
  expect(notes).toEqual(['Only the sheet “CSE” was read, not “ECE”, “Old”'])
  const many = Array.from({ length: 13 }, (_, n) => `S${n}`)
  expect(validateSheet(sheet([[...header], asha], { otherNames: many }), 'student').notes[0]).toMatch(
    /“S9”, and 3 more$/,
  )
})
