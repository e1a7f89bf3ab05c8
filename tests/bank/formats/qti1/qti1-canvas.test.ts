import { describe, expect, it } from 'vitest'
import {
  blank,
  canvas,
  choices,
  equal,
  gives,
  html,
  label,
  lossesOf,
  plain,
  questionOf,
  readItem,
  urlOf,
} from './qti1-files.ts'

const stem = html('<div><p>What is <strong>H<sub>2</sub>O</strong>?</p></div>')

describe('multiple_choice_question', () => {
  const meta = canvas('multiple_choice_question', '2.5')
  const three = choices(['Salt', 'Water', 'Gold & silver'])

  it('reads the text, options, key and marks', async () => {
    const found = await readItem({ meta, presentation: stem + three, scoring: gives(equal('o2'), 100) })
    expect(found).toMatchObject({ title: 'What is H2O?', category: ['Quiz 1'] })
    expect(found.line).toBeGreaterThan(0)
    expect(questionOf(found)).toEqual({
      type: 'single',
      questionText: 'What is **H₂O**?',
      marks: 2.5,
      options: { A: 'Salt', B: 'Water', C: 'Gold & silver' },
      correctAnswer: 'B',
    })
    expect(lossesOf(found)).toEqual([])
  })

  it('asks which option is meant if two are marked', async () => {
    const found = await readItem({
      meta,
      presentation: stem + three,
      scoring: gives(equal('o1') + equal('o3'), 100),
    })
    expect(found.reason).toBe('2 options are marked as correct, but only one can be chosen')
    expect(
      found.readings.map(({ label, question }) => [label, (question as { correctAnswer: string }).correctAnswer]),
    ).toEqual([
      ['Option A is correct', 'A'],
      ['Option C is correct', 'C'],
      ['Options A and C are each accepted', 'A'],
      ['Options A and C must all be chosen', undefined],
    ])
    expect(found.readings[2]?.question).toMatchObject({ type: 'single', alternatives: ['C'] })
    expect(found.readings[3]?.question).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'C'] })
  })

  it.each([
    ['', 'No option is marked as correct; mark one and export it again'],
    [gives(equal(''), 100), 'No option is marked as correct; mark one and export it again'],
    [gives(equal('o9'), 100), 'Its key is “o9”, which is not one of its options'],
    [gives(equal('o1', 'other'), 100), 'Its scoring refers to the answer “other”, which does not exist'],
  ])('is refused without a key: %s', async (scoring, reason) => {
    expect(await readItem({ meta, presentation: stem + three, scoring })).toMatchObject({ readings: [], reason })
  })

  it('keeps part marks only as a loss', async () => {
    const found = await readItem({
      meta,
      presentation: stem + three,
      scoring: gives(equal('o2'), 100) + gives(equal('o1'), 50),
    })
    expect(questionOf(found)).toMatchObject({ correctAnswer: 'B' })
    expect(lossesOf(found)).toEqual(['Part marks for option A (50%) are not kept'])
  })

  it('keeps feedback for everybody as the explanation, and reports the rest', async () => {
    const shows = (ident: string) => `<displayfeedback feedbacktype="Response" linkrefid="${ident}"/>`
    const feedback = (ident: string, text: string) =>
      `<itemfeedback ident="${ident}"><flow_mat>${html(text)}</flow_mat></itemfeedback>`
    const on = (test: string, ident: string) =>
      `<respcondition continue="Yes"><conditionvar>${test}</conditionvar>${shows(ident)}</respcondition>`
    const found = await readItem({
      meta,
      presentation: stem + three,
      scoring:
        on('<other/>', 'general_fb') +
        on(equal('o1'), 'o1_fb') +
        gives(equal('o2'), 100) +
        on('<other/>', 'general_incorrect_fb'),
      rest:
        feedback('general_fb', '<p>Water is <em>wet</em>.</p>') +
        feedback('correct_fb', 'Right') +
        feedback('general_incorrect_fb', 'Wrong') +
        feedback('o1_fb', 'No, salt'),
    })
    expect(questionOf(found)).toMatchObject({ correctAnswer: 'B', explanation: 'Water is *wet*.' })
    expect(lossesOf(found)).toEqual([
      'Feedback for right and wrong answers is not kept',
      'Feedback per option is not kept',
    ])
  })

  it.each([
    ['1', 1, []],
    ['10.0', 10, []],
    ['0.5', undefined, ['Its 0.5 marks are not kept; it is worth 1 mark']],
    ['0.0', undefined, ['Its 0 marks are not kept; it is worth 1 mark']],
    ['25', undefined, ['Its 25 marks are not kept; it is worth 1 mark']],
    ['3.333', undefined, ['Its 3.333 marks are not kept; it is worth 1 mark']],
    ['many', undefined, ['Its marks “many” are not a number and are not kept']],
  ])('reads %s points', async (points, marks, losses) => {
    const found = await readItem({
      meta: canvas('multiple_choice_question', points),
      presentation: stem + three,
      scoring: gives(equal('o2'), 100),
    })
    expect(questionOf(found).marks).toBe(marks)
    expect(lossesOf(found)).toEqual(losses)
  })
})

describe('true_false_question', () => {
  const meta = canvas('true_false_question')

  it.each([
    ['o1', true],
    ['o2', false],
  ])('reads the key %s', async (key, correctAnswer) => {
    const found = await readItem({
      meta,
      presentation: html('Is it?') + choices(['True', 'False']),
      scoring: gives(equal(key), 100),
    })
    expect(questionOf(found)).toEqual({ type: 'boolean', questionText: 'Is it?', correctAnswer, marks: 1 })
  })

  it('keeps other words as options', async () => {
    const found = await readItem({
      meta,
      presentation: html('Is it?') + choices(['Correct', 'Not correct']),
      scoring: gives(equal('o2'), 100),
    })
    expect(questionOf(found)).toMatchObject({
      type: 'single',
      options: { A: 'Correct', B: 'Not correct' },
      correctAnswer: 'B',
    })
  })
})

describe('multiple_answers_question', () => {
  const meta = canvas('multiple_answers_question')
  const presentation = html('Which are metals?') + choices(['Iron', 'Wood', 'Gold', 'Air'], 'Multiple')
  const not = (test: string) => `<not>${test}</not>`

  it('reads the exact set of right options', async () => {
    const found = await readItem({
      meta,
      presentation,
      scoring: gives(`<and>${equal('o1')}${not(equal('o2'))}${equal('o3')}${not(equal('o4'))}</and>`, 100),
    })
    expect(questionOf(found)).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'C'], scoring: 'all' })
    expect(lossesOf(found)).toEqual([])
  })

  it('reads marks per right option, with a deduction per wrong one', async () => {
    const found = await readItem({
      meta,
      presentation,
      scoring: ['o1', 'o3']
        .map((ident) => gives(equal(ident), 50, 'Add', 'Yes'))
        .concat(['o2', 'o4'].map((ident) => gives(equal(ident), 50, 'Subtract', 'Yes')))
        .join(''),
    })
    expect(questionOf(found)).toMatchObject({ correctAnswers: ['A', 'C'], scoring: 'each' })
    expect(lossesOf(found)).toEqual([])
  })

  it('reports what differs if wrong options cost nothing', async () => {
    const found = await readItem({
      meta,
      presentation,
      scoring: ['o1', 'o3'].map((ident) => gives(equal(ident), 50, 'Add', 'Yes')).join(''),
    })
    expect(questionOf(found)).toMatchObject({ correctAnswers: ['A', 'C'], scoring: 'each' })
    expect(lossesOf(found)).toEqual([
      'Some other combinations of options earn full marks in the file, but not here',
      'Part marks are counted differently in the file',
    ])
  })

  it('asks what is meant if each of two options alone earns full marks', async () => {
    const found = await readItem({
      meta,
      presentation,
      scoring: gives(`<or>${equal('o1')}${equal('o3')}</or>`, 100),
    })
    expect(found.reason).toBe('Several combinations of its options earn full marks, but only one can be the key')
    expect(found.readings.map((reading) => reading.label)).toEqual([
      'Options A and C are correct',
      'Option A is correct',
      'Option C is correct',
    ])
  })

  it('is refused if choosing nothing is right', async () => {
    expect(
      await readItem({ meta, presentation, scoring: gives(not(`<or>${equal('o1')}${equal('o3')}</or>`), 100) }),
    ).toMatchObject({ readings: [], reason: 'Choosing no option earns full marks, which is not supported' })
  })
})

describe('short_answer_question', () => {
  const meta = canvas('short_answer_question')

  it('accepts every listed text, in any case, with literal stars', async () => {
    const found = await readItem({
      meta,
      presentation: html('The capital is ____.') + blank(),
      scoring: gives(['Paris', 'City of  Light', 'a*b', ' '].map((text) => equal(text)).join(''), 100),
    })
    expect(questionOf(found)).toMatchObject({
      type: 'text',
      questionText: 'The capital is ____.',
      accepted: [{ value: 'Paris' }, { value: 'City of  Light' }, { value: 'a\\*b' }],
      caseSensitive: false,
    })
    expect(lossesOf(found)).toEqual([])
  })

  it('is refused without an accepted answer', async () => {
    expect(await readItem({ meta, presentation: html('a') + blank(), scoring: gives(equal(''), 100) })).toMatchObject({
      readings: [],
      reason: 'It has no accepted answer',
    })
  })
})

describe('essay_question, file_upload_question and others', () => {
  const other = '<respcondition continue="No"><conditionvar><other/></conditionvar></respcondition>'

  it('reads an essay', async () => {
    const found = await readItem({
      meta: canvas('essay_question', '5'),
      presentation: html('Discuss.') + blank(),
      scoring: other,
    })
    expect(questionOf(found)).toEqual({ type: 'essay', questionText: 'Discuss.', marks: 5 })
    expect(lossesOf(found)).toEqual([])
  })

  it('reads a file upload as an essay with files', async () => {
    const found = await readItem({ meta: canvas('file_upload_question'), presentation: html('Upload it.') })
    expect(questionOf(found)).toMatchObject({ type: 'essay', allowFiles: true })
  })

  it.each([
    ['calculated_question', 'Its numbers are drawn from a formula, which is not supported'],
    ['text_only_question', 'It is only a text; questions that refer to it get it as their passage'],
    ['hot_spot_question', 'Its answer is a place in an image, which is not supported'],
    ['rating_question', 'Its type “rating_question” is not supported'],
    ['constructor', 'Its type “constructor” is not supported'],
  ])('refuses a %s', async (type, reason) => {
    const found = await readItem({ meta: canvas(type), title: 'Q7', presentation: html('x [a]') + blank() })
    expect(found).toMatchObject({ title: 'Q7', readings: [], reason })
  })
})

describe('ordering_question of New Quizzes', () => {
  const render = (texts: string[]) =>
    `<response_lid ident="response1" rcardinality="Ordered"><render_extension><material position="top"><mattext/></material><ims_render_object shuffle="No"><flow_label>${texts
      .map((text, at) => label(`o${at + 1}`, html(text)))
      .join(
        '',
      )}</flow_label></ims_render_object><material position="bottom"><mattext/></material></render_extension></response_lid>`
  const meta = canvas('ordering_question')
  const whole = 'Only the whole order earns marks in the file; here neighbouring items in order earn their share'

  it('reads the order of the key', async () => {
    const found = await readItem({
      meta,
      presentation: html('Order them') + render(['two', '<b>three</b>', 'one']),
      scoring: gives(equal('o3') + equal('o1') + equal('o2'), 100),
    })
    expect(questionOf(found)).toMatchObject({ type: 'ordering', items: ['one', 'two', '**three**'] })
    expect(lossesOf(found)).toEqual([whole])
  })

  it('reads the order by index', async () => {
    const at = (ident: string, index: number) => `<varequal respident="response1" index="${index}">${ident}</varequal>`
    const found = await readItem({
      meta,
      presentation: html('Order them') + render(['two', 'three', 'one']),
      scoring: gives(at('o1', 2) + at('o2', 3) + at('o3', 1), 100),
    })
    expect(questionOf(found)).toMatchObject({ items: ['one', 'two', 'three'] })
  })

  it('is refused if the key leaves out an item', async () => {
    expect(
      await readItem({
        meta,
        presentation: html('Order them') + render(['two', 'three', 'one']),
        scoring: gives(equal('o3') + equal('o1'), 100),
      }),
    ).toMatchObject({ readings: [], reason: 'Its right order cannot be read: it must name each item once' })
  })
})

describe('texts', () => {
  const meta = canvas('multiple_choice_question')
  const read = async (material: string, options = choices(['a', 'b'])) =>
    await readItem({ meta, presentation: material + options, scoring: gives(equal('o1'), 100) })

  it('escapes plain text and keeps its lines', async () => {
    expect(questionOf(await read(plain('1. Is *x* < y & z?\n# no'))).questionText).toBe(
      '1\\. Is \\*x\\* < y & z?\n\\# no',
    )
  })

  it('keeps formulas as TeX', async () => {
    const image = (attributes: string) => html(`<p>Solve <img class="equation_image" ${attributes}> now</p>`)
    for (const material of [
      image('src="/equation_images/x" data-equation-content="\\frac{1}{2}" alt="LaTeX: \\frac{1}{2}"'),
      image('src="https://canvas.example/equation_images/%255Cfrac%257B1%257D%257B2%257D?scale=1" alt="a half"'),
      image('src="x.png" alt="LaTeX: \\frac{1}{2}"'),
      html('<p>Solve \\(\\frac{1}{2}\\) now</p>'),
      plain('Solve \\(\\frac{1}{2}\\) now'),
    ]) {
      const found = await read(material)
      expect(questionOf(found).questionText).toBe('Solve \\(\\frac{1}{2}\\) now')
      expect(lossesOf(found)).toEqual([])
    }
  })

  it('keeps one image of the text and one of each option', async () => {
    const data = (content: string) => `data:image/png;base64,${Buffer.from(content).toString('base64')}`
    const found = await read(
      html(`a <img src="${data('image 1')}"> b <img src="${data('image 2')}"><img src="https://x.example/y.png">`),
      `<response_lid ident="response1" rcardinality="Single"><render_choice>${label('o1', html(`<img src="${data('image 3')}">`))}${label('o2', plain('b'))}</render_choice></response_lid>`,
    )
    expect(questionOf(found)).toMatchObject({
      questionText: 'a b',
      questionImageUrl: urlOf('image 1'),
      options: { A: 'Image', B: 'b' },
      optionImages: { A: urlOf('image 3') },
    })
    expect(lossesOf(found)).toEqual([
      'An image is not kept: it is not inside this file; import the whole package',
      'Only the first of 2 images is kept',
    ])
  })

  it('makes script harmless and says so', async () => {
    const found = await read(html('<script>alert(1)</script>Hi <b onclick="x()">you</b>'))
    expect(questionOf(found).questionText).toBe('Hi **you**')
    expect(lossesOf(found)).toEqual(['Scripts and styles are removed'])
    expect(questionOf(await read(plain('<script>alert(1)</script>'))).questionText).toBe('<script>alert(1)</script>')
  })

  it('reports linked files and lists in options as losses', async () => {
    expect(lossesOf(await read(html('See <a href="$IMS-CC-FILEBASE$/notes.pdf">notes</a>')))).toEqual([
      'Linked files are not kept',
    ])
    const options = `<response_lid ident="response1" rcardinality="Single"><render_choice>${label('o1', html('<ul><li>x</li></ul>'))}${label('o2', plain('b'))}</render_choice></response_lid>`
    expect(lossesOf(await read(html('a'), options))).toEqual([
      'Lists, tables and headings in options are shown as plain text',
    ])
  })
})
