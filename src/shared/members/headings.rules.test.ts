import { describe, expect, it } from 'vitest'
import { bulkColumns } from './bulk.schema.ts'
import { findHeader } from './headings.rules.ts'

const official = bulkColumns.student.map(({ heading }) => heading)
const row = (headings: readonly string[], number = 1) => ({
  row: number,
  headings: headings.map((text, column) => ({ column, text })).filter(({ text }) => text !== ''),
})

/** Returns the fields in column order, or the problems. */
function read(headings: readonly string[], role: 'student' | 'faculty' = 'student') {
  const found = findHeader(role, [row(headings)])
  if ('problems' in found) return found.problems
  return headings.map((_, at) => [...found.columns].find(([, column]) => column === at)?.[0] ?? '-').join(' ')
}

describe('findHeader', () => {
  it('accepts columns in any order, including unknown ones', () => {
    expect(read(['S.No', 'Email', 'Section', 'Batch', 'Gender', 'Branch', 'Roll Number', 'Name', 'Phone'])).toBe(
      '- email section batch - branch idNumber name phoneNumber',
    )
  })

  it('ignores case, spaces, underscores, dots, hyphens and asterisks', () => {
    const fields = 'name idNumber branch batch section email phoneNumber'
    expect(read(['NAME', 'roll_number', ' branch ', 'Batch:', 'Sec-tion', 'e-mail *', 'PHONE.'])).toBe(fields)
    expect(read(['ｎａｍｅ', 'RollNumber', 'Branch\n', 'BATCH', 'section', 'Email', 'phone'])).toBe(fields)
  })

  it.each([
    ['Full Name', 0],
    ['Student Name', 0],
    ['Roll No.', 1],
    ['RollNo', 1],
    ['Student ID', 1],
    ['ID Number', 1],
    ['ID', 1],
    ['Department', 2],
    ['Stream', 2],
    ['Year', 3],
    ['Batch Year', 3],
    ['Email ID', 5],
    ['E-mail', 5],
    ['Email Address', 5],
    ['Mail', 5],
    ['Mobile', 6],
    ['Phone Number', 6],
    ['Contact', 6],
    ['Contact Number', 6],
  ])('accepts the heading %s', (name, column) => {
    expect(read(official.with(column, name as never))).toBe('name idNumber branch batch section email phoneNumber')
  })

  it('accepts Employee ID for faculty and does not require batch, section or phone', () => {
    expect(read(['Faculty Name', 'Employee ID', 'Dept', 'Email'], 'faculty')).toBe('name idNumber branch email')
    expect(read(['Name', 'Faculty ID', 'Branch', 'Email', 'Batch', 'Section', 'Phone'], 'faculty')).toBe(
      'name idNumber branch email batch section phoneNumber',
    )
  })

  it('reports the missing and found headings', () => {
    expect(read(['Name', 'Branch', 'Batch', 'Roll Numbr', 'Section'])).toEqual([
      'Missing headings: Roll Number, Email. Found in row 1: “Name”, “Branch”, “Batch”, “Roll Numbr”, “Section”.',
    ])
  })

  it('reports a sheet that seems to be for the other role', () => {
    expect(read(['Name', 'Faculty ID', 'Branch', 'Email'])).toEqual([
      expect.stringMatching(/Missing headings: Roll Number, Batch, Section\..* This looks like a sheet of faculty\.$/),
    ])
    expect(read(official, 'faculty')).toEqual([
      expect.stringMatching(/Missing headings: Faculty ID\..* This looks like a sheet of students\.$/),
    ])
  })

  it('rejects a heading that appears twice', () => {
    expect(read([...official, 'EMAIL', 'phone'])).toEqual([
      'The heading Email appears twice: “Email” (column F), “EMAIL” (column H). Remove one of the columns, or rename it',
      'The heading Phone appears twice: “Phone” (column G), “phone” (column I). Remove one of the columns, or rename it',
    ])
  })

  it('rejects two synonyms of the same column, but prefers an official name', () => {
    expect(read(official.with(5, 'Mail' as never).concat('Email ID' as never))).toEqual([
      'Several columns could be Email: “Mail” (column F), “Email ID” (column H). Rename the correct one to Email',
    ])
    expect(read([...official, 'Email ID', 'Mobile', 'Contact', 'ID'])).toBe(
      'name idNumber branch batch section email phoneNumber - - - -',
    )
  })

  it('uses the first of ten rows that has all headings, and treats the rows above it as titles', () => {
    const title = row(['Sahyadri College', '', 'Students'])
    const parts = row(['Name', '', 'Email'], 2)
    expect(findHeader('student', [title, parts, row(official, 4), row(official, 5)])).toMatchObject({ row: 4 })
    const titles = Array.from({ length: 9 }, () => title)
    expect(findHeader('student', [...titles, row(official, 30)])).toMatchObject({ row: 30 })
    expect(findHeader('student', [...titles, title, row(official, 30)])).toHaveProperty('problems')
  })

  it('reports the missing headings of the closest row if none has all of them', () => {
    const found = findHeader('student', [row(['Students of 2027']), row(['Name', 'Email', 'Branch'], 3), row(['x'], 4)])
    expect(found).toEqual({ problems: [expect.stringContaining('Found in row 3: “Name”, “Email”, “Branch”')] })
  })

  it('names columns beyond Z with two letters', () => {
    const wide = [...official, ...Array.from({ length: 20 }, (_, n) => `Extra ${n}`), 'Batch']
    expect(read(wide)).toEqual([expect.stringContaining('“Batch” (column AB)')])
  })
})
