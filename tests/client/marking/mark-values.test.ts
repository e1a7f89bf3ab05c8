import { describe, expect, it } from 'vitest'
import { formOf, refusalOf } from '#client/features/marking/mark-values.ts'
import type { Rubric } from '#shared/marking/marking.rules.ts'

const rubric: Rubric = [{ criterion: 'Content', levels: [{ label: 'Good', marks: 2 }] }]
const typed = (marks: string) => ({ marks, levels: [], comment: '' })

describe('typed marks', () => {
  it.each([
    ['7', 7],
    [' 7.5 ', 7.5],
    ['7,5', 7.5],
    ['७.५', 7.5],
    ['1/2', 0.5],
    ['1.500', 1.5],
    ['0', 0],
  ])('reads %j as %d', (marks, number) => {
    expect(refusalOf(typed(marks), [], 10)).toBeNull()
    expect(formOf(typed(marks)).marks).toBe(number)
  })

  it.each([
    ['1,500', 2_000, 'This could be 1500 or 1.5. Enter it without the comma.'],
    ['1,500', 2, 'This could be 1500 or 1.5. Enter it without the comma.'],
    ['seven', 10, 'Enter a number'],
    ['7 marks', 10, 'Enter a number'],
    ['-1', 10, 'Enter 0 to 10'],
    ['11', 10, 'Enter 0 to 10'],
    ['1e999', 10, 'Enter 0 to 10'],
    ['1/3', 10, 'At most two decimals'],
    ['  ', 10, 'Enter the marks'],
  ])('refuses %j of %d', (marks, most, message) => expect(refusalOf(typed(marks), [], most)).toBe(message))

  it('asks for levels or marks if there is a rubric', () => {
    expect(refusalOf(typed(''), rubric, 10)).toBe('Choose a level for every criterion, or enter the marks')
  })
})
