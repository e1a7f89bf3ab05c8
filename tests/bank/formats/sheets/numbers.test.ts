import { describe, expect, it } from 'vitest'
import { lossesOf, question, sheet } from './read.ts'

/** Answers that are option numbers: guessing the wrong start would shift every key. */

const lettered = ['Question', 'Option A', 'Option B', 'Option C', 'Option D', 'Answer']
const numbered = ['Question', 'Option 1', 'Option 2', 'Option 3', 'Option 4', 'Answer']
const template = ['questionText', 'A', 'B', 'C', 'D', 'correctAnswer']
const indexed = [...lettered.slice(0, 5), 'correct_index']
const five = ['Question', 'Choice A', 'Choice B', 'Choice C', 'Choice D', 'Choice E', 'Answer']

/** Each answer's readings, such as `1:B 0:C`; `-` if the row is refused. */
async function keys(header: readonly string[], answers: readonly string[], texts = ['v', 'w', 'x', 'y', 'z']) {
  const options = texts.slice(0, header.length - 2)
  const items = await sheet([header, ...answers.map((answer) => ['Q', ...options, answer])])
  return items.map(({ readings }) =>
    readings.length === 0
      ? '-'
      : readings
          .map(({ label, question: one }) => {
            const { correctAnswer, correctAnswers } = one as { correctAnswer?: string; correctAnswers?: string[] }
            const key = correctAnswer ?? correctAnswers?.join('+')
            const start = /count from (\d)/.exec(label)?.[1]
            return start ? `${start}:${key}` : label === '' ? key : `${label}:${key}`
          })
          .join(' '),
  )
}

describe('answers that are numbers', () => {
  it.each([
    ['are asked about if nothing shows where they begin', lettered, ['1', '3', 'B'], ['1:A 0:B', '1:C 0:D', 'B']],
    ['count from 1 if one is the number of the last option', lettered, ['1', '4'], ['A', 'D']],
    ['seem to count from 0 if one is 0', lettered, ['0', '3', 'B'], ['0:A', '0:D', 'B']],
    ['are refused if one is 0 and one the number of the last option', lettered, ['0', '4', 'B'], ['-', '-', 'B']],
    ['are asked about beside five options', five, ['2', '4'], ['1:B 0:C', '1:D 0:E']],
    ['count from 1 below numbered options', numbered, ['1', '3'], ['A', 'C']],
    ['are asked about below numbered options if one is 0', numbered, ['0', '3'], ['0:A', '0:D']],
    ['count from 1 in our template', template, ['1', '3'], ['A', 'C']],
    ['count from 1 if they name options', lettered, ['Option 1', '3'], ['A', 'C']],
    ['count from 1 if the heading says so', [...lettered.slice(0, 5), 'Answer (1-4)'], ['1', '3'], ['A', 'C']],
    [
      'are asked about in an index beside numbered options',
      [...numbered.slice(0, 5), 'answer_index'],
      ['1'],
      ['1:A 0:B'],
    ],
    ['seem to count from 0 if an index is 0', [...numbered.slice(0, 5), 'correctIndex'], ['0', '3'], ['0:A', '0:D']],
    ['count from 1 if an index is the number of the last option', indexed, ['1', '4'], ['A', 'D']],
    ['count from 1 in an index that says so', [...lettered.slice(0, 5), 'Answer index (1-based)'], ['1'], ['A']],
    ['are refused if they are no option', lettered, ['7', '2'], ['-', '1:B 0:C']],
  ])('%s', async (_, header, answers, expected) => {
    expect(await keys(header, answers)).toEqual(expected)
  })

  it('are never the texts of options in an index', async () => {
    const texts = ['2', '3', '4', '10']
    expect(await keys(indexed, ['2'], texts)).toEqual(['1:B 0:C'])
    expect(await keys(indexed, ['4', '10'], texts)).toEqual(['D', '-'])
  })

  it('say what must be decided, with the same labels for all rows', async () => {
    const items = await sheet([lettered, ['Q', 'w', 'x', 'y', 'z', '1'], ['Q', 'w', 'x', 'y', '', '2']])
    expect(items.map(({ reason }) => reason)).toEqual(
      Array(2).fill('Its answer is a number, and the options may be counted from 1 or from 0'),
    )
    expect(items.map(({ readings }) => readings.map(({ label }) => label))).toEqual(
      Array(2).fill(['Answers count from 1', 'Answers count from 0']),
    )
    const zero = await sheet([lettered, ['Q', 'w', 'x', 'y', 'z', '0'], ['Q', 'w', 'x', 'y', '', '2']])
    expect(zero.map(({ reason }) => reason)).toEqual(
      Array(2).fill('Row 2 has the answer 0, so the answers seem to count from 0'),
    )
  })

  it('are read in rows with fewer options, and in several at once', async () => {
    const items = await sheet([template, ['Q', 'w', 'x', 'y', '', '3'], ['Q', 'w', 'x', 'y', 'z', '1, 3']])
    expect(question(items[0])).toMatchObject({ options: { C: 'y' }, correctAnswer: 'C' })
    expect(items[1]?.readings.map(({ question: one }) => one)).toMatchObject([
      { type: 'multiple', correctAnswers: ['A', 'C'] },
      { type: 'single', correctAnswer: 'A', alternatives: ['C'] },
    ])
    const several = await sheet([
      [...lettered, 'Type'],
      ['Q', 'w', 'x', 'y', 'z', '1,3', 'Checkbox'],
    ])
    expect(several[0]?.readings).toMatchObject([
      { label: 'Answers count from 1', question: { correctAnswers: ['A', 'C'] } },
      { label: 'Answers count from 0', question: { correctAnswers: ['B', 'D'] } },
    ])
  })

  it('are texts of options if they are outside of the numbers', async () => {
    const texts = ['10', '15', '20', '25', '30']
    expect(await keys(five, ['15', '30'], texts)).toEqual(['B', 'E'])
    expect(await keys(lettered, ['20'], texts)).toEqual(['C'])
  })

  it('may also be texts of options, unless other answers rule that out', async () => {
    const rows = (...answers: string[]) =>
      sheet([lettered, ['Q', '1', '2', '3', '4', '2'], ...answers.map((answer) => ['Q', 'w', 'x', 'y', 'z', answer])])
    const readings = async (...answers: string[]) =>
      (await rows(...answers))[0]?.readings.map(({ label, question: one }) => [
        label,
        (one as { correctAnswer: string }).correctAnswer,
      ])
    expect(await readings('B')).toEqual([['', 'B']])
    expect(await readings('4')).toEqual([['', 'B']])
    expect(await readings('1')).toEqual([
      ['Answers count from 1', 'B'],
      ['Answers count from 0', 'C'],
    ])
    expect(await readings('0')).toEqual([
      ['The answer is the text of an option', 'B'],
      ['Answers count from 0', 'C'],
    ])
  })

  it('keep the marks and losses of their rows', async () => {
    const [item] = await sheet([
      [...lettered, 'Marks', 'Teacher'],
      ['Q', 'w', 'x', 'y', 'z', '1', '3', 'Rao'],
    ])
    expect(item?.readings.map(({ question: one }) => one.marks)).toEqual([3, 3])
    expect(lossesOf(item)).toEqual(['The column "Teacher" is not kept'])
  })

  it('show where they begin even if their row is refused', async () => {
    const items = await sheet([lettered, ['Q', 'w', '', 'y', 'z', '0'], ['Q', 'w', 'x', 'y', 'z', '1']])
    expect(items).toMatchObject([{ readings: [] }, { readings: [{ label: 'Answers count from 0' }] }])
  })
})
