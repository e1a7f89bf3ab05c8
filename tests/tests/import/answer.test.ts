import { describe, expect, it } from 'vitest'
import { readAnswer } from '#shared/tests/import/answer.rules.ts'

const cities = { A: 'London', B: 'Paris', C: 'New  York', D: 'Madrid' }
const read = (written: string, options: Partial<typeof cities> = {}) => {
  const answer = readAnswer(written, { ...cities, ...options })
  return 'letter' in answer ? answer.letter : answer.reason
}

describe('readAnswer', () => {
  it.each(['B', 'b', 'B)', '(b)', 'B.', 'b:', 'Option B', 'option_b', 'OPTION-B', 'optionb', 'Option (B)'])(
    'reads the letter %s',
    (written) => expect(read(written)).toBe('B'),
  )
  it.each(['2', '2)', '(2)', '2.', 'Option 2', 'option_2'])('reads the number %s', (written) =>
    expect(read(written)).toBe('B'),
  )
  it.each([
    ['Paris', 'B'],
    ['paris', 'B'],
    ['PARIS', 'B'],
    ['new york', 'C'],
  ])('reads the text %s', (written, letter) => expect(read(written)).toBe(letter))

  it('prefers an exact match to one that differs in case', () => {
    expect(read('ph', { A: 'PH', B: 'ph', C: 'Ph' })).toBe('B')
  })
  it('accepts an ambiguous answer if both readings mean the same option', () => {
    expect(read('2', { A: '1', B: '2', C: '3', D: '4' })).toBe('B')
    expect(read('a', { A: 'A' })).toBe('A')
  })
  it.each([
    ['1', { A: '2', B: '1' }, 'A', 'B'],
    ['(1)', { A: '2', B: '1' }, 'A', 'B'],
    ['B', { A: 'B' }, 'B', 'A'],
    ['a', { B: 'A' }, 'A', 'B'],
    ['2.', { C: '2' }, 'B', 'C'],
    ['Option 1', { B: 'option 1' }, 'A', 'B'],
  ])('rejects %s with %j, which could mean two options', (written, options, bySign, byText) => {
    const reason = read(written, options)
    expect(reason).toContain(`option ${bySign} by its`)
    expect(reason).toContain(`option ${byText} by its text`)
    expect(reason).toContain('"Option B"')
  })
  it('reads "Option B" as the letter even if it is another option’s text', () => {
    expect(read('Option B', { A: 'Option B' })).toBe('B')
    expect(read('option a', { A: 'B', B: 'A' })).toBe('A')
  })
  it('rejects text shared by two options', () => {
    expect(read('Paris', { D: 'Paris' })).toContain('the text of options B and D')
    expect(read('paris', { B: 'Paris', D: 'PARIS' })).toContain('the text of options B and D')
    expect(read('1', { A: '1', D: '1' })).toContain('option A by its number or option A and D by its text')
  })
  it.each(['E', '5', 'Option E', 'Rome', 'A, B', 'AB', '1.0', '-1', 'А', '#REF!'])('rejects %s', (written) =>
    expect(read(written)).toContain(`"${written}" is not one of A, B, C, D`),
  )
  it('rejects a missing answer and a 0', () => {
    expect(read('')).toBe('The correct answer is missing')
    expect(readAnswer('0', cities)).toEqual({ reason: expect.stringContaining('counted from 1'), countsFromZero: true })
    expect(read('0', { C: '0' })).toBe('C')
  })
})
