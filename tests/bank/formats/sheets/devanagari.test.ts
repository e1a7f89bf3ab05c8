import { describe, expect, it } from 'vitest'
import { question, sheet } from './read.ts'

/** The keys of one row's readings, such as `B`; its reason if it is refused. */
async function keyOf(header: readonly string[], cells: readonly string[]) {
  const [item] = await sheet([header, cells])
  const keys = item?.readings.map(({ question: one }) => (one as { correctAnswer: string }).correctAnswer) ?? []
  return keys.length > 0 ? keys.join('/') : item?.reason
}

const places = ['मुंबई', 'दिल्ली', 'काठमाडौँ', 'पोखरा']
const headed = (signs: string, answer = 'उत्तर') => ['प्रश्न', ...[...signs].map((sign) => `विकल्प ${sign}`), answer]

describe('a sheet in Hindi or Nepali', () => {
  it('is read by its headings', async () => {
    const header = ['क्रमांक', ...headed('कखगघ', 'सही उत्तर'), 'अंक', 'व्याख्या', 'विषय', 'अध्याय', 'कठिनाई']
    const [item] = await sheet([header, ['१', 'राजधानी?', ...places, 'ग', '2', 'क्योंकि', 'भूगोल', 'नेपाल', 'Easy']])
    expect(question(item)).toMatchObject({
      ...{ questionText: 'राजधानी?', options: { A: 'मुंबई', C: 'काठमाडौँ' }, correctAnswer: 'C' },
      ...{ marks: 2, explanation: 'क्योंकि', difficulty: 'Easy' },
    })
    expect(item?.category).toEqual(['भूगोल', 'नेपाल'])
  })

  it.each([
    ['कखगघ', 'ख', 'B'],
    ['कखगघ', '(घ)', 'D'],
    ['कखगघ', 'विकल्प ग', 'C'],
    ['अआइई', 'इ', 'C'],
    ['अबसद', 'स', 'C'],
    ['कखगघ', 'दिल्ली', 'B'],
    ['ABCD', 'B', 'B'],
    ['१२३४', '२', 'B'],
    ['कखगघ', '२', 'B/C'],
    ['कखगघ', '०', 'A'],
  ])('below the options %s, reads the answer %s as %s', async (signs, answer, key) => {
    expect(await keyOf(headed(signs), ['राजधानी?', ...places, answer])).toBe(key)
  })

  it.each([
    ['a letter of other columns', 'ABCD', 'ख', places, 'is not one of'],
    ['a letter of another series', 'कखगघ', 'स', places, 'is not one of'],
    ['a letter that is the text of another option', 'कखगघ', 'क', ['ख', 'क', 'ग', 'घ'], 'by its place or by its text'],
    ['a number that is the text of an option', '१२३४', '२', ['१', '४', '२', '३'], 'by its place or by its text'],
  ])('refuses %s', async (_, signs, answer, options, reason) => {
    expect(await keyOf(headed(signs), ['Q?', ...options, answer])).toContain(reason)
  })
})
