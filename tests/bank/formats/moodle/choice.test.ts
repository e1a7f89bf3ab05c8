import { describe, expect, it } from 'vitest'
import { answer, answers, pngText, pngUrl, readOne, readRefused, readTaken } from './read.ts'

const one = '<single>true</single>'
const several = '<single>false</single>'
const multichoice = (inside: string) => readTaken('multichoice', { inside })

describe('multiple choice with one answer', () => {
  it('reads options and their key', async () => {
    const { question, losses } = await multichoice(
      `${one}<shuffleanswers>true</shuffleanswers><answernumbering>ABCD</answernumbering><showstandardinstruction>1</showstandardinstruction>${answers([0, '<p>a <b>b</b></p>'], [100, 'x_y*z'], [0, '1. c'])}`,
    )
    expect(losses).toEqual([])
    expect(question).toEqual({
      questionText: 'Why?',
      options: { A: 'a **b**', B: 'x_y*z', C: '1\\. c' },
      correctAnswer: 'B',
    })
  })

  it('asks for one answer if the file does not say, and for several if the setting is empty', async () => {
    expect((await multichoice(answers([100, 'a'], [0, 'b']))).question).not.toHaveProperty('type')
    expect((await multichoice(`<single>0</single>${answers([100, 'a'], [0, 'b'])}`)).question.type).toBe('multiple')
    expect((await multichoice(`<single/>${answers([100, 'a'], [0, 'b'])}`)).question.type).toBe('multiple')
  })

  it('accepts all options that earn full marks', async () => {
    const { question } = await multichoice(one + answers([100, 'a'], [0, 'b'], [100, 'c']))
    expect(question).toMatchObject({ correctAnswer: 'A', alternatives: ['C'] })
  })

  it('reads a penalty that all wrong options share', async () => {
    const third = '-33.33333'
    const { question, losses } = await multichoice(one + answers([100, 'a'], [third, 'b'], [third, 'c']))
    expect(question.penalty).toBe('1/3')
    expect(losses).toEqual([])
  })

  it.each([
    ['-25', '-50'],
    ['-25', '0'],
  ])('reports penalties that differ: %s and %s', async (first, second) => {
    const { question, losses } = await multichoice(one + answers([100, 'a'], [first, 'b'], [second, 'c']))
    expect(question).not.toHaveProperty('penalty')
    expect(losses).toEqual(['Wrong options cost different marks in Moodle. Here, they all cost the same'])
  })

  it('reports options that earn partial marks', async () => {
    const { question, losses } = await multichoice(one + answers([100, 'a'], [50, 'b'], [0, 'c']))
    expect(question).toMatchObject({ correctAnswer: 'A' })
    expect(losses).toEqual(['Option B earns 50% in Moodle, but counts as wrong here'])
  })

  it('lets the author decide if no option earns full marks', async () => {
    const { readings, reason } = await readOne('multichoice', { inside: one + answers([50, 'a'], [80, 'b'], [0, 'c']) })
    expect(reason).toBe('No option earns full marks')
    expect(readings.map(({ label }) => label)).toEqual(['Option A is correct', 'Option B is correct'])
    expect(readings[1]?.losses).toEqual(['Option B earns 80% in Moodle and 100% here'])
  })

  it('keeps the image of each option, and drops empty options that earn nothing', async () => {
    const file = `<file name="a.png" path="/" encoding="base64">${pngText}</file>`
    const { question } = await multichoice(
      one +
        answer(100, '<img src="@@PLUGINFILE@@/a.png" alt="">', file) +
        answer(0, 'two <img src="@@PLUGINFILE@@/a.png">', file) +
        answer(0, '<p>&nbsp;</p>'),
    )
    expect(question).toMatchObject({ options: { A: 'Image', B: 'two' }, optionImages: { A: pngUrl, B: pngUrl } })
  })

  it.each<readonly [string, string]>([
    ['None of its options is marked as correct', answers([0, 'a'], [0, 'b'])],
    ['It has fewer than two options', answers([100, 'a'], [0, ' '])],
    ['One of its options is empty', answers([100, ''], [0, 'a'], [0, 'b'])],
    ...['all', '1.00e999', 'Infinity', '1,5,5', '--5'].map(
      (given) => [`Its fraction “${given}” is not a number`, answers([given, 'a'], [0, 'b'])] as const,
    ),
    [
      'It has more than 10 options, which is the maximum',
      answers(...[...'abcdefghijk'].map((text) => [100, text] as const)),
    ],
    ['Its option A cannot be saved: Must be at most 2000 characters', answers([100, 'a'.repeat(2_001)], [0, 'b'])],
  ])('refuses: %s', async (reason, inside) => {
    expect(await readRefused('multichoice', { inside: one + inside })).toBe(reason)
  })

  it('reports feedback, hints and lists in options', async () => {
    const { losses } = await multichoice(
      `${one}<correctfeedback format="html"><text>Well done</text></correctfeedback><hint format="html"><text>Think</text></hint>${answer(100, '<ul><li>a</li></ul>', '<feedback format="html"><text>Yes</text></feedback>')}${answer(0, 'b')}`,
    )
    expect(losses).toEqual([
      'Feedback per answer is not kept',
      'Lists, tables and headings in options are shown as text',
      'Feedback for right and wrong answers is not kept',
      'Hints are not kept',
    ])
  })

  it('does not report the feedback that Moodle fills in', async () => {
    const texts = ['correct', 'partiallycorrect', 'incorrect'].map(
      (name) =>
        `<${name}feedback format="html"><text>Your answer is ${name.replace('ly', 'ly ')}.</text></${name}feedback>`,
    )
    expect((await multichoice(one + texts.join('') + answers([100, 'a'], [0, 'b']))).losses).toEqual([])
  })
})

describe('multiple choice with several answers', () => {
  it('grades each option as Moodle does', async () => {
    const { question, losses } = await multichoice(
      several + answers(['33.33333', 'a'], ['33.33333', 'b'], ['33.33333', 'c'], [-50, 'd'], [-50, 'e']),
    )
    expect(question).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'B', 'C'], scoring: 'each' })
    expect(losses).toEqual([])
  })

  it('gives nothing for any wrong option if each costs 100%', async () => {
    const { question, losses } = await multichoice(several + answers([50, 'a'], [50, 'b'], [-100, 'c'], [-100, 'd']))
    expect(question).toMatchObject({ scoring: 'partial' })
    expect(losses).toEqual([])
  })

  it.each([
    ['Wrong options cost nothing in Moodle. Here, each costs 50%', [50, 50, 0, 0]],
    ['Wrong options cost 25% each in Moodle. Here, each costs 50%', [50, 50, -25, -25]],
    ['Wrong options cost different shares in Moodle. Here, each costs 50%', [50, 50, -25, 0]],
    ['The right options earn different shares in Moodle and equal shares here', [75, 25, -50, -50]],
    ['The right options earn 80% together in Moodle and 100% here', [40, 40, -50, -50]],
  ])('reports the difference: %s', async (loss, fractions) => {
    const inside = several + answers(...fractions.map((fraction, at) => [fraction, `option ${at}`] as const))
    const { question, losses } = await multichoice(inside)
    expect(question).toMatchObject({ correctAnswers: ['A', 'B'], scoring: 'each' })
    expect(losses).toEqual([loss])
  })

  it('lets the author decide if several options earn 100% each', async () => {
    const { readings, reason } = await readOne('multichoice', {
      inside: several + answers([100, 'a'], [100, 'b'], [0, 'c']),
    })
    expect(reason).toBe('Options A, B earn 100% each, but students can choose several options')
    expect(readings).toMatchObject([
      { label: 'All of A, B must be chosen', question: { type: 'multiple', correctAnswers: ['A', 'B'] } },
      { label: 'Any one of A, B is enough', question: { correctAnswer: 'A', alternatives: ['B'] } },
    ])
  })

  it('refuses a question without a right option', async () => {
    expect(await readRefused('multichoice', { inside: several + answers([0, 'a'], [-50, 'b']) })).toBe(
      'None of its options is marked as correct',
    )
  })

  it('reads the plugin of the Open University', async () => {
    const inside = answers([100, 'a'], [100, 'b'], [0, 'c'])
    const { question, losses } = await readTaken('oumultiresponse', { inside })
    expect(question).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'B'], scoring: 'each' })
    expect(losses).toEqual([
      'A wrong option costs a share here. In Moodle, only options beyond the number of right ones cost marks',
    ])
  })

  it('reads the types of WIRIS, if nothing is computed', async () => {
    const wiris = '<wirisquestion>&lt;question&gt;#a&lt;/question&gt;</wirisquestion>'
    const text = '<p style="color: #ffaa00">It&#39;s</p>'
    const inside = one + answers([100, '5'], [0, '6']) + wiris
    const { question } = await readTaken('multichoicewiris', { text, inside })
    expect(question).toMatchObject({ options: { A: '5', B: '6' }, correctAnswer: 'A' })
    expect(await readRefused('multichoicewiris', { inside: one + answers([100, '#b'], [0, '6']) + wiris })).toBe(
      'WIRIS computes the value #b in it. Write one question with fixed values',
    )
  })

  it('reads the all-or-nothing plugin', async () => {
    const { question } = await readTaken('multichoiceset', { inside: answers([100, 'a'], [100, 'b'], [0, 'c']) })
    expect(question).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'B'], scoring: 'all' })
  })
})

describe('true or false', () => {
  it.each([
    [true, answers([100, 'true'], [0, 'false'])],
    [false, answers([0, 'true'], [100, 'false'])],
    [false, answers([100, 'False'], [0, 'True'])],
    [true, answers([100, 'true'])],
  ])('reads %s', async (correctAnswer, inside) => {
    const { question } = await readTaken('truefalse', { inside })
    expect(question).toMatchObject({ type: 'boolean', correctAnswer })
  })

  it.each([
    ['Its answers are called “Wahr” and “Falsch”, and “Wahr” is correct', answers([100, 'Wahr'], [0, 'Falsch'])],
    ['True and False are both marked as correct', answers([100, 'true'], [100, 'false'])],
  ])('lets the author decide: %s', async (expected, inside) => {
    const { readings, reason } = await readOne('truefalse', { inside })
    expect(reason).toBe(expected)
    expect(readings.map(({ label }) => label)).toEqual(['The answer is True', 'The answer is False'])
  })

  it('refuses a question without a right answer', async () => {
    const reason = 'Neither True nor False is marked as correct'
    expect(await readRefused('truefalse', { inside: answers([0, 'true'], [0, 'false']) })).toBe(reason)
    expect(await readRefused('truefalse')).toBe(reason)
  })
})
