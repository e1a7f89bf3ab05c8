import { describe, expect, it } from 'vitest'
import { canvas, equal, gives, html, label, lossesOf, plain, questionOf, readItem } from './qti1-files.ts'

const response = (ident: string, prompt: string, labels: string, cardinality = 'Single') =>
  `<response_lid ident="${ident}" rcardinality="${cardinality}">${prompt}<render_choice>${labels}</render_choice></response_lid>`
const bare = (text: string) => `<material><mattext>${text}</mattext></material>`
/** Canvas writes no `continue` for parts. */
const adds = (condition: string, score: string) =>
  `<respcondition><conditionvar>${condition}</conditionvar><setvar varname="SCORE" action="Add">${score}</setvar></respcondition>`

describe('fill_in_multiple_blanks_question and multiple_dropdowns_question', () => {
  const named = (name: string, answers: string[], attributes = '') =>
    response(
      `response_${name}`,
      bare(name),
      answers
        .map((text, at) => `<response_label ident="${name}${at + 1}" ${attributes}>${plain(text)}</response_label>`)
        .join(''),
    )
  const key = (name: string, at: number, score = '50.00') => adds(equal(`${name}${at}`, `response_${name}`), score)

  it('reads blanks in the order of the text, each with all its answers', async () => {
    const found = await readItem({
      meta: canvas('fill_in_multiple_blanks_question', '2'),
      presentation:
        html('<p>Roses are [colour_1], violets are <b>[two]</b>, and [sic] stays.</p>') +
        named('two', ['blue', 'bl*e']) +
        named('colour_1', ['red']),
      scoring: key('two', 1) + key('colour_1', 1),
    })
    expect(questionOf(found)).toEqual({
      type: 'gaps',
      questionText: 'Roses are {{1}}, violets are **{{2}}**, and [sic] stays.',
      marks: 2,
      gaps: [
        { kind: 'text', accepted: [{ value: 'red' }], caseSensitive: false },
        { kind: 'text', accepted: [{ value: 'blue' }, { value: 'bl\\*e' }], caseSensitive: false },
      ],
    })
    expect(lossesOf(found)).toEqual([])
  })

  it('reads dropdowns with their options', async () => {
    const found = await readItem({
      meta: canvas('multiple_dropdowns_question'),
      presentation: html('[a] is [b].') + named('a', ['He', 'It']) + named('b', ['hot', 'cold', 'warm']),
      scoring: key('a', 2) + key('b', 3),
    })
    expect(questionOf(found)).toMatchObject({
      questionText: '{{1}} is {{2}}.',
      gaps: [
        { kind: 'choice', options: { A: 'He', B: 'It' }, correctAnswer: 'B' },
        { kind: 'choice', options: { A: 'hot', B: 'cold', C: 'warm' }, correctAnswer: 'C' },
      ],
    })
    expect(lossesOf(found)).toEqual([])
  })

  it('writes powers in the options of a dropdown, and refuses formulas', async () => {
    const read = (options: string[]) =>
      readItem({
        meta: canvas('multiple_dropdowns_question'),
        presentation:
          html('[a]') +
          response(
            'response_a',
            bare('a'),
            options.map((text, at) => `<response_label ident="a${at + 1}">${html(text)}</response_label>`).join(''),
          ),
        scoring: key('a', 1, '100.00'),
      })
    const found = await read(['10<sup>3</sup> m', 'x<sub>12</sub>'])
    expect(questionOf(found)).toMatchObject({ gaps: [{ options: { A: '10^3 m', B: 'x_(12)' } }] })
    expect(lossesOf(found)).toEqual(['Formatting in answers to choose or to type is not kept'])
    expect((await read(['<math><mn>1</mn></math>', 'b'])).reason).toContain('contains an image or a formula')
  })

  it('joins the letters of a typed answer that is formatted', async () => {
    const found = await readItem({
      meta: canvas('fill_in_multiple_blanks_question'),
      presentation:
        html('Water: [a]') +
        response(
          'response_a',
          bare('a'),
          `<response_label ident="a1">${html('H<sub>2</sub>O')}</response_label><response_label ident="a2">${html('<p>10<sup>3</sup></p>')}</response_label>`,
        ),
      scoring: key('a', 1, '100.00'),
    })
    expect(questionOf(found)).toMatchObject({ gaps: [{ accepted: [{ value: 'H2O' }, { value: '10^3' }] }] })
    expect(lossesOf(found)).toEqual(['Formatting in answers to choose or to type is not kept'])
  })

  it('asks whether blanks are chosen or typed if their type is missing', async () => {
    const read = (answers: string[]) =>
      readItem({
        presentation: html('[a] is [b].') + named('a', ['He', 'It']) + named('b', answers),
        scoring: key('a', 2) + key('b', 1),
      })
    const found = await read(['hot', 'cold'])
    expect(found.reason).toBe('It does not say whether its blanks are chosen or typed')
    const text = (...values: string[]) => ({ kind: 'text', accepted: values.map((value) => ({ value })) })
    expect(found.readings).toMatchObject([
      {
        label: 'Students choose an option',
        question: {
          questionText: '{{1}} is {{2}}.',
          gaps: [
            { kind: 'choice', options: { A: 'He', B: 'It' }, correctAnswer: 'B' },
            { kind: 'choice', options: { A: 'hot', B: 'cold' }, correctAnswer: 'A' },
          ],
        },
      },
      {
        label: 'Students type an answer',
        question: { questionText: '{{1}} is {{2}}.', gaps: [text('He', 'It'), text('hot', 'cold')] },
      },
    ])
    expect(questionOf(await read(['hot']))).toMatchObject({ gaps: [text('He', 'It'), text('hot')] })
  })

  it('does not treat brackets as blanks if no answer names them', async () => {
    const found = await readItem({
      presentation: html('[a] is [c].') + named('a', ['He', 'It']) + named('b', ['hot', 'cold']),
      scoring: key('a', 2) + key('b', 1),
    })
    expect(questionOf(found)).toMatchObject({ questionText: '[a] is [c].\n\na {{1}} b {{2}}' })
  })

  it('accepts the rounding of three shares', async () => {
    const found = await readItem({
      meta: canvas('multiple_dropdowns_question'),
      presentation: html('[a] [b] [c]') + ['a', 'b', 'c'].map((name) => named(name, ['x', 'y'])).join(''),
      scoring: ['a', 'b', 'c'].map((name) => key(name, 1, '33.33')).join(''),
    })
    expect(lossesOf(found)).toEqual([])
  })

  it('reads the blanks of New Quizzes', async () => {
    const attributes = (type: string, algorithm: string) => `answer_type="${type}" scoring_algorithm="${algorithm}"`
    const found = await readItem({
      meta: canvas('fill_in_multiple_blanks_question'),
      presentation:
        html('[a] [b] [c] [d]') +
        named('a', ['left', 'right'], attributes('dropdown', 'Equivalence')) +
        named('b', ['up', 'down'], attributes('wordbank', 'TextEquivalence')) +
        named('c', ['photo'], `${attributes('openEntry', 'TextContainsAnswer')} ignore_case="true"`) +
        named('d', ['Nile'], `${attributes('openEntry', 'TextCloseEnough')} ignore_case="false"`),
      scoring: ['a', 'b', 'c', 'd'].map((name) => key(name, 1, '25.00')).join(''),
    })
    expect(questionOf(found)).toMatchObject({
      gaps: [
        { kind: 'choice', correctAnswer: 'A' },
        { kind: 'choice', options: { A: 'up', B: 'down' }, correctAnswer: 'A' },
        { kind: 'text', accepted: [{ value: '*photo*' }], caseSensitive: false },
        { kind: 'text', accepted: [{ value: 'Nile' }], caseSensitive: true },
      ],
    })
    expect(lossesOf(found)).toEqual(['Misspelt answers are accepted in the file, but not here'])
  })

  it.each([
    ['[a] and [a] and [b]', 'Its text contains the blank [a] more than once'],
    ['[a] only', 'Its text does not contain the blank [b]'],
    ['[A] and [b]', 'Its text does not contain the blank [a]'],
    ['[a] and [<i>b</i>]', 'Its text does not contain the blank [b]'],
    ['[a] and \\(x + [b]\\)', 'One of its blanks is inside a formula, where it cannot be filled in'],
    ['[a] and [b] and {{7}}', 'Its text contains {{7}}, which would become a blank; change it'],
  ])('refuses the text %s', async (text, reason) => {
    expect(
      await readItem({
        meta: canvas('fill_in_multiple_blanks_question'),
        presentation: html(text) + named('a', ['x']) + named('b', ['y']),
        scoring: key('a', 1) + key('b', 1),
      }),
    ).toMatchObject({ readings: [], reason })
  })

  it('refuses a dropdown without a key, with two, or with 11 options', async () => {
    const read = async (options: string[], scoring: string) =>
      await readItem({
        meta: canvas('multiple_dropdowns_question'),
        presentation: html('[a] [b]') + named('a', options) + named('b', ['x', 'y']),
        scoring: scoring + key('b', 1),
      })
    expect(await read(['x', 'y'], '')).toMatchObject({
      reason: 'One of its parts has no right answer; add one and export it again',
    })
    expect(await read(['x', 'y'], key('a', 1) + key('a', 2))).toMatchObject({
      reason: 'One of its blanks has several right options, but only one is allowed',
    })
    const many = Array.from({ length: 11 }, (_, at) => `x${at}`)
    expect(await read(many, key('a', 1))).toMatchObject({
      reason: 'It has 11 options, but at most 10 are allowed',
    })
  })

  it('refuses blanks that are marked by a regular expression', async () => {
    expect(
      await readItem({
        meta: canvas('fill_in_multiple_blanks_question'),
        presentation: html('[a]') + named('a', ['x+'], 'answer_type="openEntry" scoring_algorithm="TextRegex"'),
        scoring: key('a', 1, '100'),
      }),
    ).toMatchObject({
      readings: [],
      reason: 'One of its blanks is marked by the rule “TextRegex”, which is not supported',
    })
  })

  it('reports other shares of marks as losses', async () => {
    const presentation = html('[a] [b]') + named('a', ['x', 'y']) + named('b', ['x', 'y'])
    const meta = canvas('multiple_dropdowns_question')
    expect(lossesOf(await readItem({ meta, presentation, scoring: key('a', 1, '80') + key('b', 1, '20') }))).toEqual([
      'Its blanks earn different marks in the file, but equal shares here',
    ])
    const whole = gives(`<and>${equal('a1', 'response_a')}${equal('b2', 'response_b')}</and>`, 100)
    const found = await readItem({ meta, presentation, scoring: whole })
    expect(questionOf(found)).toMatchObject({ gaps: [{ correctAnswer: 'A' }, { correctAnswer: 'B' }] })
    expect(lossesOf(found)).toEqual([
      'Marks are given only if all blanks are right in the file; here each earns its share',
    ])
  })
})

describe('matching_question', () => {
  it('is refused if two options of a left side have the same identifier', async () => {
    const found = await readItem({
      meta: canvas('matching_question'),
      presentation: ['1', '2']
        .map((one) =>
          response(
            `response_${one}`,
            plain(one),
            label('m1', bare('x')) + label('m2', bare('y')) + label('m2', bare('z')),
          ),
        )
        .join(''),
      scoring: adds(equal('m1', 'response_1'), '50.00') + adds(equal('m2', 'response_2'), '50.00'),
    })
    expect(found).toMatchObject({ readings: [], reason: 'Two of its options have the same identifier' })
  })

  const rights = (texts: string[]) => texts.map((text, at) => label(`m${at + 1}`, bare(text))).join('')
  const left = (ident: string, text: string, texts = ['Paris', 'Rome', 'Oslo']) =>
    response(`response_${ident}`, plain(text), rights(texts))
  const pair = (ident: string, match: string, score = '50.00') => adds(equal(match, `response_${ident}`), score)
  const meta = canvas('matching_question', '4')

  it('becomes a choice if it has one pair, with its left side below the text', async () => {
    const found = await readItem({
      meta,
      presentation: html('Capital of') + left('1', 'Italy'),
      scoring: pair('1', 'm2', '100.00'),
    })
    expect(questionOf(found)).toMatchObject({
      type: 'single',
      questionText: 'Capital of\n\nItaly',
      options: { A: 'Paris', B: 'Rome', C: 'Oslo' },
      correctAnswer: 'B',
      marks: 4,
    })
    expect(lossesOf(found)).toEqual(['It has only one pair, and is imported as a choice between its right sides'])
  })

  it('leaves out rows in which both sides are empty', async () => {
    const sides = ['', 'Paris', 'Rome']
    const found = await readItem({
      meta,
      presentation:
        html('Capitals') +
        left('1', '', sides) +
        left('2', 'France', sides) +
        left('3', '', sides) +
        left('4', 'Italy', sides),
      scoring:
        pair('1', 'm1', '25.00') + pair('2', 'm2', '25.00') + pair('3', 'm1', '25.00') + pair('4', 'm3', '25.00'),
    })
    expect(questionOf(found)).toMatchObject({
      type: 'matching',
      pairs: [
        { left: 'France', right: 'Paris' },
        { left: 'Italy', right: 'Rome' },
      ],
      marks: 4,
    })
    expect(lossesOf(found)).toContain('Rows without text are not kept')
  })

  it('is refused if an empty side is part of a pair', async () => {
    const sides = ['', 'Paris', 'Rome']
    const found = await readItem({
      meta,
      presentation: html('Capitals') + left('1', 'France', sides) + left('2', 'Italy', sides),
      scoring: pair('1', 'm1') + pair('2', 'm3'),
    })
    expect(found.reason).toMatch(/has no text/)
  })

  it('reads pairs and distractors', async () => {
    const found = await readItem({
      meta,
      presentation: html('Capitals') + left('1', 'France') + left('2', '*Italy*'),
      scoring: pair('1', 'm1') + pair('2', 'm2'),
    })
    expect(questionOf(found)).toEqual({
      type: 'matching',
      questionText: 'Capitals',
      marks: 4,
      pairs: [
        { left: 'France', right: 'Paris' },
        { left: '\\*Italy\\*', right: 'Rome' },
      ],
      distractors: ['Oslo'],
    })
    expect(lossesOf(found)).toEqual([])
  })

  it.each([
    [
      left('1', 'France') + left('2', 'Italy'),
      pair('1', 'm1'),
      'One of its parts has no right answer; add one and export it again',
    ],
    [
      left('1', 'Same') + left('2', 'Same'),
      pair('1', 'm1') + pair('2', 'm2'),
      'Two of its left sides have the same text',
    ],
    [
      left('1', 'France', ['Paris']),
      pair('1', 'm1'),
      'It has one pair and no other right side. Add a pair or another right side',
    ],
    [
      left('1', '') + left('2', 'Italy'),
      pair('1', 'm1') + pair('2', 'm2'),
      'A left side has no text; images alone cannot be used there',
    ],
    [
      left('1', 'France') + left('2', 'Italy'),
      pair('1', 'm1') + pair('1', 'm2') + pair('2', 'm2'),
      'One of its left sides has several right answers',
    ],
  ])('refuses invalid pairs', async (responses, scoring, reason) => {
    expect(await readItem({ meta, presentation: html('Capitals') + responses, scoring })).toMatchObject({
      readings: [],
      reason,
    })
  })

  it('reads labels that name other options in each part', async () => {
    const found = await readItem({
      meta,
      presentation: html('Capitals') + left('1', 'France', ['Paris', 'Rome']) + left('2', 'Italy', ['Rome', 'Paris']),
      scoring: pair('1', 'm1') + pair('2', 'm1'),
    })
    expect(questionOf(found)).toMatchObject({
      pairs: [
        { left: 'France', right: 'Paris' },
        { left: 'Italy', right: 'Rome' },
      ],
      distractors: [],
    })
  })

  it('reports images in pairs as losses', async () => {
    const found = await readItem({
      meta,
      presentation:
        html('Capitals') +
        response('response_1', html('France <img src="map.png">'), rights(['Paris', 'Rome'])) +
        left('2', 'Italy', ['Paris', 'Rome']),
      scoring: pair('1', 'm1') + pair('2', 'm2'),
    })
    expect(questionOf(found)).toMatchObject({ pairs: [{ left: 'France' }, { left: 'Italy' }] })
    expect(lossesOf(found)).toEqual(['An image is not kept: parts to match or to order cannot have images'])
  })

  it('reports different options as a loss', async () => {
    const found = await readItem({
      meta,
      presentation: html('Capitals') + left('1', 'France') + left('2', 'Italy', ['Paris', 'Rome']),
      scoring: pair('1', 'm1') + pair('2', 'm2'),
    })
    expect(questionOf(found)).toMatchObject({ distractors: ['Oslo'] })
    expect(lossesOf(found)).toEqual(['Its parts have different options in the file, but all the same options here'])
  })
})

describe('categorization_question', () => {
  const items = (texts: string[]) => texts.map((text, at) => label(`i${at + 1}`, plain(text))).join('')
  const category = (ident: string, name: string, texts: string[]) =>
    response(ident, plain(name), items(texts), 'Multiple')
  const has = (ident: string, ...values: string[]) => adds(values.map((value) => equal(value, ident)).join(''), '50')

  it('becomes a match of each item with its category', async () => {
    const texts = ['Dog', 'Oak', 'Cat']
    const found = await readItem({
      meta: canvas('categorization_question'),
      presentation: html('Sort') + category('c1', 'Animals', texts) + category('c2', 'Plants', texts),
      scoring: has('c1', 'i1', 'i3') + has('c2', 'i2'),
    })
    expect(questionOf(found)).toMatchObject({
      type: 'matching',
      pairs: [
        { left: 'Dog', right: 'Animals' },
        { left: 'Oak', right: 'Plants' },
        { left: 'Cat', right: 'Animals' },
      ],
    })
    expect(lossesOf(found)).toEqual([
      'Marks are given for whole categories in the file; here each item earns its share',
    ])
  })

  it('matches items of no category with “None of these”, unless a category has this name', async () => {
    const texts = ['Dog', 'Oak', 'Stone']
    const read = (name: string) =>
      readItem({
        meta: canvas('categorization_question'),
        presentation: html('Sort') + category('c1', 'Animals', texts) + category('c2', name, texts),
        scoring: has('c1', 'i1') + has('c2', 'i2'),
      })
    const found = await read('Plants')
    expect(questionOf(found)).toMatchObject({
      pairs: [
        { left: 'Dog', right: 'Animals' },
        { left: 'Oak', right: 'Plants' },
        { left: 'Stone', right: 'None of these' },
      ],
    })
    expect(lossesOf(found)).toContain(
      'Items of no category stay unsorted in the file; here, students match them with “None of these”',
    )
    expect(await read('none of these')).toMatchObject({
      reason: 'One of its items belongs to no category, and a category is called “None of these”; rename it',
    })
  })
})
