import { describe, expect, it } from 'vitest'
import { item, p, r, read, readOne, taken, typed } from './package.ts'

const answersOf = async (document: string) =>
  (await read(document)).map((found) => (found.reason ? found.reason : taken(found).correctAnswer))
const bullets = (texts: readonly string[], bold = -1) =>
  texts.map((text, at) => item(r(text, at === bold ? '<w:b/>' : ''), 3)).join('')

describe('options with roman numerals', () => {
  it.each([
    ['(i) x\n(ii) y\n(iii) z', '(ii)', 'B'],
    ['i. x\nii. y\niii. z', 'iii', 'C'],
    ['i) x\nii) y\niii) z', 'Option i', 'A'],
    ['I. x\nII. y\nIII. z', 'II', 'B'],
    ['(i) x\n(ii) y\n(iii) z', 'z', 'C'],
  ])('are read: %j, answer %s', async (options, answer, correctAnswer) => {
    const found = taken(await readOne(typed(`1. a\n${options}\nAnswer: ${answer}`)))
    expect(found).toMatchObject({
      type: 'single',
      questionText: 'a',
      options: { A: 'x', B: 'y', C: 'z' },
      correctAnswer,
    })
  })

  it('are read if Word made them', async () => {
    const lists = item('a', 1) + item('x', 1, 2) + item('y', 1, 2) + p('Answer: ii')
    expect(taken(await readOne(lists))).toMatchObject({ options: { A: 'x', B: 'y' }, correctAnswer: 'B' })
  })

  it('are read with several answers', async () => {
    const found = taken(await readOne(typed('1. a\n(i) x\n(ii) y\n(iii) z\nAnswer: (i) and (iii)')))
    expect(found).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'C'] })
  })

  it('are statements above options with letters, or with another answer', async () => {
    const lettered = taken(await readOne(typed('1. a\n(i) x\n(ii) y\nA. one\nB. both\nAnswer: A')))
    expect(lettered).toMatchObject({ options: { A: 'one', B: 'both' }, correctAnswer: 'A' })
    expect(taken(await readOne(typed('1. a\n(i) x\n(ii) y\nAnswer: 42')))).toMatchObject({ type: 'numeric' })
  })

  it('are refused on one line', async () => {
    const found = await readOne(typed('1. Pick one: (i) x (ii) y\nAnswer: (ii)'))
    expect(found.reason).toMatch(/^Its answer is \(ii\), but it has no options/)
  })
})

describe('options with boxes', () => {
  it('are read with the chosen one', async () => {
    const document = typed('1. a\n☐ x\n☒ y\n☐ z\n2. b\n☑ x\n☐ y')
    expect(await answersOf(document)).toEqual(['B', 'A'])
    expect(taken((await read(document))[0] as never)).toMatchObject({
      questionText: 'a',
      options: { A: 'x', B: 'y', C: 'z' },
    })
  })
})

describe('options with bullets', () => {
  it('are read if the answer is the text of one', async () => {
    const found = taken(await readOne(p('1. a') + bullets(['x', 'y']) + p('Answer: y')))
    expect(found).toMatchObject({ questionText: 'a', options: { A: 'x', B: 'y' }, correctAnswer: 'B' })
  })

  it('are read if all questions mark one of theirs', async () => {
    const one = p('1. a') + bullets(['x', 'y', 'z'], 1)
    expect(await answersOf(one + p('2. b') + bullets(['x', 'y', 'z'], 0))).toEqual(['B', 'A'])
    const other = typed('2. b\nA. x\nB. y\nAnswer: A')
    expect(await answersOf(one + other)).toEqual(['No answer is marked or listed', 'A'])
  })

  it('are refused if the answer is a letter, or none', async () => {
    expect((await readOne(p('1. a') + bullets(['x', 'y']) + p('Answer: B'))).reason).toMatch(/no options were found/)
    expect((await readOne(p('1. a') + bullets(['x', 'y']))).reason).toBe('No answer is marked or listed')
  })
})

describe('a typed answer with superscripts or subscripts', () => {
  const answer = (...runs: string[]) => readOne(p('1. a') + p(r('Answer: ') + runs.join('')))
  const raised = (text: string) => r(text, '<w:vertAlign w:val="superscript"/>')
  const lowered = (text: string) => r(text, '<w:vertAlign w:val="subscript"/>')
  const accepted = ({ readings }: Awaited<ReturnType<typeof readOne>>) =>
    readings.map(({ question }) => 'accepted' in question && question.accepted.map(({ value }) => value))

  it('is never another number', async () => {
    const power = await answer(r('10'), raised('3'))
    expect(power.reason).toMatch(/^Its answer has raised or lowered text/)
    expect(accepted(power)).toEqual([['10^3', '10³'], ['10^3']])
    expect(accepted(await answer(r('H'), lowered('2'), r('O')))).toEqual([['H2O', 'H₂O'], ['H2O']])
    expect(accepted(await answer(r('x'), lowered('max')))).toEqual([['xmax']])
  })

  it('is a number with a unit', async () => {
    const found = taken(await answer(r('9.81 m/s'), raised('2')))
    expect(found).toMatchObject({ type: 'numeric', correctValue: 9.81, unit: 'm/s²' })
  })

  it('is refused for several blanks', async () => {
    const found = await readOne(p('1. ___ and ___') + p(r('Answer: 10') + raised('3') + r('; 2')))
    expect(found.reason).toMatch(/raised or lowered/)
  })
})

describe('other programs and languages', () => {
  it.each([
    'Réponse : B',
    'Respuesta correcta: B',
    'Antwort: B',
    'Risposta: B',
    'Resposta: B',
    'उत्तर: B',
    'सही उत्तर: (B)',
  ])('reads %s', async (answer) => {
    expect(taken(await readOne(typed(`1. a\nA. x\nB. y\n${answer}`)))).toMatchObject({ correctAnswer: 'B' })
  })

  it('finds bold text in complex scripts, which LibreOffice marks separately', async () => {
    const options = ['मुंबई', 'दिल्ली'].map((text, at) => p(r(`${'AB'[at]}. `) + r(text, at === 1 ? '<w:bCs/>' : '')))
    expect(taken(await readOne(p('1. a') + options.join('')))).toMatchObject({ correctAnswer: 'B' })
    const latin = ['x', 'y'].map((text, at) => p(r(`${'AB'[at]}. `) + r(text, at === 1 ? '<w:bCs/>' : '')))
    expect((await readOne(p('1. a') + latin.join(''))).reason).toBe('No answer is marked or listed')
  })

  it('reads no bullets where pandoc continues an item', async () => {
    const found = taken(
      await readOne(item('a', 1) + item('more', 6) + item('x', 1, 1) + item('y', 1, 1) + p('Answer: b')),
    )
    expect(found).toMatchObject({ questionText: 'a\n\nmore', correctAnswer: 'B' })
  })

  it('reads marks before the text', async () => {
    const found = taken(await readOne(typed('1. [2 marks] a\nA. x\nB. y\nAnswer: B')))
    expect(found).toMatchObject({ questionText: 'a', marks: 2 })
  })
})

describe('questions with mixed numbers', () => {
  it.each([
    ['1) Explain osmosis.\n2. Capital of Nepal?\nA) Pokhara\nB) Kathmandu\nAnswer: B'],
    ['Question 1: Explain osmosis.\n2. Capital of Nepal?\nA) Pokhara\nB) Kathmandu\nAnswer: B'],
  ])('are not merged: %j', async (text) => {
    const [first, second] = await read(typed(text))
    expect(first?.readings).toEqual([])
    if (second) expect(taken(second)).toMatchObject({ questionText: 'Capital of Nepal?', correctAnswer: 'B' })
  })

  it('are not mixed up with statements', async () => {
    const found = taken(await readOne(typed('1. Which are true?\n1) x\n2) y\nA. only 1\nB. both\nAnswer: B')))
    expect(found).toMatchObject({ options: { A: 'only 1', B: 'both' }, correctAnswer: 'B' })
  })
})
