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

/** QTI interactions other than choices and text fields, and the parts around them. */

const listed = (name: string, texts: readonly string[], attributes = '') =>
  texts.map((text, at) => `<${name} identifier="${'ABCDEF'[at]}" ${attributes}>${text}</${name}>`).join('')

describe('order', () => {
  const body = `<orderInteraction responseIdentifier="RESPONSE" shuffle="true"><prompt>Sort</prompt>${listed('simpleChoice', ['two', 'one', 'three'])}</orderInteraction>`

  it.each(versions)('reads the correct order of QTI %s', async (version) => {
    const { question, losses } = await readingOf(
      itemOf(
        { declarations: response('ordered identifier', ['B', 'A', 'C']), body, processing: matchCorrect },
        version,
      ),
    )
    expect(question).toEqual({ questionText: 'Sort', type: 'ordering', items: ['one', 'two', 'three'], marks: 1 })
    expect(losses).toEqual([
      'In the file, only the complete order earns marks; here, a partly right order earns a part of them',
    ])
  })

  it.each([
    ['no correct order', response('ordered identifier', []), 'It has no correct order'],
    [
      'a part of the items',
      response('ordered identifier', ['A', 'B']),
      'Its correct order does not have each item once',
    ],
  ])('refuses %s', async (_, declarations, reason) => {
    expect(await readOne(itemOf({ declarations, body, processing: matchCorrect }))).toMatchObject({
      readings: [],
      reason,
    })
  })
})

describe('pairs', () => {
  const sets = (left: readonly string[], right: readonly string[]) => {
    const set = (prefix: string, texts: readonly string[]) =>
      `<simpleMatchSet>${texts.map((text, at) => `<simpleAssociableChoice identifier="${prefix}${at}" matchMax="1">${text}</simpleAssociableChoice>`).join('')}</simpleMatchSet>`
    return `<matchInteraction responseIdentifier="RESPONSE" maxAssociations="9"><prompt>Match</prompt>${set('l', left)}${set('r', right)}</matchInteraction>`
  }

  it.each(versions)('reads a match of QTI %s', async (version) => {
    const { question, losses } = await readingOf(
      itemOf(
        {
          declarations: response('multiple directedPair', ['l0 r1', 'l1 r0'], mapping({ 'l0 r1': 1, 'l1 r0': 1 })),
          body: sets(['cat', 'rose'], ['plant', 'animal', 'stone']),
          processing: mapResponse,
        },
        version,
      ),
    )
    expect(question).toEqual({
      questionText: 'Match',
      type: 'matching',
      pairs: [
        { left: 'cat', right: 'animal' },
        { left: 'rose', right: 'plant' },
      ],
      distractors: ['stone'],
      marks: 2,
    })
    expect(losses).toEqual([])
  })

  it('swaps the sides if several items on the left belong to one on the right', async () => {
    const { question } = await readingOf(
      itemOf({
        declarations: response('multiple directedPair', ['l0 r0', 'l0 r1', 'l1 r2']),
        body: sets(['animal', 'plant'], ['cat', 'dog', 'rose']),
        processing: matchCorrect,
      }),
    )
    expect(question).toMatchObject({
      pairs: [
        { left: 'cat', right: 'animal' },
        { left: 'dog', right: 'animal' },
        { left: 'rose', right: 'plant' },
      ],
    })
  })

  it('reports different weights, and wrong pairs that cost marks', async () => {
    const { losses } = await readingOf(
      itemOf({
        declarations: response('multiple directedPair', ['l0 r0', 'l1 r1'], mapping({ 'l0 r0': 2, 'l1 r1': 1 })),
        body: sets(['a', 'b'], ['c', 'd']),
        processing: mapResponse,
      }),
    )
    expect(losses).toEqual(['Partly right answers earn other marks in the file; here, each pair earns an equal share'])
  })

  it('refuses an item without a partner', async () => {
    const item = await readOne(
      itemOf({
        declarations: response('multiple directedPair', ['l0 r0']),
        body: sets(['a', 'b'], ['c', 'd']),
        processing: matchCorrect,
      }),
    )
    expect(item.reason).toBe('Some of its items have no partner or several, which is not supported')
  })

  const setOf = (all: Record<string, string>) =>
    `<simpleMatchSet>${Object.entries(all)
      .map(
        ([name, text]) => `<simpleAssociableChoice identifier="${name}" matchMax="1">${text}</simpleAssociableChoice>`,
      )
      .join('')}</simpleMatchSet>`
  const bothNumbered = `<matchInteraction responseIdentifier="RESPONSE" maxAssociations="3"><prompt>Match</prompt>${setOf({ 1: 'France', 2: 'Spain', 3: 'Italy' })}${setOf({ 1: 'Rome', 2: 'Paris', 3: 'Madrid' })}</matchInteraction>`

  it('reads a match whose sides use the same identifiers', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('multiple directedPair', ['1 2', '2 3', '3 1']),
        body: bothNumbered,
        processing: matchCorrect,
      }),
    )
    expect(question).toMatchObject({
      pairs: [
        { left: 'France', right: 'Paris' },
        { left: 'Spain', right: 'Madrid' },
        { left: 'Italy', right: 'Rome' },
      ],
      distractors: [],
    })
    expect(losses).toHaveLength(1)
  })

  it.each([
    ['undirected pairs of such sides', 'multiple pair', bothNumbered],
    [
      'a side with two items of one identifier',
      'multiple directedPair',
      bothNumbered.replace('identifier="3"', 'identifier="2"'),
    ],
  ])('refuses %s', async (_, type, body) => {
    const pairs = type.endsWith('directedPair') ? ['1 1', '2 2', '2 3'] : ['1 1', '2 2', '3 3']
    const item = await readOne(itemOf({ declarations: response(type, pairs), body, processing: matchCorrect }))
    expect(item).toMatchObject({ readings: [], reason: 'Two of its items to match have the same identifier' })
  })

  it('reads an association', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('multiple pair', ['C A', 'B D'], mapping({ 'A C': 1, 'B D': 1 })),
        body: `<associateInteraction responseIdentifier="RESPONSE" maxAssociations="2">${listed('simpleAssociableChoice', ['hot', 'big', 'cold', 'small', 'red'], 'matchMax="1"')}</associateInteraction>`,
        processing: mapResponse,
      }),
    )
    expect(question).toMatchObject({
      pairs: [
        { left: 'hot', right: 'cold' },
        { left: 'big', right: 'small' },
      ],
      distractors: ['red'],
    })
    expect(losses).toEqual(['Its title is used as its text', 'The items are shown in two columns'])
  })
})

describe('gaps', () => {
  it.each(versions)('reads texts to put in gaps of QTI %s', async (version) => {
    const { question, losses } = await readingOf(
      itemOf(
        {
          declarations: response('multiple directedPair', ['A G1', 'C G2'], mapping({ 'A G1': 1, 'C G2': 1 })),
          body: `<gapMatchInteraction responseIdentifier="RESPONSE">${listed('gapText', ['red', 'green', 'blue'], 'matchMax="0"')}<p>Roses are <gap identifier="G1"/>, the sky is <gap identifier="G2"/>.</p></gapMatchInteraction>`,
          processing: mapResponse,
        },
        version,
      ),
    )
    const options = { A: 'red', B: 'green', C: 'blue' }
    expect(question).toEqual({
      questionText: 'Roses are {{1}}, the sky is {{2}}.',
      type: 'gaps',
      gaps: [
        { kind: 'choice', options, correctAnswer: 'A' },
        { kind: 'choice', options, correctAnswer: 'C' },
      ],
      marks: 2,
    })
    expect(losses).toEqual([])
  })

  it('does not mistake a marker in the text for a gap', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single identifier', ['x']),
        body: '<p>{{1}} is a marker. Choose <inlineChoiceInteraction responseIdentifier="RESPONSE"><inlineChoice identifier="x">a*b</inlineChoice><inlineChoice identifier="y">c</inlineChoice></inlineChoiceInteraction>.</p>',
        processing: matchCorrect,
      }),
    )
    expect(question).toMatchObject({
      questionText: '{ {1}} is a marker. Choose {{1}}.',
      gaps: [{ kind: 'choice', options: { A: 'a*b', B: 'c' }, correctAnswer: 'A' }],
    })
    expect(losses).toEqual(['Text such as {{1}} is written as { {1}}, because it would be a gap'])
  })

  it('writes powers in the options of a gap, and refuses formulas and images', async () => {
    const read = (option: string) =>
      readOne(
        itemOf({
          declarations: response('single identifier', ['x']),
          body: `<p>Choose <inlineChoiceInteraction responseIdentifier="RESPONSE"><inlineChoice identifier="x">${option}</inlineChoice><inlineChoice identifier="y">c</inlineChoice></inlineChoiceInteraction>.</p>`,
          processing: matchCorrect,
        }),
      )
    const { readings } = await read('10<sup>3</sup> m')
    expect(readings).toMatchObject([
      { question: { gaps: [{ options: { A: '10^3 m' } }] }, losses: ['Formatting in the options of gaps is not kept'] },
    ])
    for (const part of [
      '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mfrac><m:mn>1</m:mn><m:mn>4</m:mn></m:mfrac></m:math>',
      '<img src="a.png" alt="a"/>',
    ])
      expect((await read(part)).reason).toBe('An option of a gap is a formula or an image')
  })

  it('refuses a gap in a formula', async () => {
    const item = await readOne(
      itemOf({
        declarations: response('single string', ['2']) + response('single string', ['2'], '', 'R2'),
        body: '<p>x<sup><textEntryInteraction responseIdentifier="RESPONSE"/></sup> <textEntryInteraction responseIdentifier="R2"/></p>',
        processing: matchCorrect,
      }),
    )
    expect(item.reason).toBe('It has a gap inside a formula, which is not supported')
  })

  it('refuses a gap that its scoring ignores', async () => {
    const item = await readOne(
      itemOf({
        declarations: response('single string', ['2']) + response('single string', ['2'], '', 'R2'),
        body: '<p><textEntryInteraction responseIdentifier="RESPONSE"/> <textEntryInteraction responseIdentifier="R2"/></p>',
        processing: matchCorrect,
      }),
    )
    expect(item.reason).toBe('Gap 2 earns no marks in its scoring')
  })
})

describe('words to select', () => {
  it('lists them as options', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single identifier', ['B']),
        body: '<hottextInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Find the verb</prompt><p>The <hottext identifier="A">cat</hottext> <hottext identifier="B">sat</hottext>.</p></hottextInteraction>',
        processing: matchCorrect,
      }),
    )
    expect(question).toMatchObject({
      questionText: 'Find the verb\n\nThe cat sat.',
      type: 'single',
      options: { A: 'cat', B: 'sat' },
      correctAnswer: 'B',
    })
    expect(losses).toEqual(['The words to select in the text are listed as options'])
  })
})

describe('texts and files', () => {
  it.each(versions)('reads a long text of QTI %s', async (version) => {
    const { question, losses } = await readingOf(
      itemOf(
        {
          declarations: `${response('single string', [])}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="5"/>`,
          body: '<p>Explain.</p><extendedTextInteraction responseIdentifier="RESPONSE" expectedLength="500"/>',
        },
        version,
      ),
    )
    expect(question).toEqual({ questionText: 'Explain.', type: 'essay', marks: 5 })
    expect(losses).toEqual([])
  })

  it('reads a file upload, a model answer and notes for markers', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single string', ['Like *this*']) + response('single file', [], '', 'F') + score,
        body: '<rubricBlock view="scorer"><p>Two marks for *any* reason</p></rubricBlock><p>Draw.</p><extendedTextInteraction responseIdentifier="RESPONSE"/><uploadInteraction responseIdentifier="F"/>',
      }),
    )
    expect(question).toEqual({
      questionText: 'Draw.',
      type: 'essay',
      allowFiles: true,
      marks: 1,
      notes: 'Model answer:\nLike *this*\n\nTwo marks for *any* reason',
    })
    expect(losses).toEqual(['It is marked by hand'])
  })

  it('reads a slider as a number', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single integer', ['16']),
        body: '<sliderInteraction responseIdentifier="RESPONSE" lowerBound="0" upperBound="20" step="2"><prompt>How many?</prompt></sliderInteraction>',
        processing: matchCorrect,
      }),
    )
    expect(question).toMatchObject({ type: 'numeric', correctValue: 16, questionText: 'How many?' })
    expect(losses).toEqual(['The slider from 0 to 20 is shown as a field for a number'])
  })
})

describe('what cannot be imported', () => {
  const body = choiceOf(['a', 'b'])
  const declarations = response('single identifier', ['A'])
  it.each<[string, object, string]>([
    ...(
      [
        ['hotspotInteraction', 'Hotspots on an image'],
        ['selectPointInteraction', 'Points on an image'],
        ['graphicOrderInteraction', 'Ordering places on an image'],
        ['graphicAssociateInteraction', 'Connecting places on an image'],
        ['graphicGapMatchInteraction', 'Filling gaps in an image'],
        ['positionObjectStage', 'Placing objects on an image'],
        ['drawingInteraction', 'Drawings'],
        ['mediaInteraction', 'Questions about played audio or video'],
        ['customInteraction', 'Custom interactions'],
        ['portableCustomInteraction', 'Portable custom interactions'],
        ['endAttemptInteraction', 'Buttons that end an attempt, such as hints,'],
        ['printedVariable', 'Texts computed for each student'],
      ] as const
    ).map(([name, what]): [string, object, string] => [
      name,
      { body: `<p>x</p><${name}/>` },
      `${what} cannot be imported`,
    ]),
    ['nothing to answer', { body: '<p>Read this.</p>' }, 'It has nothing to answer'],
    ['several questions', { body: body + body }, 'It has 2 questions of the kind “choice”. Split it'],
    [
      'several kinds of questions',
      { body: `${body}<p><textEntryInteraction responseIdentifier="RESPONSE"/></p>` },
      'It has questions of several kinds (choice, text field). Split it',
    ],
    [
      'templates',
      { declarations: '<templateDeclaration identifier="X" cardinality="single" baseType="integer"/>', body },
      'Items with values computed for each student (templates) cannot be imported',
    ],
    [
      'adaptive items',
      {
        body,
        attributes: 'toolName="x"',
        declarations,
        processing: '<responseProcessing template="http://x/map_response_point.xml"/>',
      },
      'Points on an image cannot be imported',
    ],
    [
      'an unknown template',
      { body, declarations, processing: '<responseProcessing template="http://example.org/own.xml"/>' },
      'Its response processing cannot be read: the template “http://example.org/own.xml” is not a standard one',
    ],
  ])('refuses %s', async (_, parts, reason) => {
    expect(await readOne(itemOf({ body, ...parts }))).toMatchObject({ readings: [], reason, line: expect.any(Number) })
  })
})

describe('a linked file', () => {
  it('is a loss, unlike a page on the web', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single identifier', ['A']),
        body: `<p>See <a href="files/data.csv">the data</a>.</p>${choiceOf(['a', 'b'])}`,
        processing: matchCorrect,
      }),
    )
    expect(question.questionText).toContain('See the data.')
    expect(losses).toEqual(['Linked files are not kept'])
  })
})

describe('feedback', () => {
  const parts = {
    declarations: `${response('single identifier', ['A'])}<outcomeDeclaration identifier="F" cardinality="single" baseType="identifier"/>${score}`,
    body: choiceOf(['a', 'b']),
  }
  const feedback = (identifier: string, showHide: string) =>
    `<modalFeedback outcomeIdentifier="F" identifier="${identifier}" showHide="${showHide}"><p>Because.</p></modalFeedback>`

  it('is the explanation if everyone sees it', async () => {
    const { question, losses } = await readingOf(
      itemOf({ ...parts, processing: matchCorrect, feedback: feedback('none', 'hide') }),
    )
    expect(question).toMatchObject({ explanation: 'Because.' })
    expect(losses).toEqual([])
  })

  it('is a loss if it depends on the answer', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        ...parts,
        processing: `<responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue><setOutcomeValue identifier="F"><baseValue baseType="identifier">right</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>`,
        feedback: feedback('right', 'show'),
      }),
    )
    expect(question).not.toHaveProperty('explanation')
    expect(losses).toEqual(['Feedback that depends on the answer is not kept'])
  })
})
