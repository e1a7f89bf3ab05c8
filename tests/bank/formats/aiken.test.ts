import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { looksLikeAiken, readAiken } from '#server/features/bank/formats/aiken.ts'
import { type FoundItem, UnreadableFile } from '#server/features/bank/formats/found.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'

/** Reads a file, and checks that every reading can be stored. */
async function read(text: string): Promise<FoundItem[]> {
  const items: FoundItem[] = []
  for await (const item of readAiken(text)) {
    for (const { question } of item.readings) bankQuestionForm.parse({ subject: 'Technical', ...question })
    items.push(item)
  }
  return items
}
const questions = async (text: string) =>
  (await read(text)).map(({ reason, readings }) => reason ?? readings[0]?.question)

describe('Aiken in Hindi or Nepali', () => {
  it.each([
    ['क) पोखरा\nख) काठमाडौँ', 'उत्तर: ख'],
    ['क. पोखरा\nख. काठमाडौँ', 'सही उत्तर : ख)'],
    ['अ) पोखरा\nआ) काठमाडौँ', 'उत्तरः आ'],
    ['अ) पोखरा\nब) काठमाडौँ', 'उत्तर ः ब. काठमाडौँ'],
    ['क) पोखरा\nख) काठमाडौँ', 'ANSWER: ख'],
    ['A) पोखरा\nB) काठमाडौँ', 'उत्तर: B'],
  ])('reads the options %j with %s', async (options, answer) => {
    expect(await questions(`राजधानी?\n${options}\n${answer}\nव्याख्या: किनभने\n`)).toEqual([
      {
        ...{ questionText: 'राजधानी?', options: { A: 'पोखरा', B: 'काठमाडौँ' } },
        ...{ correctAnswer: 'B', explanation: 'किनभने' },
      },
    ])
  })

  it('asks the author about a Latin letter below other options', async () => {
    const [item] = await read('राजधानी?\nक) x\nख) y\nANSWER: B')
    expect(item?.reason).toBe('The ANSWER has a Latin letter, but the options have other letters')
    expect(item?.readings).toMatchObject([{ label: 'Option B is correct', question: { correctAnswer: 'B' } }])
  })

  it.each([
    ['A) x\nB) y\nउत्तर: ख', 'must be the letter of one option, not “ख”'],
    ['क) x\nख) y\nउत्तर: आ', 'must be the letter of one option, not “आ”'],
    ['क) x\nख) y\nउत्तर: घ', 'is D, but the options are A to B'],
    ['क) x\nआ) y\nउत्तर: क', 'Line 3 is neither an option nor the answer'],
  ])('refuses %j', async (text, reason) => {
    expect(String(await questions(`राजधानी?\n${text}`))).toContain(reason)
  })
})

describe('Aiken', () => {
  it('reads options with full stops or brackets, in any case, with and without empty lines', async () => {
    const file = [
      '\ufeffWhat is 2+2?',
      'A. 3',
      'B. 4',
      'ANSWER: B',
      'Which of these',
      'is *not* right?',
      '',
      'a) x*y',
      'b)\\(y^2\\)',
      '',
      'C) <b>',
      'Answer : c)',
      '',
      'I. Newton was first',
      'II. A.D. 1000 was later',
      'A. both',
      'B. none',
      'ANSWER A',
    ].join('\r\n')
    expect(await read(file)).toMatchObject([
      {
        line: 1,
        title: 'What is 2+2?',
        readings: [
          { question: { questionText: 'What is 2+2?', options: { A: '3', B: '4' }, correctAnswer: 'B' }, losses: [] },
        ],
      },
      {
        line: 5,
        readings: [
          {
            question: {
              questionText: 'Which of these\nis \\*not\\* right?',
              options: { A: 'x*y', B: '\\(y^2\\)', C: '<b>' },
              correctAnswer: 'C',
            },
          },
        ],
      },
      {
        line: 14,
        readings: [{ question: { questionText: 'I. Newton was first\nII. A.D. 1000 was later', correctAnswer: 'A' } }],
      },
    ])
  })

  it('accepts the text of the right option after its letter', async () => {
    expect(await questions('Q\nA. a\nB. b\nANSWER: B. b')).toMatchObject([{ correctAnswer: 'B' }])
    expect(await questions('Q\nA. a\nB. b\nANSWER: B. a')).toEqual([
      'The ANSWER on line 4 must be the letter of one option, not “B. a”',
    ])
  })

  it.each([
    ['Q\nA. a\nB. b', 'It has no ANSWER line after its options. Add one, such as ANSWER: B'],
    ['Q\nA. a\nB. b\nANSWER:', 'The ANSWER on line 4 names no option'],
    ['Q\nA. a\nB. b\nANSWER: C', 'The ANSWER on line 4 is C, but the options are A to B'],
    ['Q\nA. a\nB. b\nANSWER: A, B', 'The ANSWER on line 4 must be the letter of one option, not “A, B”'],
    ['Q\nA. a\nB. b\nANSWER: AB', 'The ANSWER on line 4 must be the letter of one option, not “AB”'],
    ['Q\nA. a\nC. c\nB. b\nANSWER: B', 'Line 3 has option C, but option B comes next. Letter the options in order'],
    ['Q\nA. a\nB. b\nB. c\nANSWER: B', 'Option B occurs again on line 4. Is the ANSWER line before it missing?'],
    ['Q\nA. a\nmore\nB. b\nANSWER: B', 'Line 3 is neither an option nor the answer. Write each option on one line'],
    ['Q\nA. a\nB.\nANSWER: A', 'Option B has no text'],
    ['Q\nA. a\nANSWER: A', 'It has only one option; at least 2 are needed'],
    ['Q\nANSWER: A', 'It has no options. Begin them with A. or A)'],
    ['A. a\nB. b\nANSWER: A', 'There is no question text before its options'],
    [
      `Q\n${[...'ABCDEFGHIJK'].map((letter) => `${letter}. x`).join('\n')}\nANSWER: A`,
      'It has 11 options; at most 10 are allowed',
    ],
    [`${'x'.repeat(10_001)}\nA. a\nB. b\nANSWER: A`, 'The question text: Must be at most 10000 characters'],
    [`Q\nA. ${'x'.repeat(2_001)}\nB. b\nANSWER: A`, 'Option A: Must be at most 2000 characters'],
  ])('refuses %j', async (text, reason) => {
    expect(await questions(text)).toEqual([reason])
  })

  it('keeps the explanation below an answer, and not in the next question', async () => {
    const one = 'One\nA. a\nB. b\nANSWER: A\n'
    const two = 'Two\nA. a\nB. b\nANSWER: B'
    const texts = [
      [`${one}Explanation: because\n$x$ is 2\n\n${two}`, 'because\n\\$x\\$ is 2'],
      [`${one}\nFEEDBACK: because\n${two}`, 'because'],
      [`${one}${two}\nRationale: last`, undefined],
    ]
    for (const [text = '', explanation] of texts) {
      const [first, second, ...more] = (await read(text)).map(({ readings }) => readings[0]?.question)
      expect(first?.explanation).toBe(explanation)
      expect(second).toMatchObject({ questionText: 'Two', ...(explanation === undefined && { explanation: 'last' }) })
      expect(more).toEqual([])
    }
    const unclear = expect.stringContaining('unclear where the explanation on line 5 ends')
    expect(await questions(`${one}Feedback: because\nof this\n${two}`)).toEqual([unclear, unclear])
    expect(await questions(`${one}Solution: what is it?\nA. a\nB. b\nANSWER: A`)).toEqual([unclear, unclear])
  })

  it('continues after a question without an answer', async () => {
    const items = await read('One\nA. a\nB. b\n\nTwo\nA. a\nB. b\nANSWER: A\n\nThe end')
    expect(items.map(({ line, reason }) => [line, reason?.slice(0, 20)])).toEqual([
      [1, 'It has no ANSWER lin'],
      [5, undefined],
      [10, 'It has no options. B'],
    ])
  })

  it('reports a file without questions', async () => {
    await expect(read(' \n\n')).rejects.toThrow(UnreadableFile)
  })

  it('is recognised by its options and answer', () => {
    expect(looksLikeAiken('Q\nA. a\nB. b\nANSWER: A')).toBe(true)
    expect(looksLikeAiken('Text first\n\nQ\na) a\nb) b\nanswer: a')).toBe(true)
    for (const text of [
      '',
      'Q {=a ~b}',
      'Q\nA. a\nB. b',
      '<quiz>\nA. a\nB. b\nANSWER: A</quiz>',
      '[{"a": "Q\nA. a\nB. b\nANSWER: A"}]',
    ])
      expect(looksLikeAiken(text)).toBe(false)
    expect(looksLikeAiken('question,answer,marks\n"Q\nA. a\nB. b\nANSWER: A",A,1')).toBe(false)
  })

  it('never throws for any lines', async () => {
    const lines = [
      '',
      'Q',
      'A. a',
      'B) b',
      'C.',
      'a)x',
      'ANSWER: A',
      'ANSWER:',
      'answer b',
      '$$',
      '<b>',
      '\\(',
      '\u0000',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...lines), { maxLength: 30 }).map((all) => `x\n${all.join('\n')}`),
        async (text) => {
          await read(text)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['one long line', 'x'.repeat(20_000_000)],
    ['a long option', `Q\nA. ${'x'.repeat(20_000_000)}\nB. b\nANSWER: A`],
    ['a long answer', `Q\nA. a\nB. b\nANSWER: ${'A'.repeat(20_000_000)}`],
    ['options', `Q\n${'A. a\n'.repeat(100_000)}`],
    ['empty lines', `Q\n${'\n'.repeat(1_000_000)}A. a`],
  ])('reads or refuses %s in linear time', async (_, text) => {
    await read(text)
  })
})
