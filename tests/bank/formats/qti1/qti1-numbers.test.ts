import { describe, expect, it } from 'vitest'
import { blank, canvas, equal, gives, html, lossesOf, questionOf, readItem } from './qti1-files.ts'

const within = (from: string, to: string, start = 'vargte', end = 'varlte') =>
  `<${start} respident="response1">${from}</${start}><${end} respident="response1">${to}</${end}>`
const or = (...tests: string[]) => `<or>${tests.join('')}</or>`
const and = (tests: string) => `<and>${tests}</and>`
const numerical = async (...conditions: string[]) =>
  await readItem({
    meta: canvas('numerical_question'),
    presentation: html('How much?') + blank('fibtype="Decimal"'),
    scoring: conditions.map((condition) => gives(condition, 100)).join(''),
  })
const point = (value: string, attributes: string) => `<varequal respident="response1" ${attributes}>${value}</varequal>`

describe('numerical_question', () => {
  it.each([
    ['an exact number', or(equal('4.0'), and(within('4.0', '4.0'))), { correctValue: 4 }],
    ['a number without bounds', or(equal('-1.5')), { correctValue: -1.5 }],
    ['a power of ten', or(equal('1.0e-05')), { correctValue: 0.00001 }],
    ['a margin', or(equal('3.14'), and(within('3.13', '3.15'))), { correctValue: 3.14, tolerance: 0.01 }],
    [
      'a margin in percent',
      or(point('5.0', 'margintype="percent" margin="1"'), and(within('4.95', '5.05'))),
      { correctValue: 5, tolerance: 0.01, toleranceKind: 'relative' },
    ],
    ['a range', within('6.0', '8.0'), { range: { min: 6, max: 8 } }],
    [
      'digits of a negative number',
      or(equal('-13.4'), and(within('-13.45', '-13.35', 'vargt'))),
      {
        correctValue: -13.4,
        significantDigits: 3,
      },
    ],
    ['overlapping answers', or(equal('4'), and(within('3', '5'))), { correctValue: 4, tolerance: 1 }],
  ])('reads %s', async (_, condition, key) => {
    const found = await numerical(condition)
    const { questionText, marks, type, ...fields } = questionOf(found)
    expect({ questionText, marks, type }).toEqual({ questionText: 'How much?', marks: 1, type: 'numeric' })
    expect(fields).toEqual(key)
    expect(lossesOf(found)).toEqual([])
  })

  it.each([
    [
      'significant digits, whose edges differ',
      or(equal('0.134e2'), and(within('0.13395e2', '0.13405e2', 'vargt'))),
      { correctValue: 13.4, significantDigits: 4 },
      ['The edges count differently: 13.395 is right here, and 13.405 is wrong'],
    ],
    [
      'digits of a power of ten, which has uneven neighbours',
      or(equal('1.0'), and(within('0.995', '1.005', 'vargt'))),
      { correctValue: 1, tolerance: 0.005 },
      ['Exactly 0.995 is wrong in the file, but right here'],
    ],
    [
      'fewer digits than its value has, which is a tolerance',
      or(equal('4.56789'), and(within('4.56289', '4.57289', 'vargt'))),
      { correctValue: 4.56789, tolerance: 0.005 },
      ['Exactly 4.56289 is wrong in the file, but right here'],
    ],
    [
      'decimal places',
      or(point('9.0', 'precisiontype="decimals" precision="1"'), and(within('8.95', '9.05', 'vargt'))),
      { correctValue: 9, tolerance: 0.05 },
      ['Exactly 8.95 is wrong in the file, but right here'],
    ],
    [
      'a margin with a rounding error',
      or(equal('0.3'), and(within('0.19999999999999998', '0.4'))),
      { range: { min: 0.19999999999999998, max: 0.4 } },
      ['Its value 0.3 is not kept, only the range around it'],
    ],
    [
      'a range without its ends',
      and(within('1', '2', 'vargt', 'varlt')),
      { range: { min: 1, max: 2 } },
      ['Exactly 1 is wrong in the file, but right here', 'Exactly 2 is wrong in the file, but right here'],
    ],
  ])('reads %s', async (_, condition, key, losses) => {
    const found = await numerical(condition)
    expect(questionOf(found)).toMatchObject(key)
    expect(lossesOf(found)).toEqual(losses)
  })

  it('joins answers that touch and asks which of separate ones is meant', async () => {
    expect(questionOf(await numerical(within('1', '2'), within('2', '3')))).toMatchObject({ range: { min: 1, max: 3 } })
    expect(questionOf(await numerical(equal('4'), equal('4.0')))).toMatchObject({ correctValue: 4 })
    const found = await numerical(equal('4'), within('7', '8'), equal('0.0'))
    expect(found.reason).toBe('Several separate numbers are right, but only one can be the key')
    expect(found.readings.map(({ label, question }) => [label, question])).toMatchObject([
      ['0 is correct', { correctValue: 0 }],
      ['4 is correct', { correctValue: 4 }],
      ['7 to 8 is correct', { range: { min: 7, max: 8 } }],
    ])
  })

  it.each([
    [equal('four'), 'Its key “four” is not a number'],
    [equal('1,5'), 'Its key “1,5” is not a number'],
    [equal('1.00000000000000000001'), 'One of its numbers has more digits than can be kept'],
    [within('a', '5'), 'Its scoring compares with “a”, which is not a number'],
    ['<vargte respident="response1">5</vargte>', 'Its range of right numbers has only one end'],
    [within('5', '4'), 'It has no right number'],
    [`<not>${equal('4')}</not>`, 'It has no right number'],
    [equal('4') + within('3', '5'), 'Its scoring names a value and a range without saying whether both must hold'],
  ])('refuses %s', async (condition, reason) => {
    expect(await numerical(condition)).toMatchObject({ readings: [], reason })
  })

  it('reports part marks for less exact numbers as a loss', async () => {
    const found = await readItem({
      meta: canvas('numerical_question'),
      presentation: html('How much?') + blank('fibtype="Decimal"'),
      scoring: gives(or(equal('4')), 100) + gives(within('3', '5'), 50),
    })
    expect(questionOf(found)).toMatchObject({ correctValue: 4 })
    expect(lossesOf(found)).toEqual(['Part marks for other numbers are not kept'])
  })
})
