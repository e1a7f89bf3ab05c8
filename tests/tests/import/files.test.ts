import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { extractQuestions } from '#server/features/tests/import.ts'
import { cpuMs } from '#tests/support/cpu.ts'
import { correctTexts, extract, header, refusalOf, utf16be, validRow, windows1252Bytes } from './file.ts'

const text = `${header}\r\n"Who wrote ‘L’Été’?","Camus, A.",Zola,"Proust\r\nM.",Gide,Option A,1,"<b>é</b>"\r\n`
const question = {
  questionText: 'Who wrote ‘L’Été’?',
  options: { A: 'Camus, A.', B: 'Zola', C: 'Proust\r\nM.', D: 'Gide' },
  correctAnswer: 'A',
  marks: 1,
  explanation: '<b>é</b>',
}

describe('extractQuestions', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE with BOM', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 BE with BOM', utf16be(`\ufeff${text}`)],
    ['UTF-16 LE', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE', utf16be(text)],
    ['Windows-1252', windows1252Bytes(text)],
  ])('reads CSV in %s', (_, bytes) => expect(extract(bytes)).toEqual({ questions: [question], errors: [] }))

  it.each([
    ['UTF-8 with BOM', (json: string) => Buffer.from(`\ufeff${json}`)],
    ['UTF-16 LE', (json: string) => Buffer.from(json, 'utf16le')],
    ['Windows-1252', windows1252Bytes],
  ])('reads JSON in %s', (_, encode) => {
    expect(extract(encode(` \n${JSON.stringify([question])}`))).toEqual({ questions: [question], errors: [] })
  })

  it.each([
    ['an equal number of rows', 3, 3],
    ['mostly Windows-1252', 2, 12],
    ['mostly UTF-8', 12, 2],
  ])('rejects a file that mixes UTF-8 and Windows-1252: %s', (_, utf8, legacy) => {
    const row = (name: string) => `Who wrote ${name}?,Camus,Zola,Proust,Gide,A,,\n`
    const bytes = Buffer.concat([
      Buffer.from(`${header}\n${row('L’Été').repeat(utf8)}`),
      windows1252Bytes(row('Café').repeat(legacy)),
    ])
    expect(refusalOf(bytes)).toContain('mixes encodings')
  })

  it.each(['हि', '😀', 'α + Ж', 'é', '25 °C', '₹ 40', 'MÓVIL'])(
    'rejects Windows-1252 that contains %s as UTF-8',
    (word) => {
      const bytes = Buffer.concat([
        windows1252Bytes(`${header}\nétait à là, çé été à?,Camus,Zola,Proust,Gide,A,,\n`),
        Buffer.from(`${word}?,Camus,Zola,Proust,Gide,A,,\n`),
      ])
      expect(refusalOf(bytes)).toContain('mixes encodings')
    },
  )

  it.each([
    '“MANHÃ” é certa?',
    '“IRMÃ” ou “IRMÃO”?',
    '“A MANHÃ” e “A MAÇÃ”',
    'Qu’est-ce que « l’été » ?',
    '“groß” und “Straße” – größer',
    '“CAFÉ” or “NÃO”, ¿PERÚ…?',
    '« CAFÉ » ou « thé… »',
  ])('reads %s in Windows-1252 exactly', (text) => {
    const bytes = windows1252Bytes(`${header}\n"${text} été ç",Camus,Zola,Proust,Gide,A,,\n`)
    expect(extract(bytes).questions[0]?.questionText).toBe(`${text} été ç`)
  })

  it.each(['CAFÉ’S MENU', 'NESCAFÉ® brand', 'NESCAFÉ™', 'CAFÉ… open', 'QUÉ…', 'PERÚ’', 'MARIA É”', 'AMANHÃ… talvez'])(
    'rejects %s in Windows-1252, because its bytes are also valid UTF-8',
    (text) => {
      const bytes = windows1252Bytes(`${header}\n${text},Camus,Zola,Proust,Gide,A,,\n`)
      expect(refusalOf(bytes)).toContain('is ambiguous')
    },
  )

  it.each([
    '₹ 500 का मूल्य',
    'தமிழ்',
    '😀',
    'ΔH of H₂O',
    'PIÙ è più',
    '25 °C',
    'łódź',
    'Å and ångström',
    '/ə/',
    'naïve',
    '酔',
  ])('reads %s in UTF-8 without a byte order mark', (text) => {
    const bytes = Buffer.from(`${header}\n${text},Camus,Zola,Proust,Gide,A,,\n`)
    expect(extract(bytes).questions[0]?.questionText).toBe(text)
  })

  it('rejects a row whose unquoted decimal comma shifted the explanation', () => {
    const { questions, errors } = extract(Buffer.from(`${header}\nWho?,Camus,Zola,Proust,Gide,A,1,5\n`))
    expect(questions).toEqual([])
    expect(errors[0]?.message).toContain('Put the whole cell in quotation marks')
  })

  it.each([
    ['an empty file', ['', ' \n ', '\ufeff'], 'VALIDATION file: The file is empty'],
    [
      'only a header',
      [header, `${header}\n\n,,,\n`],
      'VALIDATION file: The file has a header row but no questions below it',
    ],
    ['an empty list', ['[]', '{"questions": []}'], 'VALIDATION file: The file has no questions: its list is empty'],
    [
      'a binary file',
      ['%PDF-1.4', 'PK\x03\x04', `a,b${'text '.repeat(30)}\0`],
      'UNSUPPORTED_TYPE Please upload a .json or .csv file',
    ],
  ])('rejects %s', (_, contents, refusal) => {
    for (const content of contents) expect(refusalOf(content)).toBe(refusal)
  })
  it('rejects a name that contradicts the content, and reads .csv and .json by content', () => {
    const named = (name: string) => () => extractQuestions({ name, bytes: Buffer.from(`${header}\n${validRow}`) })
    for (const name of ['questions.txt', 'questions.csv.txt', 'questions.xlsx'])
      expect(named(name)).toThrow('Please upload a .json or .csv file')
    for (const name of ['questions.csv', 'QUESTIONS.CSV', 'my.questions.json', 'questions'])
      expect(named(name)().questions).toHaveLength(1)
  })
  it('rejects separators without a header, and a header with broken quoting', () => {
    expect(refusalOf(',,,\n')).toContain('Missing in the header row: questionText, A, B, C, D, correctAnswer')
    expect(refusalOf(`"${header}\n${validRow}`)).toContain('never closed')
  })
  it('reports a row with broken quoting by its number, after the valid rows', () => {
    const { questions, errors } = extract(`${header}\n${validRow}\nbad\n"Open,1st,2nd,3rd,4th,A\n${validRow}`)
    expect(questions).toHaveLength(1)
    expect(errors.map(({ row }) => row)).toEqual([3, 4])
    expect(errors[1]?.message).toContain('all rows after it were not read')
  })

  it.each(['csv', 'json'])('reads the sample file questions.%s', (type) => {
    const { questions, errors } = extract(
      readFileSync(new URL(`../../../public/samples/questions.${type}`, import.meta.url)),
    )
    expect(errors).toEqual([])
    expect(correctTexts(questions)).toEqual(['Paris', 'The dog wagged its tail.', '0 1 2', '<a>', '2'])
    expect(questions[2]?.questionText.split('\n')).toHaveLength(4)
    expect(questions.some(({ marks }) => marks === 2.5)).toBe(true)
  })
})

describe('extractQuestions on large files', () => {
  const timed = (content: string) => {
    const bytes = Buffer.from(content)
    const begin = cpuMs()
    const answer = extract(bytes)
    return { ...answer, ms: cpuMs() - begin }
  }
  const rows = Array.from({ length: 10_000 }, (_, n) =>
    n % 100 === 7 ? `Q${n},w,x,y,z,,1,` : `"Question ""${n}"",\nsecond line",w${n},x,y,z,B,1,"Because, é"`,
  )

  it('reads 10,000 CSV rows within 5 s of CPU time', () => {
    const { questions, errors, ms } = timed([header, ...rows].join('\r\n'))
    expect([questions.length, errors.length]).toEqual([9_900, 100])
    expect(errors.at(-1)).toEqual({ row: 9_909, message: 'The correct answer is missing.' })
    expect(questions.at(-1)?.questionText).toBe('Question "9999",\nsecond line')
    expect(ms).toBeLessThan(5_000)
    console.info(`10,000 rows of CSV: ${ms.toFixed(0)} ms`)
  })
  it('reads 10,000 JSON questions within 5 s of CPU time', () => {
    const items = rows.map((questionText) => ({ questionText, options: ['w', 'x', 'y', 'z'], correctAnswer: 'y' }))
    const { questions, ms } = timed(JSON.stringify(items))
    expect(questions).toHaveLength(10_000)
    expect(ms).toBeLessThan(5_000)
    console.info(`10,000 questions of JSON: ${ms.toFixed(0)} ms`)
  })
  it('rejects more than 20,000 questions', () => {
    expect(refusalOf([header, ...rows, ...rows, validRow].join('\n'))).toContain('more than 20,000 rows')
    expect(refusalOf(JSON.stringify(new Array(20_001).fill(1)))).toContain('more than 20,000 questions')
  })

  const long = 2_000_000
  it.each([
    ['quotation marks', `${header}\n${'"x'.repeat(long)}`],
    ['doubled quotation marks', `${header}\n${'""'.repeat(long)}`],
    ['blank lines', `${header}\n${'\n'.repeat(long)}x`],
    ['rows of separators', `${header}\n${',,\n'.repeat(long / 2)}x`],
    ['separators', `${header}\n${','.repeat(long)}x`],
    ['spaces in every cell', `${header}\n${`${' '.repeat(long / 8)},`.repeat(8)}`],
    ['an answer of spaces', `${header}\nQ,w,x,y,z,option${' '.repeat(long)}!,,`],
    ['an answer of dashes', `${header}\nQ,w,x,y,z,option${'-'.repeat(long)},,`],
    ['a header of spaces', `question${' -_'.repeat(long / 2)}x,A,B\n1,2,3`],
    ['sep= and spaces', `sep=;${' '.repeat(long)}x`],
    ['open brackets', '['.repeat(long)],
    ['escapes', `["${'\\"'.repeat(long)}`],
    ['digits', `[${'1'.repeat(long)}x`],
    ['lines before an error', `[${'\n'.repeat(long)}x`],
  ])('is not slowed down by %s', (_, content) => {
    const begin = cpuMs()
    refusalOf(content)
    expect(cpuMs() - begin).toBeLessThan(10_000)
  })
})
