import { describe, expect, it } from 'vitest'
import {
  choiceOf,
  itemOf,
  mapping,
  mapResponse,
  matchCorrect,
  readingOf,
  readOne,
  response,
  score,
  versions,
} from './qti/read.ts'

/** Items as in the specifications of QTI 2.1, 2.2 and 3.0. */

const four = ['Rome', 'Paris', 'Bonn', 'Oslo']
const condition = (test: string, right: string, wrong = '') =>
  `<responseProcessing><responseCondition><responseIf>${test}${right}</responseIf>${
    wrong && `<responseElse>${wrong}</responseElse>`
  }</responseCondition></responseProcessing>`
const set = (value: string, identifier = 'SCORE') =>
  `<setOutcomeValue identifier="${identifier}">${value}</setOutcomeValue>`
const base = (value: string | number, type = 'float') => `<baseValue baseType="${type}">${value}</baseValue>`
const variable = (identifier = 'RESPONSE') => `<variable identifier="${identifier}"/>`
const correct = (identifier = 'RESPONSE') => `<correct identifier="${identifier}"/>`

describe('choice', () => {
  it.each(versions)('reads a single choice of QTI %s', async (version) => {
    const { question, losses } = await readingOf(
      itemOf(
        {
          declarations: response('single identifier', ['B']),
          body: `<p>France</p>${choiceOf(four)}`,
          processing: matchCorrect,
        },
        version,
      ),
    )
    expect(question).toEqual({
      questionText: 'France\n\nWhich one?',
      type: 'single',
      options: { A: 'Rome', B: 'Paris', C: 'Bonn', D: 'Oslo' },
      correctAnswer: 'B',
      marks: 1,
    })
    expect(losses).toEqual([])
  })

  it.each(versions)('reads a multiple choice of QTI %s', async (version) => {
    const { question, losses } = await readingOf(
      itemOf(
        {
          declarations: response('multiple identifier', ['A', 'C']),
          body: choiceOf(four, 'maxChoices="0"'),
          processing: matchCorrect,
        },
        version,
      ),
    )
    expect(question).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'C'], scoring: 'all' })
    expect(losses).toEqual([])
  })

  it('reads the negative marks of wrong options as a penalty', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single identifier', ['B'], mapping({ B: 3 }, 'defaultValue="-1"')),
        body: choiceOf(four),
        processing: mapResponse,
      }),
    )
    expect(question).toMatchObject({ correctAnswer: 'B', marks: 3, penalty: 1 })
    expect(losses).toEqual([])
  })

  it('reads several options with full marks as alternatives, and reports partial credit as a loss', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single identifier', ['B'], mapping({ A: 0.5, B: 1, C: 1 })),
        body: choiceOf(four),
        processing: mapResponse,
      }),
    )
    expect(question).toMatchObject({ correctAnswer: 'B', alternatives: ['C'] })
    expect(losses).toEqual(['The part of the marks for option A is not kept'])
  })

  it.each([
    { name: 'all', entries: null, scoring: 'all' },
    { name: 'each', entries: { A: 0.5, C: 0.5, B: -0.5, D: -0.5 }, scoring: 'each' },
    { name: 'partial', entries: { A: 0.5, C: 0.5, B: -9, D: -9 }, scoring: 'partial' },
  ])('reads the scoring “$name” of a multiple choice', async ({ entries, scoring }) => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('multiple identifier', ['A', 'C'], entries ? mapping(entries, 'lowerBound="0"') : ''),
        body: choiceOf(four, 'maxChoices="0"'),
        processing: entries ? mapResponse : matchCorrect,
      }),
    )
    expect(question).toMatchObject({ correctAnswers: ['A', 'C'], scoring, marks: 1 })
    expect(losses).toEqual([])
  })

  it('lets the author decide about partial marks that none of our scorings gives', async () => {
    const { readings, reason } = await readOne(
      itemOf({
        declarations: response('multiple identifier', ['A', 'C'], mapping({ A: 0.5, C: 0.5 })),
        body: choiceOf(four, 'maxChoices="2"'),
        processing: mapResponse,
      }),
    )
    expect(reason).toBe('Its marks for partly right answers are different from all of ours')
    expect(readings.map(({ question }) => (question as { scoring?: string }).scoring)).toEqual([
      'all',
      'partial',
      'each',
    ])
    expect(readings[0]?.losses).toEqual([
      'The limit of 2 choices is not kept',
      'Partly right answers earn other marks in the file',
    ])
  })

  it('lets the author decide between two correct options if the question asks for one', async () => {
    const { readings, reason } = await readOne(
      itemOf({
        declarations: response('single identifier', ['A', 'B']),
        body: choiceOf(four),
        processing: matchCorrect,
      }),
    )
    expect(reason).toBe('2 options are marked as correct, but the question asks for one')
    expect(readings.map(({ label }) => label)).toEqual(['Option A is correct', 'Option B is correct'])
  })

  it('lets the author decide if the correct response and the scoring disagree', async () => {
    const { readings, reason } = await readOne(
      itemOf({
        declarations: response('single identifier', ['A'], mapping({ B: 1 })),
        body: choiceOf(four),
        processing: mapResponse,
      }),
    )
    expect(reason).toBe('Its correct response does not earn full marks in its response processing')
    expect(readings.map(({ label }) => label)).toEqual(['Option B is correct', 'Option A is correct'])
  })

  it('reads true and false', async () => {
    const { question } = await readingOf(
      itemOf({
        declarations: response('single identifier', ['B']),
        body: choiceOf(['True', 'False']),
        processing: matchCorrect,
      }),
    )
    expect(question).toMatchObject({ type: 'boolean', correctAnswer: false })
  })

  it('takes the correct response if there is no response processing, and says so', async () => {
    const { question, losses } = await readingOf(
      itemOf({ declarations: response('single identifier', ['C']), body: choiceOf(four) }),
    )
    expect(question).toMatchObject({ correctAnswer: 'C' })
    expect(losses).toEqual(['It has no response processing; its correct response is used as the key'])
  })

  const maximum = (value: string) =>
    `<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>${value}</value></defaultValue></outcomeDeclaration>`
  it.each([
    ['5', 5, []],
    ['0.5', undefined, ['Its 0.5 marks are not kept; it is worth 1 mark']],
  ])('takes %s declared marks without response processing', async (value, marks, more) => {
    const declarations = response('single identifier', ['C']) + maximum(value)
    const { question, losses } = await readingOf(itemOf({ declarations, body: choiceOf(four) }))
    expect(question.marks).toBe(marks)
    expect(losses).toHaveLength(1 + more.length)
    expect(losses).toEqual(expect.arrayContaining(more))
  })

  it('gives each gap an equal share without response processing', async () => {
    const declarations =
      response('single string', ['x'], '', 'R1') + response('single string', ['y'], '', 'R2') + maximum('4')
    const gap = (identifier: string) => `<textEntryInteraction responseIdentifier="${identifier}"/>`
    const { question, losses } = await readingOf(itemOf({ declarations, body: `<p>A ${gap('R1')} B ${gap('R2')}</p>` }))
    expect(question).toMatchObject({
      questionText: 'A {{1}} B {{2}}',
      gaps: [{ accepted: [{ value: 'x' }] }, { accepted: [{ value: 'y' }] }],
      marks: 4,
    })
    expect(losses).toEqual(['It has no response processing; its correct response is used as the key'])
  })

  it('reads upper and lower case of a whole mapping', async () => {
    const entries =
      '<mapping caseSensitive="false"><mapEntry mapKey="Ab" mappedValue="2" caseSensitive="true"/><mapEntry mapKey="cd" mappedValue="2"/></mapping>'
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single string', [], entries),
        body: '<p>A <textEntryInteraction responseIdentifier="RESPONSE"/></p>',
        processing: mapResponse,
      }),
    )
    expect(question).toMatchObject({ accepted: [{ value: 'Ab' }, { value: 'cd' }], caseSensitive: true })
    expect(losses).toEqual(['Some accepted answers ignore upper and lower case in the file'])
  })

  it('keeps case if both spellings are listed', async () => {
    const entries =
      '<mapping><mapEntry mapKey="paris" mappedValue="1"/><mapEntry mapKey="PARIS" mappedValue="1"/></mapping>'
    const { question } = await readingOf(
      itemOf({
        declarations: response('single string', [], entries),
        body: '<p>A <textEntryInteraction responseIdentifier="RESPONSE"/></p>',
        processing: mapResponse,
      }),
    )
    expect(question).toMatchObject({ accepted: [{ value: 'paris' }, { value: 'PARIS' }], caseSensitive: true })
  })

  it('takes the marks of a mapping without response processing, and names others', async () => {
    const declarations = response('single identifier', [], mapping({ A: 2, B: 0 })) + maximum('5')
    const { question, losses } = await readingOf(itemOf({ declarations, body: choiceOf(four) }))
    expect(question).toMatchObject({ correctAnswer: 'A', marks: 2 })
    const both = response('single identifier', ['A'], mapping({ A: 2, B: 1 }))
    const read = await readingOf(itemOf({ declarations: both, body: choiceOf(four) }))
    expect(read.losses).toContain('Its marks for single answers are not used without response processing')
    expect(losses).toContain('The file says 5 marks, but its right answer earns 2 marks')
  })

  it.each([
    ['no key', { declarations: response('single identifier', []), body: choiceOf(four) }, /no correct response/],
    [
      'more than ten options',
      {
        declarations: response('single identifier', ['A']),
        body: choiceOf([...'abcdefghijk']),
        processing: matchCorrect,
      },
      'It has 11 options, but at most 10 are allowed',
    ],
    [
      'a correct response that is not an option',
      { declarations: response('single identifier', ['Z']), body: choiceOf(four), processing: matchCorrect },
      'Its correct response “Z” is not one of its options',
    ],
    [
      'an unknown operator',
      {
        declarations: response('single identifier', ['A']),
        body: choiceOf(four),
        processing: condition('<customOperator/>', set(base(1))),
      },
      /“customOperator” on line \d+ is not supported/,
    ],
  ])('refuses %s', async (_, parts, reason) => {
    const item = await readOne(itemOf(parts))
    expect(item.readings).toEqual([])
    expect(item.reason).toMatch(reason)
  })

  it('reports what it does not keep of options', async () => {
    const { losses } = await readingOf(
      itemOf({
        declarations: response('single identifier', ['A']),
        body: `<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1"><simpleChoice identifier="A" fixed="true">One<feedbackInline outcomeIdentifier="F" identifier="A" showHide="show">Yes</feedbackInline></simpleChoice><simpleChoice identifier="B">Two</simpleChoice></choiceInteraction>`,
        processing: matchCorrect,
        attributes: 'xml:lang="en-GB"',
      }),
    )
    expect(losses.toSorted()).toEqual([
      'Feedback per option is not kept',
      'Its title is used as its text',
      'Options that keep their place are shuffled with the others',
    ])
  })
})

describe('hand-written response processing', () => {
  it.each([
    ['match', `<match>${variable()}${correct()}</match>`],
    ['match with a constant', `<match>${variable()}${base('B', 'identifier')}</match>`],
    ['and', `<and><not><isNull>${variable()}</isNull></not><match>${correct()}${variable()}</match></and>`],
    ['member', `<member>${variable()}<multiple>${base('B', 'identifier')}</multiple></member>`],
  ])('reads %s', async (_, test) => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single identifier', ['B']) + score,
        body: choiceOf(four),
        processing: condition(test, set(base(2)), set(base('-0.5'))),
      }),
    )
    expect(question).toMatchObject({ correctAnswer: 'B', marks: 2, penalty: 0.5 })
    expect(losses).toEqual(['No marks are deducted for a missing answer'])
  })

  it('counts from the marks that an empty answer earns, and names them', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: `${response('single identifier', ['B'])}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>1</value></defaultValue></outcomeDeclaration>`,
        body: choiceOf(four),
        processing: condition(`<match>${variable()}${correct()}</match>`, set(base(5)), set(base(1))),
      }),
    )
    expect(question).toMatchObject({ type: 'single', correctAnswer: 'B', marks: 5 })
    expect(losses).toEqual(['In the file, an empty answer earns 1 mark, and a wrong one may; here, both earn nothing'])
  })

  it.each([
    ['1', 'No answer earns more marks than another. Add its scoring or a correct response'],
    ['2', 'It gives more marks for an empty answer than for a wrong one, which is not supported'],
  ])('refuses items in which an empty answer earns %s and a wrong one 1', async (none, reason) => {
    const item = await readOne(
      itemOf({
        declarations: response('single identifier', ['B']) + score,
        body: choiceOf(four),
        processing: `<responseProcessing><responseCondition><responseIf><isNull>${variable()}</isNull>${set(base(none))}</responseIf><responseElseIf><match>${variable()}${correct()}</match>${set(base(none === '1' ? 1 : 3))}</responseElseIf><responseElse>${set(base(1))}</responseElse></responseCondition></responseProcessing>`,
      }),
    )
    expect(item.reason).toBe(reason)
  })

  it('ignores rules that only choose feedback', async () => {
    const { question } = await readingOf(
      itemOf({
        declarations: `${response('single identifier', ['B'])}<outcomeDeclaration identifier="F" cardinality="single" baseType="identifier"/>${score}`,
        body: choiceOf(four),
        processing: `<responseProcessing>${set('<customOperator/>', 'F')}<responseCondition><responseIf><match>${variable()}${correct()}</match>${set(base(1))}</responseIf></responseCondition></responseProcessing>`,
      }),
    )
    expect(question).toMatchObject({ correctAnswer: 'B' })
  })
})

const field =
  '<p>The capital of France is <textEntryInteraction responseIdentifier="RESPONSE" expectedLength="20"/>.</p>'

describe('typed answers', () => {
  it.each(versions)('reads a text of QTI %s', async (version) => {
    const { question, losses } = await readingOf(
      itemOf(
        {
          declarations: response('single string', ['Paris'], mapping({ Paris: 2, 'Paris*': 1, Lutetia: 0.5 })),
          body: field,
          processing: mapResponse,
        },
        version,
      ),
    )
    expect(question).toEqual({
      questionText: 'The capital of France is ____.',
      type: 'text',
      accepted: [{ value: 'Paris' }, { value: 'Paris\\*', fraction: 0.5 }, { value: 'Lutetia', fraction: 0.25 }],
      caseSensitive: true,
      marks: 2,
    })
    expect(losses).toEqual([])
  })

  it('reads a text that ignores case', async () => {
    const { question } = await readingOf(
      itemOf({
        declarations: response('single string', ['Paris']) + score,
        body: field,
        processing: condition(
          `<stringMatch caseSensitive="false">${variable()}${correct()}</stringMatch>`,
          set(base(1)),
          set(base(0)),
        ),
      }),
    )
    expect(question).toMatchObject({ type: 'text', accepted: [{ value: 'Paris' }], caseSensitive: false })
  })

  it.each([
    ['exactly', `<equal toleranceMode="exact">${variable()}${correct()}</equal>`, { correctValue: 42.5 }, []],
    [
      'with an absolute tolerance',
      `<equal toleranceMode="absolute" tolerance="0.1">${variable()}${correct()}</equal>`,
      { correctValue: 42.5, tolerance: 0.1 },
      [],
    ],
    [
      'with a relative tolerance',
      `<equal toleranceMode="relative" tolerance="2 2">${correct()}${variable()}</equal>`,
      { correctValue: 42.5, tolerance: 0.02, toleranceKind: 'relative' },
      [],
    ],
    [
      'rounded',
      `<equalRounded roundingMode="significantFigures" figures="3">${variable()}${correct()}</equalRounded>`,
      { correctValue: 42.5, significantDigits: 3 },
      [],
    ],
    [
      'in a range',
      `<and><gte>${variable()}${base(42)}</gte><lte>${variable()}${base('43.0')}</lte></and>`,
      { range: { min: 42, max: 43 } },
      [],
    ],
    [
      'in an open range',
      `<and><gt>${variable()}${base(42)}</gt><lte>${variable()}${base('43.0')}</lte></and>`,
      { range: { min: 42, max: 43 } },
      ['An answer of exactly 42 counts as right'],
    ],
  ])('reads a number compared %s', async (_, test, fields, lost) => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single float', ['42.5']) + score,
        body: field,
        processing: condition(test, set(base(1)), set(base(0))),
      }),
    )
    expect(question).toEqual({ questionText: 'The capital of France is ____.', type: 'numeric', marks: 1, ...fields })
    expect(losses).toEqual(lost)
  })
})

describe('typed answers of other kinds', () => {
  it('reads neighbouring whole numbers as a range', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single integer', ['5'], mapping({ 3: 0.5, 4: 1, 5: 1, 6: 1, 9: 0 })),
        body: field,
        processing: mapResponse,
      }),
    )
    expect(question).toMatchObject({ type: 'numeric', range: { min: 4, max: 6 } })
    expect(losses).toEqual([
      'Numbers that earn a part of the marks count as wrong',
      'Answers need not be whole numbers',
    ])
  })

  it.each([
    [
      'several numbers',
      mapping({ 1: 1, 3: 1 }),
      mapResponse,
      'It accepts several separate numbers, which is not supported',
    ],
    ['no limit', '', condition(`<gt>${variable()}${base(2)}</gt>`, set(base(1))), 'It accepts numbers without a limit'],
    [
      'arithmetic',
      '',
      condition(`<gt><sum>${variable()}${base(2)}</sum>${base(1)}</gt>`, set(base(1))),
      'Its response processing cannot be read: “sum” of a typed answer',
    ],
  ])('refuses %s', async (_, mapped, processing, reason) => {
    const item = await readOne(
      itemOf({ declarations: response('single float', ['3'], mapped) + score, body: field, processing }),
    )
    expect(item).toMatchObject({ readings: [], reason })
  })

  it('refuses several correct values without a mapping', async () => {
    const item = await readOne(
      itemOf({ declarations: response('single string', ['a', 'b']), body: field, processing: matchCorrect }),
    )
    expect(item.reason).toBe('It has several correct values for one answer. Give them in a mapping')
  })

  it.each([
    ['a pattern', '[0-9]{3}', { accepted: [{ value: '[0-9]{3}' }], regex: true, caseSensitive: true }],
    ['wildcards', '.*a\\.b.*', { accepted: [{ value: '*a.b*' }], caseSensitive: true }],
  ])('reads %s', async (_, pattern, fields) => {
    const { question } = await readingOf(
      itemOf({
        declarations: response('single string', []) + score,
        body: field,
        processing: condition(
          `<patternMatch pattern="${pattern}">${variable()}</patternMatch>`,
          set(base(1)),
          set(base(0)),
        ),
      }),
    )
    expect(question).toMatchObject({ type: 'text', ...fields })
  })

  it('keeps marks only if they are possible', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: `${response('single string', ['a'])}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="0.5"/>`,
        body: field,
        processing: condition(`<match>${variable()}${correct()}</match>`, set(base(0.5)), set(base(-0.25))),
      }),
    )
    expect(question).not.toHaveProperty('marks')
    expect(question).toMatchObject({ penalty: '1/2' })
    expect(losses).toEqual([
      'No marks are deducted for a missing answer',
      'Its 0.5 marks are not kept; it is worth 1 mark',
    ])
  })
})

describe('gaps', () => {
  const two =
    '<p>Water is H<textEntryInteraction responseIdentifier="G1"/>O and boils at <inlineChoiceInteraction responseIdentifier="G2" shuffle="false"><inlineChoice identifier="x">90</inlineChoice><inlineChoice identifier="y">100</inlineChoice></inlineChoiceInteraction> °C.</p>'
  const sum = `<responseProcessing>${set(`<sum><mapResponse identifier="G1"/><mapResponse identifier="G2"/></sum>`)}</responseProcessing>`

  it.each(versions)('reads fields in a text of QTI %s', async (version) => {
    const { question, losses } = await readingOf(
      itemOf(
        {
          declarations:
            response('single integer', ['2'], mapping({ 2: 1 }), 'G1') +
            response('single identifier', ['y'], mapping({ y: 1 }), 'G2') +
            score,
          body: two,
          processing: sum,
        },
        version,
      ),
    )
    expect(question).toEqual({
      questionText: 'Water is H{{1}}O and boils at {{2}} °C.',
      type: 'gaps',
      gaps: [
        { kind: 'numeric', correctValue: 2 },
        { kind: 'choice', options: { A: '90', B: '100' }, correctAnswer: 'B' },
      ],
      marks: 2,
    })
    expect(losses).toEqual([])
  })

  it('reports that a text must be complete in the file', async () => {
    const { losses } = await readingOf(
      itemOf({
        declarations: response('single integer', ['2'], '', 'G1') + response('single identifier', ['y'], '', 'G2'),
        body: two,
        processing: condition(
          `<and><match>${variable('G1')}${correct('G1')}</match><match>${variable('G2')}${correct('G2')}</match></and>`,
          set(base(1)),
        ),
      }),
    )
    expect(losses).toEqual(['In the file, only a complete answer earns marks; here, each gap earns its share'])
  })

  it('refuses gaps that can be answered in any order', async () => {
    const both = (one: string, other: string) =>
      `<and><match>${variable('G1')}${base(one, 'string')}</match><match>${variable('G2')}${base(other, 'string')}</match></and>`
    const item = await readOne(
      itemOf({
        declarations: response('single string', ['x'], '', 'G1') + response('single string', ['y'], '', 'G2') + score,
        body: '<p><textEntryInteraction responseIdentifier="G1"/> and <textEntryInteraction responseIdentifier="G2"/></p>',
        processing: condition(`<or>${both('x', 'y')}${both('y', 'x')}</or>`, set(base(1))),
      }),
    )
    expect(item.reason).toBe('Its gaps can be answered in any order, which is not supported')
  })

  it('refuses a comparison of two answers', async () => {
    const item = await readOne(
      itemOf({
        declarations: response('single string', ['x'], '', 'G1') + response('single string', ['y'], '', 'G2') + score,
        body: '<p><textEntryInteraction responseIdentifier="G1"/> and <textEntryInteraction responseIdentifier="G2"/></p>',
        processing: condition(`<match>${variable('G1')}${variable('G2')}</match>`, set(base(1))),
      }),
    )
    expect(item.reason).toMatch(/“variable” G2 on line \d+ is not supported/)
  })
})
