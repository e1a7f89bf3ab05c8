import { describe, expect, it } from 'vitest'
import {
  credentialsSheetName,
  errorRows,
  errorSheetName,
  refusalOf,
} from '#client/features/members/model/people-sheets.ts'
import { sizeText } from '#client/lib/format.ts'

describe('the error sheet', () => {
  const values = {
    name: 'Asha',
    idNumber: '007',
    branch: 'CSE',
    batch: '2027',
    section: '',
    email: 'x',
    phoneNumber: '',
  }

  it('has the template’s headings and the original values', () => {
    const rows = errorRows('student', { errors: [], failedRows: [{ row: 3, values }] })
    expect(rows).toEqual([
      ['Name', 'Roll Number', 'Branch', 'Batch', 'Section', 'Email', 'Phone', 'Errors'],
      ['Asha', '007', 'CSE', '2027', '', 'x', '', ''],
    ])
  })

  it('lists all errors of a row, with the column unless the message names it', () => {
    const errors = [
      { row: 3, field: 'idNumber', message: 'ID is required' },
      { row: 4, field: 'name', message: 'Name is required' },
      { row: 3, field: 'email', message: 'Please enter a valid email' },
    ]
    const [, first] = errorRows('faculty', { errors, failedRows: [{ row: 3, values }] })
    expect(first?.at(-1)).toBe('Faculty ID: ID is required; Please enter a valid email')
  })
})

it('derives download names from the sheet’s name, without repeating the suffix', () => {
  expect(errorSheetName('first years.XLS')).toBe('first years - rows with errors.xlsx')
  expect(errorSheetName('first years - rows with errors.xlsx')).toBe('first years - rows with errors.xlsx')
  expect(credentialsSheetName('first years.xlsx')).toBe('first years - sign-in details.xlsx')
})

it('rejects other file types and large files before upload', () => {
  const limit = 5 * 1024 * 1024
  expect(refusalOf({ name: 'a.xlsx', size: limit })).toBeNull()
  expect(refusalOf({ name: 'A.XLS', size: 10 })).toBeNull()
  expect(refusalOf({ name: 'a.xlsx', size: limit + 1 })).toBe('The file must be smaller than 5 MB')
  expect(refusalOf({ name: 'a.xlsx.pdf', size: 10 })).toBe('Please choose an Excel file (.xlsx or .xls)')
})

it('formats file sizes briefly', () => {
  expect([1, 200_000, 5_242_880, 2_400_000].map(sizeText)).toEqual(['1 KB', '195 KB', '5 MB', '2.3 MB'])
})
