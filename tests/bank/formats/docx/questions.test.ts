import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { item, p, packageOf, r, read, readOne, taken, typed } from './package.ts'

const heading = (text: string, level = 1) => p(text, `<w:pStyle w:val="Heading${level}"/>`)

it('drops lines that only separate questions', async () => {
  const items = await read(
    typed(
      '1. a\nA. x\nB. y\nAnswer: A\nExplanation: Because\n---\n2. b\nA. x\nB. y\nAnswer: B\n====\n3. c\nA. x\nB. y\nAnswer: B\n***',
    ),
  )
  expect(items.map(taken)).toMatchObject([{ explanation: 'Because', losses: [] }, { losses: [] }, { losses: [] }])
})

describe('numbers and letters', () => {
  it.each([
    ['1. a\nA. x\nB. y\nAnswer: B'],
    ['1) a\nA) x\nB) y\nAns. B'],
    ['(1) a\n(a) x\n(b) y\nAns (b)'],
    ['Q1. a\na. x\nb. y\nCorrect answer: b'],
    ['Q.1 a\nA: x\nB: y\nKey: B'],
    ['Question 1: a\n[A] x\n[B] y\nAnswer is B'],
    ['Question 1\na\nA - x\nB - y\nAnswer - B'],
    ['1.a\nA.x\nB.y\nANSWER: Option B'],
    ['1. a\nA. x\tB. y\nAnswer: B'],
    ['1. a\nA. x     B. y     Ans: B'],
    ['1. a\nA. x\nB. y (Ans: B)'],
    ['a\nA. x\nB. y\nAnswer:\nB'],
    ['1. a\nA. x\nB. y\nCorrect option: (B)'],
    ['1. a\nA. x\nB. y\nAnswer: B. y'],
    ['1. a\nA. x\nB. y\nAnswer: y'],
    ['1. a\n1) x\n2) y\nAnswer: 2'],
    ['1. a\n(1) x\n(2) y\nAns: (2)'],
  ])('reads %j', async (text) => {
    const found = taken(await readOne(typed(text)))
    expect(found).toMatchObject({ questionText: 'a', options: { A: 'x', B: 'y' }, correctAnswer: 'B', losses: [] })
  })

  it('keeps a name such as Q1 at the beginning of a text', async () => {
    const alone = await readOne(typed('Q1 in a box plot is the\nA. lower quartile\nB. median\nAnswer: A'))
    expect(taken(alone).questionText).toBe('Q1 in a box plot is the')
    const numbered = await read(
      typed('1. Consider:\nQ1 is 5\nQ2 is 7\nWhich is the median?\nA. x\nB. y\nAnswer: B\n2. b\nA. x\nB. y\nAnswer: A'),
    )
    expect(numbered.map((found) => taken(found).questionText)).toEqual([
      'Consider:\n\nQ1 is 5\n\nQ2 is 7\n\nWhich is the median?',
      'b',
    ])
    const mixed = await read(
      typed('1. Q1 in a box plot is\nA. x\nB. y\nAnswer: A\n2. b\nQ3 is 9.\nA. x\nB. y\nAnswer: A'),
    )
    expect(mixed.map((found) => taken(found).questionText)).toEqual(['Q1 in a box plot is', 'b\n\nQ3 is 9.'])
  })

  it.each([
    'Q1 a\nA. x\nB. y\nAnswer: A\nQ2 b\nA. x\nB. y\nAnswer: B',
    'Q1 a\n1) x\n2) y\nAnswer: 1\nQ2 b\n1) x\n2) y\nAnswer: 2',
    'Q1\na\nA. x\nB. y\nAnswer: A\nQ2. b\nA. x\nB. y\nAnswer: B',
    'Q1 a\nA. x\nB. y\nQ2 b\nA. x\nB. y\nAnswers\n1. A\n2. B',
  ])('reads numbers without punctuation in %j', async (text) => {
    expect((await read(typed(text))).map(taken)).toMatchObject([
      { questionText: 'a', correctAnswer: 'A' },
      { questionText: 'b', correctAnswer: 'B' },
    ])
  })

  it('reads options on the line of the question', async () => {
    const items = await read(typed('1. a (a) w (b) x (c) y (d) z\nAnswer: c\n2. b (1) w (2) x (3) y (4) z\nAnswer: 2'))
    expect(items.map(taken)).toMatchObject([
      { questionText: 'a', options: { A: 'w', B: 'x', C: 'y', D: 'z' }, correctAnswer: 'C' },
      { questionText: 'b', options: { A: 'w', B: 'x', C: 'y', D: 'z' }, correctAnswer: 'B' },
    ])
  })

  it('reads two options per line', async () => {
    const found = taken(await readOne(typed('1. a\nA. w B. x\nC. y D. z\nAnswer: D')))
    expect(found).toMatchObject({ options: { A: 'w', B: 'x', C: 'y', D: 'z' }, correctAnswer: 'D' })
  })

  it('does not split an option that names another', async () => {
    const found = taken(await readOne(typed('1. a\n(a) same as (b) below\n(b) x\n(c) both (a) and (b)\nAnswer: b')))
    expect(found.options).toEqual({ A: 'same as (b) below', B: 'x', C: 'both (a) and (b)' })
  })

  it('keeps numbered statements in the question', async () => {
    const [first, second] = await read(
      typed('1. Consider:\n1. s\n2. t\nWhich?\n(a) 1 only\n(b) 2 only\nAnswer: a\n2. b\nA. x\nB. y\nAnswer: B'),
    )
    expect(taken(first).questionText).toBe('Consider:\n\n1\\. s\n\n2\\. t\n\nWhich?')
    expect(taken(second).questionText).toBe('b')
  })

  it('keeps lists with letters before the options of a question with a number', async () => {
    const lists = '1. Match\nA. Stack\t1. FIFO\nB. Queue\t2. LIFO\nCodes:\n'
    const found = taken(await readOne(typed(`${lists}(a) A-2, B-1\n(b) A-1, B-2\nAnswer: (a)`)))
    expect(found.questionText).toBe('Match\n\nA. Stack 1. FIFO\n\nB. Queue 2. LIFO\n\nCodes:')
    expect(found.options).toEqual({ A: 'A-2, B-1', B: 'A-1, B-2' })
    const same = await read(typed(`${lists}A. A-2, B-1\nB. A-1, B-2\nAnswer: A`))
    expect(same.map(({ reason }) => reason)).toEqual([
      'No answer is marked or listed',
      'It may belong to the question above it. Number each question',
    ])
  })

  it('keeps code that looks like an answer', async () => {
    const found = taken(await readOne(typed('1. What?\nkey = a\nans = b\nA. x\nB. y\nAnswer: A')))
    expect(found).toMatchObject({ questionText: 'What?\n\nkey = a\n\nans = b', correctAnswer: 'A' })
  })

  it('keeps numbered steps in an explanation', async () => {
    const items = await read(
      typed(
        '1. a\nA. x\nB. y\nAnswer: A\nExplanation:\n1. s\n2. t\n2. b\nA. x\nB. y\nAnswer: B\nSolution:\n1. u\n3. c\nA. x\nB. y\nAnswer: A',
      ),
    )
    expect(items.map((found) => taken(found).questionText)).toEqual(['a', 'b', 'c'])
    expect(items.map((found) => taken(found).explanation)).toEqual(['1\\. s\n\n2\\. t', '1\\. u', undefined])
  })

  it('treats the number after statements as a question', async () => {
    const items = await read(typed('2. Which?\n1. s\n2. t\nA. x\nB. y\nAnswer: A\n3. c\nA. x\nB. y\nAnswer: A'))
    expect(items.map((found) => taken(found).questionText)).toEqual(['Which?\n\n1\\. s\n\n2\\. t', 'c'])
  })

  it('keeps lettered lists in the question', async () => {
    const found = taken(
      await readOne(typed('1. Match\nA. x - 1. p\nB. y - 2. q\n(a) A-1, B-2\n(b) A-2, B-1\nAnswer: b')),
    )
    expect(found).toMatchObject({ options: { A: 'A-1, B-2', B: 'A-2, B-1' }, correctAnswer: 'B' })
    expect(found.questionText).toBe('Match\n\nA. x - 1. p\n\nB. y - 2. q')
  })

  it('does not mix numbered instructions with the first question', async () => {
    const items = await read(
      typed('Instructions\n1. Write.\n2. Think.\n1. a\nA. x\nB. y\n2. b\nA. x\nB. y\nAnswer key\n1. A 2. B'),
    )
    expect(items.map(({ readings }) => readings.length)).toEqual([0, 0, 1, 1])
    expect(items.slice(2).map(taken)).toMatchObject([
      { questionText: 'a', correctAnswer: 'A' },
      { questionText: 'b', correctAnswer: 'B' },
    ])
  })

  it('keeps a list of Word in the question if the questions go on after it', async () => {
    const options = typed('A. x\nB. y\nAnswer: B')
    // List 7 looks like the questions, and continues in the second one.
    const twins = item('Which?', 1) + item('s', 7) + item('t', 7) + options
    const more = item('And?', 1) + item('u', 7) + item('v', 7) + options + item('c', 1) + options
    expect((await read(twins + more)).map((found) => taken(found).questionText)).toEqual([
      'Which?\n\n1\\. s\n\n2\\. t',
      'And?\n\n3\\. u\n\n4\\. v',
      'c',
    ])
    const others = item('Which?', 1) + item('s', 5) + item('t', 5) + options
    const last = item('And?', 1) + item('u', 5) + item('v', 5) + options + item('c', 1) + options
    expect((await read(others + last)).map((found) => taken(found).questionText)).toEqual([
      'Which?\n\n(1) s\n\n(2) t',
      'And?\n\n(3) u\n\n(4) v',
      'c',
    ])
  })

  const ab = '\nA. x\nB. y\nAnswer: A\n'
  it.each([
    ['that begins again', typed(`5. Which?\n1. s${ab}`)],
    ['below text that announces a list', typed(`1. Which of these are right?\n2. s\n3. t${ab}4. c${ab}`)],
    ['that the options name', typed('1. Which?\n2. s\n3. t\nA. 2 only\nB. 2 and 3\nAnswer: A')],
    ['that comes again', typed(`1. Which?\n2. s\n3. t${ab}2. c${ab}`)],
    ['of the same list', item('Which are right:', 1) + item('s', 1) + item('t', 1) + typed(ab)],
    ['of another list', item('a', 1) + typed(ab) + item('Which?', 1) + item('s', 4) + typed(ab)],
  ])('asks the author about a number %s', async (_, body) => {
    const found = (await read(body)).find(({ reason }) => reason?.includes('may be a part of it'))
    expect(found?.readings.map(({ label }) => label)).toEqual(['It is a question of its own'])
  })

  it.each([
    ['typed', typed(`1. Capital?\n1. x\n2. y\n3. z\nAnswer: 2\n2. c${ab}`)],
    ['named by its text', typed(`1. Capital?\n1. x\n2. y\n3. z\nAnswer: y\n2. c${ab}`)],
    [
      'in another list',
      item('Capital?', 1) + item('x', 7) + item('y', 7) + item('z', 7) + typed('Answer: 2') + item('c', 1) + typed(ab),
    ],
  ])('asks the author about options with the numbers of questions: %s', async (_, body) => {
    const [found, next] = await read(body)
    expect(found?.reason).toContain('Its options have numbers like the questions')
    expect(found?.readings).toMatchObject([
      { question: { questionText: 'Capital?', options: { A: 'x', B: 'y', C: 'z' }, correctAnswer: 'B' } },
    ])
    expect(taken(next).questionText).toBe('c')
  })

  it('keeps numbers and initials in the text', async () => {
    const found = taken(await readOne(typed('1. 1.5 kg at 10:30 a.m. by A.B. Shah\nA. x\nB. y\nAnswer: B')))
    expect(found.questionText).toBe('1.5 kg at 10:30 a.m. by A.B. Shah')
  })

  it('reads questions without numbers', async () => {
    const items = await read(typed('What is a?\nA. x\nB. y\nAnswer: A\nWhat is b?\nA. x\nB. y\nAnswer: B'))
    expect(items.map(taken)).toMatchObject([
      { questionText: 'What is a?', correctAnswer: 'A' },
      { questionText: 'What is b?', correctAnswer: 'B' },
    ])
  })

  it('gives the number of the paragraph', async () => {
    expect(
      (await read(typed('1. a\nA. x\nB. y\nAnswer: A\n2. b\nA. x\nB. y\nAnswer: B'))).map(({ line }) => line),
    ).toEqual([1, 5])
  })
})

describe('what is around a question', () => {
  it('uses headings as categories', async () => {
    const items = await read(
      heading('Physics') +
        heading('Light', 2) +
        typed('1. a\nA. x\nB. y\nAnswer: A') +
        heading('Chemistry') +
        typed('2. b\nA. x\nB. y\nAnswer: A'),
    )
    expect(items.map(({ category }) => category)).toEqual([['Physics', 'Light'], ['Chemistry']])
  })

  it('takes marks, labels, hints and explanations', async () => {
    const found = await readOne(
      typed(
        '1. a (2 Marks)\nA. x\nB. y\nAnswer: B\nExplanation: one\ntwo\nHint: h\nDifficulty: Hard\nTopic: Light/Rays\nTags: p, q\nNegative marks: 0.25',
      ),
    )
    expect(found.category).toEqual(['Light', 'Rays'])
    expect(taken(found)).toMatchObject({
      questionText: 'a',
      marks: 2,
      penalty: 0.25,
      difficulty: 'Hard',
      tags: ['p', 'q'],
      explanation: 'one\n\ntwo\n\nHint: h',
      losses: ['Its hint is shown with the explanation'],
    })
  })

  it('states no marks if the document does not', async () => {
    const found = taken(await readOne(typed('1. a\nA. x\nB. y\nAnswer: B\nNegative marks: 1/3')))
    expect(found).not.toHaveProperty('marks')
    expect(found).toMatchObject({ penalty: '1/3', losses: [] })
  })

  it('takes marks and an explanation on the line of the answer', async () => {
    const found = taken(await readOne(typed('1. a\nA. x\nB. y\nAnswer: B Explanation: because [2 marks]\nmore')))
    expect(found).toMatchObject({ correctAnswer: 'B', losses: [] })
    expect(found.explanation).toContain('because')
    const second = taken(await readOne(typed('1. a\nA. x\nB. y\nAnswer: B (2 marks)')))
    expect(second).toMatchObject({ correctAnswer: 'B', marks: 2, losses: [] })
    const short = taken(await readOne(typed('1. a\nA. x\nB. y\nAnswer: B (2 m)')))
    expect(short).toMatchObject({ correctAnswer: 'B', marks: 2, losses: [] })
  })

  it.each([
    ['[2 marks]', { marks: 2 }, []],
    ['(1.5 Marks)', { marks: 1.5 }, []],
    ['[2M]', { marks: 2 }, []],
    ['(2 marks, -0.5)', { marks: 2, penalty: 0.5 }, []],
    ['[4 Marks; −1]', { marks: 4, penalty: 1 }, []],
    ['[0.5 marks]', {}, ['Its 0.5 marks are not kept; it is worth 1 mark']],
    ['[20 marks]', {}, ['Its 20 marks are not kept; it is worth 1 mark']],
  ])('reads %s', async (text, fields, losses) => {
    const found = taken(await readOne(typed(`1. a ${text}\nA. x\nB. y\nAnswer: B`)))
    expect(found).toMatchObject({ questionText: 'a', ...fields, losses })
  })

  it.each([['(3 m)'], ['[3 m]'], ['(3 M)']])('asks whether %s is a part of the text or its marks', async (end) => {
    const options = 'A. 3\nB. 30\nAnswer: B'
    const items = await read(typed(`1. How long is it? ${end}\n${options}\n2. b\n${options}`))
    expect(items[0]).toMatchObject({
      reason: `“${end}” at the end of its text may be its marks`,
      readings: [
        { label: 'The number in brackets is a part of its text', question: { questionText: expect.any(String) } },
        {
          label: 'The number in brackets is its marks',
          question: { questionText: 'How long is it?', marks: 3, correctAnswer: 'B' },
        },
      ],
    })
    expect(items[0]?.readings).toHaveLength(2)
    expect(items[0]?.readings[0]?.question.questionText).toContain(end.slice(1, -1))
    expect(items[0]?.readings[0]?.question).not.toHaveProperty('marks')
    expect(taken(items[1])).not.toHaveProperty('marks')
  })

  it.each(['Unit: newton', 'Keywords: int, float'])(
    'keeps %s above the options in the text, and asks',
    async (line) => {
      const found = await readOne(typed(`1. Which is it?\n${line}\nA. x\nB. y\nAnswer: B`))
      expect(found).toMatchObject({
        category: [],
        reason: `“${line}” may be a part of its text, or name its topic or tags`,
        readings: [{ label: 'The line is a part of its text', question: { questionText: `Which is it?\n\n${line}` } }],
      })
      const below = await readOne(typed(`1. Which is it?\nA. x\nB. y\nAnswer: B\n${line}`))
      expect(taken(below).questionText).toBe('Which is it?')
    },
  )

  it('asks whether (2 m) after a typed answer is a part of it or its marks', async () => {
    const found = await readOne(typed('1. a\nAnswer: 20 cm (2 m)'))
    expect(found).toMatchObject({
      reason: '“(2 m)” at the end of its answer may be its marks',
      readings: [
        { label: 'The number in brackets is a part of its answer' },
        { label: 'The number in brackets is its marks', question: { correctValue: 20, unit: 'cm', marks: 2 } },
      ],
    })
  })

  it.each([
    ['[2]', { marks: 2 }],
    ['(3)', { marks: 3 }],
    ['(4, -1)', { marks: 4, penalty: 1 }],
    ['(+4, −1)', { marks: 4, penalty: 1 }],
    ['[+4 / 0]', { marks: 4 }],
  ])('asks whether %s at the end of a text is a part of it or its marks', async (end, fields) => {
    const options = 'A. 3\nB. 30\nAnswer: B'
    const items = await read(typed(`1. Where is it? ${end}\n${options}\n2. b\n${options}\n3. c\n${options}`))
    expect(items[0]).toMatchObject({
      reason: `“${end}” at the end of its text may be its marks`,
      readings: [
        { label: 'The number in brackets is a part of its text' },
        { label: 'The number in brackets is its marks', question: { questionText: 'Where is it?', ...fields } },
      ],
    })
    expect(items[0]?.readings[0]?.question).not.toHaveProperty('marks')
  })

  it('asks about numbers in brackets even if most questions have them, but not about marks with signs', async () => {
    const options = 'A. 3\nB. 30\nAnswer: B'
    const bare = await read(typed(`1. a [2]\n${options}\n2. b [3]\n${options}`))
    expect(bare.map(({ readings }) => readings.length)).toEqual([2, 2])
    const signed = await read(typed(`1. a (+4, -1)\n${options}\n2. b (+3, -1)\n${options}`))
    expect(signed.map(taken)).toMatchObject([
      { questionText: 'a', marks: 4, penalty: 1, losses: [] },
      { questionText: 'b', marks: 3, penalty: 1, losses: [] },
    ])
  })

  it.each(['Balance equation (2)', 'The value of arr[2]', 'What changed in (3)', 'Who won it? (2019)'])(
    'keeps the number in %s',
    async (text) => {
      const { questionText } = taken(await readOne(typed(`1. ${text}\nA. 3\nB. 30\nAnswer: B`)))
      expect(String(questionText).replaceAll('\\', '')).toBe(text)
    },
  )

  it('asks about (3 m) together with an answer that has two readings, and reports marks that are not kept', async () => {
    const found = await readOne(typed('1. How long is it? (30 m)\nAnswer: 1,234'))
    const labels = ['The answer is 1234', 'The answer is 1.234'].flatMap((label) => [
      `${label}, and the number in brackets is a part of its text`,
      `${label}, and the number in brackets is its marks`,
    ])
    expect(found.readings.map(({ label }) => label).toSorted()).toEqual(labels.toSorted())
    const losses = found.readings.filter(({ label }) => label.endsWith('its marks')).map(({ losses }) => losses)
    expect(losses).toEqual([1, 2].map(() => ['Its 30 marks are not kept; it is worth 1 mark']))
  })

  it('asks whether [2 marks] at the end of the last option belongs to the question', async () => {
    const found = await readOne(typed('1. a\nA. x\nB. y [2 marks]\nAnswer: A'))
    expect(found.reason).toBe('The marks at the end of its last option, “y [2 marks]”, may belong to the question')
    expect(found.readings).toMatchObject([
      { label: 'The number in brackets is a part of the option', question: { correctAnswer: 'A' } },
      { label: 'The number in brackets is its marks', question: { marks: 2, options: { A: 'x', B: 'y' } } },
    ])
    expect(taken(await readOne(typed('1. a [1 mark]\nA. x\nB. y (2 marks)\nAnswer: A'))).marks).toBe(1)
    expect(taken(await readOne(typed('1. a\nA. x (1 mark)\nB. y (2 marks)\nAnswer: A')))).not.toHaveProperty('marks')
  })

  it('reads (2 m) as marks if most questions have it', async () => {
    const options = 'A. 3\nB. 30\nAnswer: B'
    const items = await read(typed(`1. a (2 m)\n${options}\n2. b (3 m)\nmore\n${options}\n3. c\n${options}`))
    expect(items.map(taken)).toMatchObject([
      { questionText: 'a', marks: 2, losses: [] },
      { questionText: 'b\n\nmore', marks: 3, losses: [] },
      { questionText: 'c', losses: [] },
    ])
  })

  it('assigns a passage to the questions it names', async () => {
    const items = await read(
      typed(
        'Read the passage and answer questions 1 to 2.\nOnce.\n1. a\nA. x\nB. y\nAnswer: A\n2. b\nA. x\nB. y\nAnswer: A\n3. c\nA. x\nB. y\nAnswer: A',
      ),
    )
    const passage = 'Read the passage and answer questions 1 to 2.\n\nOnce.'
    expect(items.map((found) => taken(found).passage)).toEqual([passage, passage, undefined])
  })

  it('reports text that belongs to no question', async () => {
    const [first, second] = await read(
      typed(
        'Class test\nTime: 1 hour\n1. a\nA. x\nB. y\nAnswer: A\nSee you\n2. b\nA. x\nmore\nB. y\nAnswer: A\nThe end',
      ),
    )
    expect(taken(first).losses).toEqual(['Text before the question is not kept: “Class test” and one more line'])
    expect(taken(second).losses).toEqual([
      'Text before the question is not kept: “See you”',
      'A line is read as part of option A: “more”',
      'Text after the question is not kept: “The end”',
    ])
  })

  it('reports a passage whose questions are missing', async () => {
    const found = taken(
      await readOne(typed('Read the text and answer questions 5 to 6.\nOnce.\n1. a\nA. x\nB. y\nAnswer: A')),
    )
    expect(found.losses).toEqual([
      'Text before the question is not kept: “Read the text and answer questions 5 to 6.” and one more line',
    ])
  })

  it('takes an answer in hidden text', async () => {
    const body = typed('1. a\nA. x\nB. y') + p(r('Answer: B', '<w:vanish/>')) + p(r('secret', '<w:vanish/>'))
    expect(taken(await readOne(body))).toMatchObject({ correctAnswer: 'B', losses: ['Hidden text is not kept'] })
  })
})

describe('what cannot be read is refused', () => {
  it.each([
    ['1. a\nA. x\nB. y', 'No answer is marked or listed'],
    ['1. a', 'No answer is marked or listed'],
    ['1. a\nA. x\nAnswer: A', 'Only one option was found'],
    ['1. a\nA. x\nC. y\nAnswer: A', 'Option B is missing before option C'],
    ['1. a\nA. x\nB. y\nB. z\nAnswer: A', 'Two of its options have the letter B'],
    ['1. a\nA. x\nB. y\nAnswer: E', 'The answer is E, but its options are A to B'],
    ['1. a\nA. x\nB. y\nAnswer: z', 'The answer “z” is not one of its options'],
    ['1. a\nA.\nB. y\nAnswer: B', 'Option A is empty'],
    ['1. a\nx\ny\nAnswer: y', 'Its options have no letters: begin them with A., B. and so on'],
    ['1. a\nAnswer: B\nA. x\nB. y', 'Its answer comes before its options'],
    [
      'a\nA. x\nB. y\nAnswer: B\nSolution: s\nb\nA. x\nB. y\nAnswer: B',
      'Its explanation has options: number each question',
    ],
    ['a\nA. x\nB. y ✓\nSolution: s\nb\nA. x\nB. y ✓', 'Its explanation has options: number each question'],
    ['1. a\nA. x\nB. y\nAnswer: B\nAnswer: A', 'It has two answers: number each question'],
    ['1. a\nAnswer: B', 'Its answer is B, but no options were found'],
    [`1. ${'a'.repeat(10_001)}\nA. x\nB. y\nAnswer: B`, 'Its text is longer than 10,000 characters'],
    [`1. a\nA. ${'x'.repeat(2_001)}\nB. y\nAnswer: B`, 'Option A is longer than 2,000 characters'],
  ])('%j', async (text, reason) => {
    expect(await readOne(typed(text))).toMatchObject({ line: 1, readings: [], reason })
  })

  it('a document without questions', async () => {
    await expect(read(typed('Only text'))).rejects.toThrow('No questions were found')
  })

  it('a file that is not a Word document', async () => {
    const { readBlocks } = await import('#server/features/bank/formats/docx-document.ts')
    const files = { ...packageOf(''), names: ['xl/workbook.xml'] }
    await expect(readBlocks(files).next()).rejects.toThrow('It is not a Word document')
  })
})

describe('hostile documents', () => {
  it('never fails for any lines', async () => {
    const parts = [
      '1. ',
      '2) ',
      'A. ',
      'b) ',
      '(c) ',
      'Answer: ',
      'Ans',
      'B',
      'x',
      '____',
      '\t',
      '   ',
      '✓',
      '*',
      '[2 marks]',
      'Answer key',
      '{{1}}',
      '1-b, 2-a',
    ]
    const line = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 15 }), async (lines) => {
        await read(`${lines.map((text) => p(text)).join('')}${typed('Q9. a\nA. x\nB. y\nAnswer: A')}`)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['spaces', ' '.repeat(1_000_000)],
    ['brackets', '('.repeat(1_000_000)],
    ['letters', '(a) '.repeat(200_000)],
    ['blanks', '_ '.repeat(300_000)],
    ['numbers', '1. '.repeat(300_000)],
    ['commas', '1-a,'.repeat(200_000)],
  ])('reads a long line of %s', async (_, text) => {
    const items = await read(`${p(`1. ${text}`)}${typed('A. x\nB. y\nAnswer: A\nQ2. b\nA. x\nB. y\nAnswer: A')}`)
    expect(items.at(-1)?.readings).toHaveLength(1)
  })

  it('reads many questions', async () => {
    const items = await read(
      Array.from(
        { length: 2_000 },
        (_, at) => item(`q${at}`, 1) + item('x', 1, 1) + item('y', 1, 1) + p('Answer: b'),
      ).join(''),
    )
    expect(items).toHaveLength(2_000)
  })
})
