import { describe, expect, it } from 'vitest'
import { item, p, read, readOne, table, taken, typed } from './package.ts'

/** The keys of a question's readings, such as `B`; its reason if it is refused. */
async function keyOf(text: string) {
  const { readings, reason } = await readOne(typed(text))
  const keys = readings.map(({ question }) => {
    const { correctAnswer, correctAnswers, alternatives } = question as unknown as Record<string, string | string[]>
    return [correctAnswers ?? correctAnswer, alternatives ?? []].flat().join('')
  })
  return keys.length === 0 ? reason : `${keys.join('/')}${reason ? ' ?' : ''}`
}

describe('a document in Hindi or Nepali', () => {
  it.each([
    '१. राजधानी?\n(क) पोखरा\n(ख) काठमाडौँ\n(ग) विराटनगर\nउत्तर: (ख)',
    '१) राजधानी?\nक) पोखरा\nख) काठमाडौँ\nग) विराटनगर\nसही उत्तर : ख',
    'प्रश्न १: राजधानी?\nक. पोखरा\nख. काठमाडौँ\nग. विराटनगर\nउत्तरः ख',
    'प्रश्न नं. १) राजधानी?\nअ) पोखरा\nआ) काठमाडौँ\nइ) विराटनगर\nउत्तर ः आ',
    '1. राजधानी?\nअ. पोखरा\nब. काठमाडौँ\nस. विराटनगर\nसही विकल्प - ब',
    '1. राजधानी?\n(क) पोखरा\t(ख) काठमाडौँ\t(ग) विराटनगर\nउत्तर: विकल्प ख',
    '१. राजधानी? (उत्तर: ख)\nक) पोखरा\nख) काठमाडौँ\nग) विराटनगर',
    '१. राजधानी?\nक) पोखरा\nख) काठमाडौँ\nग) विराटनगर\nउत्तर: ख) काठमाडौँ',
    '१. राजधानी?\nक) पोखरा\nख) काठमाडौँ\nग) विराटनगर\nउत्तर: काठमाडौँ',
    '१. राजधानी?\n१) पोखरा\n२) काठमाडौँ\n३) विराटनगर\nउत्तर: २',
    'सवाल १. राजधानी?\nA) पोखरा\nB) काठमाडौँ\nC) विराटनगर\nसही जवाब: B',
    '१. राजधानी?\nक) पोखरा\nख) काठमाडौँ\nग) विराटनगर\nउत्तर कुञ्जी\n१. ख',
  ])('is read by its labels: %j', async (text) => {
    expect(taken(await readOne(typed(text)))).toMatchObject({
      questionText: 'राजधानी?',
      options: { A: 'पोखरा', B: 'काठमाडौँ', C: 'विराटनगर' },
      correctAnswer: 'B',
      losses: [],
    })
  })

  it('is read with lists of answers, marks and explanations', async () => {
    const options = '\nक) x\nख) y\nग) z\n'
    const items = await read(
      typed(`१. a [२ अंक]${options}२. b${options}व्याख्या: c\nउत्तरमाला\n१. ख २. क`) + table([['३', 'क']]),
    )
    expect(items.slice(0, 1).map(taken)).toMatchObject([{ questionText: 'a', marks: 2, correctAnswer: 'B' }])
    expect(items[1]?.readings).toMatchObject([{ question: { correctAnswer: 'A', explanation: 'c' } }])
    expect(items.at(-1)?.reason).toBe('Answer 3 of the list belongs to no question')
  })

  it.each([
    ['क) x\nख) y\nग) z', 'क र ग', 'AC'],
    ['क) x\nख) y\nग) z', 'क, ख', 'AB'],
    ['क) x\nख) y\nग) z', 'क वा ख', 'AB'],
    ['क) x\nख) y\nग) z', 'B', 'B ?'],
    ['क) x\nख) y\nग) z', '२', 'B/C ?'],
    ['क) ख\nख) क\nग) ग', 'ख', 'B/A ?'],
  ])('reads below the options %j the answer %s as %s', async (options, answer, key) => {
    expect(await keyOf(`१. a\n${options}\nउत्तर: ${answer}`)).toBe(key)
  })

  it.each([
    ['a letter of another series', 'क) x\nख) y\nग) z', 'आ', 'is not one of its options'],
    ['a letter below Latin options', 'A) x\nB) y\nC) z', 'ख', 'is not one of its options'],
    ['a letter beyond the options', 'क) x\nख) y\nग) z', 'घ', 'The answer is D'],
    ['a letter without options', 'xyz', 'ख', 'no options'],
  ])('refuses %s', async (_, options, answer, reason) => {
    expect(await keyOf(`१. a\n${options}\nउत्तर: ${answer}`)).toContain(reason)
  })

  it('keeps letters and numbers of its texts', async () => {
    const text = '१. क. प्र. शर्मा २०७८ मा कहाँ जन्मे?\nक) क र ख को बीचमा\nख) २ नम्बर\nउत्तर: ख'
    expect(taken(await readOne(typed(text)))).toMatchObject({
      questionText: 'क. प्र. शर्मा २०७८ मा कहाँ जन्मे?',
      options: { A: 'क र ख को बीचमा', B: '२ नम्बर' },
    })
    const statements = '१. कुन सही?\nक. s\nख. t\n(क) x\n(ख) y\nउत्तर: (ख)'
    expect(taken(await readOne(typed(statements))).questionText).toBe('कुन सही?\n\nक. s\n\nख. t')
  })

  it('reads a number in other digits as a number', async () => {
    expect(taken(await readOne(typed('१. २ + १० = ?\nउत्तर: १२')))).toMatchObject({ type: 'numeric', correctValue: 12 })
  })

  it('reads letters and digits that Word made', async () => {
    const level = (at: number, format: string, text: string) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
    const numbering = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0">${level(0, 'hindiNumbers', '%1.')}${level(1, 'hindiVowels', '(%2)')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
    const one = (text: string, answer: string) =>
      item(text, 1) + item('x', 1, 1) + item('y', 1, 1) + p(`उत्तर: ${answer}`)
    const items = await read(one('a', 'ख') + one('b', '(क)'), { 'word/numbering.xml': numbering })
    expect(items.map(taken)).toMatchObject([
      { questionText: 'a', options: { A: 'x', B: 'y' }, correctAnswer: 'B', losses: [] },
      { questionText: 'b', correctAnswer: 'A' },
    ])
  })
})
