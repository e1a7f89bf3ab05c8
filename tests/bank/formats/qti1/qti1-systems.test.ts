import { describe, expect, it } from 'vitest'
import {
  assessment,
  equal,
  escaped,
  html,
  item,
  label,
  lossesOf,
  manifest,
  plain,
  questionOf,
  readItem,
  readPackage,
  readXml,
  urlOf,
} from './qti1-files.ts'

/** QTI 1.2 as particular systems export it. */

const sets = (variable: string, value: string, action = 'Add') =>
  `<setvar varname="${variable}" action="${action}">${value}</setvar>`
const when = (condition: string, result: string) =>
  `<respcondition><conditionvar>${condition}</conditionvar>${result}</respcondition>`
const shows = (name: string) => `<displayfeedback feedbacktype="Response" linkrefid="${name}"/>`
const lid = (options: string, cardinality = 'Single', ident = 'response1') =>
  `<response_lid ident="${ident}" rcardinality="${cardinality}"><render_choice>${options}</render_choice></response_lid>`
const field = (ident: string, inside = '', cardinality = 'Single') =>
  `<response_str ident="${ident}" rcardinality="${cardinality}"><render_fib fibtype="String" prompt="Box" rows="1">${inside}</render_fib></response_str>`
const abc = ['a', 'b', 'c'].map((text) => label(text, plain(text))).join('')

describe('Brightspace', () => {
  const meta = (type: string) => ({ qmd_questiontype: type, qmd_weighting: '2.000000000' })
  const unknownParts = ['Marks for partly right answers are not kept']
  const counted = when('<other/>', sets('que_score', 'D2L_Correct', 'Set'))
  const decvar = ['que_score', 'D2L_Correct', 'D2L_Incorrect']
    .map((name) => `<decvar vartype="Integer" defaultval="0" varname="${name}" minvalue="0" maxvalue="100"/>`)
    .join('')

  it('reads a multiple choice, which it declares as Multiple', async () => {
    const found = await readItem({
      meta: meta('Multiple Choice'),
      presentation: html('One?') + lid(abc, 'Multiple'),
      decvar: '',
      scoring: ['a', 'b', 'c']
        .map((one) =>
          when(equal(one), `<setvar action="Set">${one === 'b' ? '100.000000000' : '0.000000000'}</setvar>`),
        )
        .join(''),
    })
    expect(questionOf(found)).toMatchObject({ type: 'single', correctAnswer: 'B', marks: 2 })
    expect(lossesOf(found)).toEqual([])
  })

  it.each([
    ['<difficulty>1</difficulty><isbonus>no</isbonus>', []],
    ['<difficulty>7</difficulty><isbonus>no</isbonus>', ['Its difficulty 7 is not kept']],
    ['<difficulty>0</difficulty><isbonus>yes</isbonus>', ['Its status as a bonus question is not kept']],
  ])('names what %s says', async (extension, losses) => {
    const found = await readItem({
      meta: meta('True/False'),
      presentation: html('Done?') + lid(label('a', plain('True')) + label('b', plain('False'))),
      decvar: '',
      scoring: when(equal('a'), '<setvar action="Set">100</setvar>'),
      rest: `<itemproc_extension>${extension}</itemproc_extension>`,
    })
    expect(questionOf(found)).toMatchObject({ type: 'boolean', correctAnswer: true })
    expect(lossesOf(found)).toEqual(losses)
  })

  it.each([
    [
      'chosen',
      (one: string, isRight: boolean) => when(equal(one), sets(isRight ? 'D2L_Correct' : 'D2L_Incorrect', '1')),
    ],
    [
      'chosen or left out',
      (one: string, isRight: boolean) =>
        when(isRight ? equal(one) : `<not>${equal(one)}</not>`, sets('D2L_Correct', '1')) +
        when(isRight ? `<not>${equal(one)}</not>` : equal(one), sets('D2L_Incorrect', '1')),
    ],
  ])('reads a multi-select with options counted if %s', async (_, conditions) => {
    const found = await readItem({
      meta: meta('Multi-Select'),
      presentation: html('Some?') + lid(abc, 'Multiple'),
      decvar,
      scoring: ['a', 'b', 'c'].map((one) => conditions(one, one !== 'b')).join('') + counted,
    })
    expect(questionOf(found)).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'C'], scoring: 'all', marks: 2 })
    expect(lossesOf(found)).toEqual(unknownParts)
  })

  it('reads texts, whose conditions name the label of their field', async () => {
    const answer = (ident: string, value: string, score: string) =>
      when(`<varequal respident="${ident}" case="no">${value}</varequal>`, `<setvar action="Set">${score}</setvar>`)
    const short = await readItem({
      meta: meta('Short Answer'),
      presentation: html('Animal?') + field('Q_STR', '<response_label ident="Q_ANS"/>'),
      decvar: '<decvar vartype="Integer" minvalue="0" maxvalue="100" varname="Blank_1"/>',
      scoring: answer('Q_ANS', 'cat', '100.000000000') + answer('Q_ANS', 'kitten', '50.000000000'),
    })
    expect(questionOf(short)).toMatchObject({
      type: 'text',
      accepted: [{ value: 'cat' }, { value: 'kitten', fraction: 0.5 }],
    })
    const blanks = await readItem({
      meta: meta('Fill in the Blanks'),
      presentation: `${html('Blood is ')}${field('Q1', '<response_label ident="A1"/>')}${html(' and grass is ')}${field('Q2', '<response_label ident="A2"/>')}${html('.')}`,
      decvar: '<decvar varname="Blank_1" maxvalue="100"/><decvar varname="Blank_2" maxvalue="100"/>',
      scoring:
        when(equal('red', 'A1'), sets('Blank_1', '50', 'Set')) +
        when(equal('green', 'A2'), sets('Blank_2', '50', 'Set')),
    })
    expect(questionOf(blanks)).toMatchObject({
      questionText: 'Blood is {{1}} and grass is {{2}}.',
      gaps: [{ accepted: [{ value: 'red' }] }, { accepted: [{ value: 'green' }] }],
      marks: 2,
    })
    expect(lossesOf(blanks)).toEqual([])
  })

  const several = (boxes: number, answers: readonly (readonly [string, string])[]) =>
    readItem({
      meta: meta('Multi-Short Answer'),
      presentation:
        html('Name the seas.') +
        field('Q_STR', '<response_label ident="Q_ANS"/>').replace('<render_fib', `<render_fib input_boxes="${boxes}"`),
      decvar: '',
      scoring: answers
        .map(([value, score]) =>
          when(`<varequal respident="Q_ANS" case="no">${value}</varequal>`, `<setvar action="Set">${score}</setvar>`),
        )
        .join(''),
    })

  it('reads several fields for one list of answers as gaps', async () => {
    const found = await several(3, [
      ['Black', '33.330000000'],
      ['Red', '33.330000000'],
      ['White', '33.330000000'],
      ['Yellow', '33.330000000'],
    ])
    const accepted = ['Black', 'Red', 'White', 'Yellow'].map((value) => ({ value }))
    expect(questionOf(found)).toMatchObject({
      type: 'gaps',
      gaps: [
        { accepted, caseSensitive: false },
        { accepted, caseSensitive: false },
        { accepted, caseSensitive: false },
      ],
      marks: 2,
    })
    expect(lossesOf(found)).toEqual([
      'In the file, the same answer earns marks in one blank only; here, it earns them in each',
    ])
  })

  it('reads one field for a list of answers as a text', async () => {
    const found = await several(1, [
      ['Black', '100.000000000'],
      ['Red', '50.000000000'],
    ])
    expect(questionOf(found)).toMatchObject({
      type: 'text',
      accepted: [{ value: 'Black' }, { value: 'Red', fraction: 0.5 }],
    })
  })

  it.each([
    [2, '60', '40'],
    [3, '50', '50'],
    [1000, '0.1', '0.1'],
  ])('refuses %i fields whose answers are worth %s and %s percent', async (boxes, first, second) => {
    const { reason } = await several(boxes, [
      ['Black', first],
      ['Red', second],
    ])
    expect(reason).toBe(`Its ${boxes} fields share answers that are not worth one field each`)
  })

  it.each([
    ['no', 'cat', undefined],
    [
      'yes',
      'cats?',
      'One of its answers is a pattern, which is not read. Write the accepted answers themselves, and export it again',
    ],
  ])('reads an answer that is a pattern: %s', async (isPattern, value, reason) => {
    const found = await readItem({
      meta: meta('Short Answer'),
      presentation: html('Animal?') + field('Q_STR', '<response_label ident="Q_ANS"/>'),
      decvar: '',
      scoring: when(
        `<varequal respident="Q_ANS" case="no">${value}</varequal><var_extension><answer_is_regexp>${isPattern}</answer_is_regexp></var_extension>`,
        '<setvar action="Set">100</setvar>',
      ),
    })
    expect(found.reason).toBe(reason)
    if (reason === undefined) expect(questionOf(found)).toMatchObject({ type: 'text', accepted: [{ value: 'cat' }] })
  })

  it('is refused if a condition may name several fields', async () => {
    const { reason } = await readItem({
      meta: meta('Fill in the Blanks'),
      presentation: `${html('a ')}${field('Q1', '<response_label ident="A"/>')}${html(' b ')}${field('Q2', '<response_label ident="A"/>')}`,
      scoring: when(equal('red', 'A'), sets('SCORE', '100', 'Set')),
    })
    expect(reason).toBe('Its scoring refers to the answer “A”, which does not exist')
  })

  it('reads a match and an ordering', async () => {
    const rights = ['Paris', 'Rome'].map((text, at) => label(`R${at}`, `<flow_mat>${html(text)}</flow_mat>`)).join('')
    const match = await readItem({
      meta: meta('Matching'),
      presentation:
        html('Capitals') +
        ['France', 'Italy']
          .map(
            (text, at) =>
              `<response_grp respident="L${at}" rcardinality="Single">${html(text)}<render_choice>${rights}</render_choice></response_grp>`,
          )
          .join(''),
      decvar,
      scoring:
        [0, 1]
          .flatMap((left) =>
            [0, 1].map((right) =>
              when(equal(`R${right}`, `L${left}`), sets(left === right ? 'D2L_Correct' : 'D2L_Incorrect', '1')),
            ),
          )
          .join('') + counted,
    })
    expect(questionOf(match)).toMatchObject({
      type: 'matching',
      pairs: [
        { left: 'France', right: 'Paris' },
        { left: 'Italy', right: 'Rome' },
      ],
    })
    expect(lossesOf(match)).toEqual(unknownParts)
    const order = await readItem({
      meta: meta('Ordering'),
      presentation: `${html('Order')}<response_grp ident="O" rcardinality="Ordered"><render_choice>${['third', 'first', 'second'].map((text, at) => label(`O${at}`, html(text))).join('')}</render_choice></response_grp>`,
      decvar,
      scoring:
        [3, 1, 2]
          .map(
            (place, at) =>
              when(equal(`${place}`, `O${at}`), sets('D2L_Correct', '1')) +
              when(`<not>${equal(`${place}`, `O${at}`)}</not>`, sets('D2L_Incorrect', '1')),
          )
          .join('') + counted,
    })
    expect(questionOf(order)).toMatchObject({ type: 'ordering', items: ['first', 'second', 'third'] })
    expect(lossesOf(order)).toEqual(unknownParts)
  })

  it('keeps the answer key of a long answer as notes, and reports its hint', async () => {
    const part = (name: string, text: string) =>
      `<${name}><${name}_material><flow_mat>${html(text)}</flow_mat></${name}_material></${name}>`
    const found = await readItem({
      meta: meta('Long Answer'),
      presentation: html('Why?') + field('Q', '<response_label ident="LA"/>', 'Multiple'),
      rest:
        part('answer_key', '<p>Because.</p>') +
        part('initial_text', '') +
        `<hint><hintmaterial><flow_mat>${html('Think.')}</flow_mat></hintmaterial></hint>`,
    })
    expect(questionOf(found)).toMatchObject({ type: 'essay', notes: 'Because.' })
    expect(lossesOf(found)).toEqual(['Hints are not kept'])
  })

  it('is found by the types of its manifest', async () => {
    const library = assessment(
      item({ title: 'One', presentation: html('One?') + lid(abc), scoring: when(equal('a'), sets('SCORE', '100')) }),
    )
    const items = await readPackage({
      'imsmanifest.xml': manifest(
        '<resource identifier="r1" type="webcontent" d2l_2p0:material_type="d2lquestionlibrary" xmlns:d2l_2p0="http://desire2learn.com/xsd/d2lcp_v2p0" href="questiondb.xml"/>',
      ),
      'questiondb.xml': library,
    })
    expect(items.map(({ title }) => title)).toEqual(['One'])
  })
})

describe('ILIAS', () => {
  const meta = (type: string) => ({ ILIAS_VERSION: '5.4', QUESTIONTYPE: type })
  const decvar = '<decvar></decvar>'
  const adds = (points: number) => `<setvar action="Add">${points}</setvar>`

  it('uses the score of the right answer as marks', async () => {
    const found = await readItem({
      meta: meta('SINGLE CHOICE QUESTION'),
      presentation: html('One?') + lid(abc),
      decvar,
      scoring: when(equal('a'), adds(0)) + when(equal('b'), adds(2)),
    })
    expect(questionOf(found)).toMatchObject({ correctAnswer: 'B', marks: 2 })
  })

  it('reads gaps: a choice by its texts, and the range of a number', async () => {
    const found = await readItem({
      meta: meta('CLOZE QUESTION'),
      presentation: `${html('Berlin is on the ')}<response_str ident="gap_0" rcardinality="Single"><render_choice>${label('0', plain('Rhine'))}${label('1', plain('Spree'))}</render_choice></response_str>${html(' since ')}<response_num ident="gap_1" numtype="Decimal" rcardinality="Single"><render_fib fibtype="Decimal" prompt="Box" minnumber="1230" maxnumber="1244"/></response_num>${html('.')}`,
      decvar,
      scoring:
        when(equal('Rhine', 'gap_0'), adds(0)) +
        when(equal('Spree', 'gap_0'), adds(1)) +
        when(equal('1237', 'gap_1'), adds(1)) +
        when(`<not><varsubset respident="gap_0">x</varsubset></not>`, shows('response_onenotcorrect')),
    })
    expect(questionOf(found)).toMatchObject({
      questionText: 'Berlin is on the {{1}} since {{2}}.',
      marks: 2,
      gaps: [
        { kind: 'choice', options: { A: 'Rhine', B: 'Spree' }, correctAnswer: 'B' },
        { kind: 'numeric', correctValue: 1237, tolerance: 7 },
      ],
    })
    expect(lossesOf(found)).toEqual([])
  })

  const symbols = (fields: Record<string, string>, [one, other]: readonly [string, string] = ['Co', 'N']) =>
    readItem({
      meta: { ...meta('CLOZE QUESTION'), ...fields },
      presentation: `${html('Cobalt: ')}${field('gap_0')}${html(', nitrogen: ')}${field('gap_1')}${html('.')}`,
      decvar,
      scoring: when(equal(one, 'gap_0'), adds(1)) + when(equal(other, 'gap_1'), adds(1)),
    })

  it.each([
    ['ci', false, []],
    ['cs', true, []],
    ['l2', false, ['Misspelt answers are accepted in the file, but not here']],
  ])('reads whether case and spelling matter in gaps: %s', async (textgaprating, caseSensitive, losses) => {
    const found = await symbols({ textgaprating, identicalScoring: '0', combinations: 'W10=' })
    expect(questionOf(found)).toMatchObject({ gaps: [{ caseSensitive }, { caseSensitive }] })
    expect(lossesOf(found)).toEqual(losses)
  })

  it('reports answers that count once, and combinations of answers', async () => {
    const combinations = Buffer.from('[[{"gap_fi":0,"points":2}]]').toString('base64')
    const found = await symbols({ textgaprating: 'ci', identicalScoring: '0', combinations }, ['N', 'n'])
    expect(lossesOf(found)).toEqual([
      'In the file, the same answer earns marks in one blank only; here, it earns them in each',
      'Marks for combinations of answers are not kept',
    ])
  })

  it('names options by their texts, unlike other systems', async () => {
    const options = label('1', plain('2')) + label('2', plain('1'))
    const parts = (fields: Record<string, string>) =>
      readItem({
        meta: fields,
        presentation: `${html('One or two? ')}<response_str ident="gap_0" rcardinality="Single"><render_choice>${options}</render_choice></response_str>${html('.')}`,
        decvar,
        scoring: when(equal('2', 'gap_0'), adds(1)),
      })
    expect(questionOf(await parts(meta('CLOZE QUESTION')))).toMatchObject({ gaps: [{ correctAnswer: 'A' }] })
    expect(questionOf(await parts({}))).toMatchObject({ type: 'single', correctAnswer: 'B' })
  })

  it('reads a match, whose pairs name the right side first', async () => {
    const side = (ident: number, text: string, group = '') =>
      `<response_label ident="${ident}" ${group}>${plain(text)}</response_label>`
    const found = await readItem({
      meta: meta('MATCHING QUESTION'),
      presentation: `${html('Match')}<response_grp ident="MQ" rcardinality="Multiple"><render_choice>${side(1, 'France', 'match_max="1" match_group="1,2"')}${side(2, 'Italy', 'match_max="1" match_group="1,2"')}${side(1, 'Rome')}${side(2, 'Paris')}</render_choice></response_grp>`,
      decvar,
      scoring:
        when('<varsubset respident="MQ">2,1</varsubset>', adds(1)) +
        when('<varsubset respident="MQ">1,2</varsubset>', adds(1)),
    })
    expect(questionOf(found)).toMatchObject({
      type: 'matching',
      marks: 2,
      pairs: [
        { left: 'France', right: 'Paris' },
        { left: 'Italy', right: 'Rome' },
      ],
    })
  })

  it('reads a text question as an essay', async () => {
    const found = await readItem({
      meta: meta('TEXT QUESTION'),
      presentation: html('Why?') + field('TEXT', '<response_label ident="A"/>', 'Ordered'),
      decvar: '<decvar varname="WritingScore" maxvalue="3"/>',
      scoring: when('<other>tutor_rated</other>', sets('WritingScore', '3', 'Set')),
    })
    expect(questionOf(found)).toMatchObject({ type: 'essay', marks: 3 })
    expect(lossesOf(found)).toEqual([])
  })
})

describe('Sakai', () => {
  const text = (content: string) =>
    `<material><mattext charset="ascii-us" texttype="text/plain" xml:space="default">${escaped(content)}</mattext></material><material><matimage embedded="base64" imagtype="text/html" uri=""/></material>`
  const meta = (type: string) => ({ qmd_itemtype: type, TEXT_FORMAT: 'HTML' })
  const decvar = '<decvar defaultval="0" maxvalue="5.0" minvalue="0.0" varname="SCORE" vartype="Integer"/>'
  const named = (value: string, isRight: boolean) =>
    when(equal(value), sets('SCORE', '0.0') + shows(isRight ? 'Correct' : 'InCorrect') + shows('AnswerFeedback'))
  const options = ['a', 'b', 'c'].map((one) => label(one, text(one))).join('')

  it('names the right options by their feedback', async () => {
    const one = await readItem({
      meta: meta('Multiple Choice'),
      presentation: text('<p>One?</p>') + lid(options),
      decvar,
      scoring: named('a', false) + named('b', true) + named('c', false),
    })
    expect(questionOf(one)).toMatchObject({ questionText: 'One?', type: 'single', correctAnswer: 'B', marks: 5 })
    expect(lossesOf(one)).toEqual([])
    const several = await readItem({
      meta: meta('Multiple Correct Answer'),
      presentation: text('Some?') + lid(options, 'Multiple'),
      decvar,
      scoring: named('a', true) + named('b', false) + named('c', true),
    })
    expect(questionOf(several)).toMatchObject({
      type: 'multiple',
      correctAnswers: ['A', 'C'],
      scoring: 'all',
      marks: 5,
    })
    expect(lossesOf(several)).toEqual(['Marks for partly right answers are not kept'])
  })

  it.each(['0', '2.5'])('reads blanks that earn %s, which are not essays', async (score) => {
    const found = await readItem({
      meta: meta('Fill In the Blank'),
      presentation:
        text('Roses are ') + field('F1', '', 'Ordered') + text(' and violets are ') + field('F2', '', 'Ordered'),
      decvar,
      scoring:
        when(`<or>${equal('red', 'F1')}${equal('pink', 'F1')}</or>`, sets('SCORE', score)) +
        when(`<or>${equal('blue', 'F2')}</or>`, sets('SCORE', score)),
    })
    expect(questionOf(found)).toMatchObject({
      type: 'gaps',
      marks: 5,
      gaps: [{ accepted: [{ value: 'red' }, { value: 'pink' }] }, { accepted: [{ value: 'blue' }] }],
    })
  })

  const symbol = (fields: Record<string, string>, ...values: string[]) =>
    readItem({
      meta: { ...meta('Fill In the Blank'), ...fields },
      presentation: text('Cobalt: ') + field('F1', '', 'Ordered') + text('.') + field('F2', '', 'Ordered'),
      decvar,
      scoring: values
        .map((value, at) => when(`<or>${equal(value, `F${at + 1}" case="No`)}</or>`, sets('SCORE', '2.5')))
        .join(''),
    })

  it('reads from the metadata whether case matters', async () => {
    const gaps = async (fields: Record<string, string>) => questionOf(await symbol(fields, 'Co', 'N'))
    expect(await gaps({ CASE_SENSITIVE: 'true' })).toMatchObject({
      gaps: [{ caseSensitive: true }, { caseSensitive: true }],
    })
    expect(await gaps({ CASE_SENSITIVE: 'false' })).toMatchObject({
      gaps: [{ caseSensitive: false }, { caseSensitive: false }],
    })
  })

  it('keeps stars as wildcards, and reports answers that count once', async () => {
    const found = await symbol({ MUTUALLY_EXCLUSIVE: 'true' }, 'cob*', 'cob*')
    expect(questionOf(found)).toMatchObject({
      gaps: [{ accepted: [{ value: 'cob*' }] }, { accepted: [{ value: 'cob*' }] }],
    })
    expect(lossesOf(found)).toEqual([
      'In the file, the same answer earns marks in one blank only; here, it earns them in each',
      'A star stands for one or more characters in the file; here, also for none',
    ])
    expect((await symbol({}, '*', 'N')).reason).toBe('Any text earns marks, so it cannot be marked here')
  })

  it('is not an essay if its answers earn nothing in another system', async () => {
    const { reason } = await readItem({
      presentation: html('Roses are') + field('F1'),
      scoring: when(equal('red', 'F1'), sets('SCORE', '0')),
    })
    expect(reason).toBe('It has no accepted answer; add one and export it again')
  })

  it('reads a file upload', async () => {
    const found = await readItem({
      meta: meta('File Upload'),
      presentation: `${text('Upload it.')}<response_lid ident="F" rcardinality="Single"/>`,
      decvar,
    })
    expect(questionOf(found)).toMatchObject({ type: 'essay', allowFiles: true, marks: 5 })
  })
})

describe('OLAT', () => {
  it('reads blanks with alternatives that earn marks together, with their case', async () => {
    const one = (value: string, ident: string) => `<varequal respident="${ident}" case="Yes">${value}</varequal>`
    const found = await readItem({
      presentation: html('The sky is ') + field('f1') + html(' and grass is ') + field('f2'),
      decvar: '<decvar varname="SCORE" maxvalue="2"/>',
      scoring: when(
        `<and><or>${one('blue', 'f1')}${one('azure', 'f1')}</or><or>${one('green', 'f2')}</or></and>`,
        sets('SCORE', '2', 'Set'),
      ),
    })
    expect(questionOf(found)).toMatchObject({
      gaps: [
        { accepted: [{ value: 'blue' }, { value: 'azure' }], caseSensitive: true },
        { accepted: [{ value: 'green' }], caseSensitive: true },
      ],
    })
    expect(lossesOf(found)).toEqual([
      'Marks are given only if all blanks are right in the file; here each earns its share',
    ])
  })

  const sides = ['correct', 'wrong']
  const judged = { x: 'correct', y: 'wrong', z: 'correct', w: 'wrong' }
  const statements = Object.entries(judged)
  const perSide = statements.flatMap(([one]) => sides.map((side) => label(`${one}:${side}`, plain(one)))).join('')
  const perStatement = statements.map(([one]) => label(one, plain(one))).join('')
  const together = `<and>${statements.map(([one, side]) => equal(`${one}:${side}`)).join('')}</and>`
  const oneByOne = statements
    .map(([one, side]) => {
      const value = equal(`${one}:${side}`)
      return when(value, sets('SCORE', '0.5')) + when(`<not>${value}</not>`, sets('SCORE', '-0.5'))
    })
    .join('')

  it.each([
    ['labels for each side and one condition', perSide, when(together, sets('SCORE', '2', 'Set'))],
    ['one label and two conditions per statement', perStatement, oneByOne + when(together, shows('Mastery'))],
  ])('reads statements to be judged as a match, with %s', async (_, labels, scoring) => {
    const found = await readItem({
      presentation: html('Right?') + lid(labels, 'Multiple'),
      decvar: '<decvar varname="SCORE" maxvalue="2"/>',
      scoring,
    })
    expect(questionOf(found)).toMatchObject({
      type: 'matching',
      marks: 2,
      pairs: [
        { left: 'x', right: 'Right' },
        { left: 'y', right: 'Wrong' },
        { left: 'z', right: 'Right' },
        { left: 'w', right: 'Wrong' },
      ],
    })
    expect(lossesOf(found)).toEqual(['Marks for partly right answers are not kept'])
  })

  it('refuses statements whose scoring contradicts itself', async () => {
    const { reason } = await readItem({
      presentation: html('Right?') + lid(perSide, 'Multiple'),
      scoring: when(`<and>${equal('x:correct')}${equal('x:wrong')}</and>`, sets('SCORE', '1', 'Set')),
    })
    expect(reason).toBe('It asks whether each statement is right. Make it a matching question and export it again')
  })
})

describe('Blackboard', () => {
  const formatted = (content: string, type = 'HTML') =>
    `<flow class="FORMATTED_TEXT_BLOCK"><material><mat_extension><mat_formattedtext type="${type}">${escaped(content)}</mat_formattedtext></mat_extension></material></flow><flow class="FILE_BLOCK"><material/></flow><flow class="LINK_BLOCK"><material><mattext texttype="text/plain" uri=""/></material></flow>`
  const block = (kind: string, inside: string) => `<flow class="${kind}">${inside}</flow>`
  const option = (ident: string, content: string) =>
    `<flow_label class="Block">${label(ident, formatted(content).replaceAll('flow', 'flow_mat'))}</flow_label>`
  const max = (condition: string) =>
    `<respcondition title="correct"><conditionvar>${condition}</conditionvar><setvar variablename="SCORE" action="Set">SCORE.max</setvar>${shows('correct')}</respcondition>`
  const none = `<respcondition title="incorrect"><conditionvar><other/></conditionvar><setvar variablename="SCORE" action="Set">0.0</setvar>${shows('incorrect')}</respcondition>`
  const pool = (items: string) =>
    `<questestinterop><assessment title="Pool"><presentation_material><flow_mat><material><mat_extension><mat_formattedtext type="HTML"/></mat_extension></material></flow_mat></presentation_material><section>${items}</section></assessment></questestinterop>`
  const lines = 'First line\nsecond <b>line</b>'
  const ask = (type: string, response: string, scoring: string, points = '2.0', text = lines) =>
    `<item maxattempts="0"><itemmetadata><bbmd_questiontype>${type}</bbmd_questiontype><qmd_absolutescore_max>${points}</qmd_absolutescore_max><qmd_weighting>0.0</qmd_weighting></itemmetadata><presentation><flow class="Block">${block('QUESTION_BLOCK', formatted(text, 'SMART_TEXT'))}${response}</flow></presentation><resprocessing><outcomes><decvar varname="SCORE" vartype="Decimal" defaultval="0.0" minvalue="0.0" maxvalue="${points}"/></outcomes>${scoring}${none}</resprocessing></item>`
  const choice = (texts: readonly string[], cardinality = 'Single') =>
    block('RESPONSE_BLOCK', lid(texts.map((one) => option(one, `<p>${one}</p>`)).join(''), cardinality))
  const typed = block('RESPONSE_BLOCK', field('response1'))
  const read = async (...parts: Parameters<typeof ask>) => (await readXml(pool(ask(...parts))))[0]

  it('reads choices, without the conditions about single options', async () => {
    const perOption = `<respcondition><conditionvar><varequal respident="a" case="No"/></conditionvar><setvar variablename="SCORE" action="Set">0</setvar>${shows('a')}</respcondition>`
    const one = await read('Multiple Choice', choice(['a', 'b']), max(equal('b')) + perOption)
    expect(questionOf(one)).toMatchObject({
      questionText: 'First line\nsecond **line**',
      type: 'single',
      options: { A: 'a', B: 'b' },
      correctAnswer: 'B',
      marks: 2,
    })
    expect(lossesOf(one)).toEqual([])
    const several = await read(
      'Multiple Answer',
      choice(['a', 'b', 'c'], 'Multiple'),
      max(`<and>${equal('a')}<not>${equal('b')}</not>${equal('c')}</and>`),
      '100.0',
    )
    expect(questionOf(several)).toMatchObject({ correctAnswers: ['A', 'C'], scoring: 'all' })
    expect(lossesOf(several)).toEqual(['Its 100 marks are not kept; it is worth 1 mark'])
    const truth = block('RESPONSE_BLOCK', lid(['true', 'false'].map((one) => label(one, plain(one))).join('')))
    expect(questionOf(await read('True/False', truth, max(equal('false'))))).toMatchObject({ correctAnswer: false })
    const either = block(
      'RESPONSE_BLOCK',
      lid(['yes_no.true', 'yes_no.false'].map((one) => label(one, plain(one))).join('')),
    )
    expect(questionOf(await read('Either/Or', either, max(equal('yes_no.true'))))).toMatchObject({
      options: { A: 'Yes', B: 'No' },
      correctAnswer: 'A',
    })
  })

  it.each([
    ['false', undefined],
    ['true', 'Its scoring gives “true”, which is not a number'],
  ])('reads an item whose answers have marks of their own: %s', async (value, reason) => {
    const sign = `<setvar variablename="points_set_on_answers" action="Set">${value}</setvar>`
    const found = await read(
      'Multiple Choice',
      choice(['a', 'b']),
      max(equal('b')).replace('</respcondition>', `${sign}</respcondition>`),
    )
    expect(found?.reason).toBe(reason)
    if (reason === undefined) expect(questionOf(found)).toMatchObject({ correctAnswer: 'B', marks: 2 })
  })

  it('reads texts and numbers', async () => {
    const blank = await read(
      'Fill in the Blank',
      typed,
      when(equal('frog'), shows('correct')) + when(equal('newt'), shows('correct')),
    )
    expect(questionOf(blank)).toMatchObject({
      type: 'text',
      accepted: [{ value: 'frog' }, { value: 'newt' }],
      marks: 2,
    })
    expect(lossesOf(blank)).toEqual([])
    const number = await read(
      'Numeric',
      typed.replace('String', 'Decimal'),
      max(`<vargte respident="response1">4.0</vargte><varlte respident="response1">5.0</varlte>${equal('4.5')}`),
    )
    expect(questionOf(number)).toMatchObject({ type: 'numeric', correctValue: 4.5, tolerance: 0.5 })
    const essay = await read(
      'Essay',
      typed,
      `<respcondition><conditionvar/><setvar variablename="SCORE" action="Set">SCORE.max</setvar></respcondition>`,
    )
    expect(questionOf(essay)).toMatchObject({ type: 'essay', marks: 2 })
    expect(lossesOf(essay)).toEqual([])
  })

  const subset = (setmatch: string, value: string) =>
    `<varsubset respident="response1" case="No" setmatch="${setmatch}">${value}</varsubset>`

  it.each([
    ['Exact', ['frog', 'newt']],
    ['Contains', ['*frog*', '*newt*']],
  ])('reads the answers of a blank, compared by %s', async (setmatch, accepted) => {
    const found = await read(
      'Fill in the Blank',
      typed,
      max(`<and><or>${subset(setmatch, 'frog')}${subset(setmatch, 'newt')}</or></and>`),
    )
    expect(questionOf(found)).toMatchObject({ type: 'text', accepted: accepted.map((value) => ({ value })), marks: 2 })
    expect(lossesOf(found)).toEqual([])
  })

  const named = (name: string) =>
    `<response_str ident="${name}" rcardinality="Single"><render_fib fibtype="String"/></response_str>`
  const is = (name: string, value: string, letters = 'No') =>
    `<varequal respident="${name}" case="${letters}">${value}</varequal>`

  it('reads several blanks, which the text names', async () => {
    const scoring = max(
      `<and><or>${is('x', 'frog')}${is('x', 'newt')}</or><or><varsubset respident="y" setmatch="Contains">fish</varsubset></or></and>`,
    )
    const found = await read('Fill in the Blank Plus', named('y') + named('x'), scoring, '2.0', 'A [x] is no [y].')
    expect(questionOf(found)).toMatchObject({
      type: 'gaps',
      questionText: 'A {{1}} is no {{2}}.',
      gaps: [
        { kind: 'text', accepted: [{ value: 'frog' }, { value: 'newt' }], caseSensitive: false },
        { kind: 'text', accepted: [{ value: '*fish*' }], caseSensitive: false },
      ],
      marks: 2,
    })
    expect(lossesOf(found)).toEqual([])
    const missing = await read('Fill in the Blank Plus', named('x') + named('z'), scoring, '2.0', 'A [x] is no [y].')
    expect(missing?.reason).toMatch(/blank/)
  })

  it('reads a sentence with words to choose', async () => {
    const words = ['cat', 'dog'].map((text) => label(text, plain(text))).join('')
    const found = await read(
      'Jumbled Sentence',
      lid(words, 'Single', 'x') + lid(words, 'Single', 'y'),
      max(`<and>${is('x', 'dog')}${is('y', 'cat')}</and>`),
      '2.0',
      'A [x] chases a [y].',
    )
    expect(questionOf(found)).toMatchObject({
      questionText: 'A {{1}} chases a {{2}}.',
      gaps: [
        { kind: 'choice', options: { A: 'cat', B: 'dog' }, correctAnswer: 'B' },
        { kind: 'choice', options: { A: 'cat', B: 'dog' }, correctAnswer: 'A' },
      ],
    })
    expect(lossesOf(found)).toEqual([
      'Marks are given only if all blanks are right in the file; here each earns its share',
    ])
  })

  it('refuses a blank with a pattern', async () => {
    const found = await read('Fill in the Blank', typed, max(subset('Matches', 'fro.*')))
    expect(found?.reason).toMatch(/^One of its answers is a pattern/)
  })

  it('reads the answers of a blank without marks', async () => {
    const found = await read(
      'Fill in the Blank',
      typed,
      when(equal('frog'), '') + when(equal('toad'), '').replace('<respcondition', '<respcondition title="incorrect"'),
    )
    expect(questionOf(found)).toMatchObject({ type: 'text', accepted: [{ value: 'frog' }] })
  })

  it('reads a match, whose right sides are listed separately, and an ordering', async () => {
    const left = (text: string) =>
      `<flow class="Block">${formatted(text)}${lid([0, 1, 2].map((at) => `<response_label ident="${text}${at}"/>`).join(''), 'Single', text)}</flow>`
    const match = await read(
      'Matching',
      block('RESPONSE_BLOCK', left('cat') + left('frog')) +
        block(
          'RIGHT_MATCH_BLOCK',
          ['insect', 'mammal', 'amphibian'].map((text) => block('Block', formatted(text))).join(''),
        ),
      when(equal('cat1', 'cat'), shows('correct')) + when(equal('frog2', 'frog'), shows('correct')),
    )
    expect(questionOf(match)).toMatchObject({
      pairs: [
        { left: 'cat', right: 'mammal' },
        { left: 'frog', right: 'amphibian' },
      ],
      distractors: ['insect'],
      marks: 2,
    })
    const order = await read(
      'Ordering',
      choice(['second', 'first'], 'Ordered'),
      max(`<and>${equal('first')}${equal('second')}</and>`),
    )
    expect(questionOf(order)).toMatchObject({ type: 'ordering', items: ['first', 'second'] })
  })

  it('refuses its other types', async () => {
    expect((await read('Calculated', typed, ''))?.reason).toBe('Blackboard’s type “Calculated” is not supported')
  })

  it('is found by its manifest, with its images', async () => {
    const picture = ask('Multiple Choice', choice(['a', 'b']), max(equal('b'))).replace(
      'First line',
      escaped('<img src="@X@EmbeddedFile.requestUrlStub@X@bbcswebdav/xid-12_1">')
        .replaceAll('&', '&amp;')
        .replaceAll('&amp;amp;', '&amp;'),
    )
    const items = await readPackage({
      'imsmanifest.xml': manifest(
        '<resource bb:file="res00001.dat" xml:base="res00001" xmlns:bb="http://www.blackboard.com/content-packaging/" identifier="res00001" type="assessment/x-bb-qti-pool"/>',
      ),
      'res00001.dat': pool(picture.replaceAll('&amp;lt;', '&lt;').replaceAll('&amp;gt;', '&gt;')),
      'csfiles/home_dir/frog__xid-12_1.png': 'image of a frog',
      'csfiles/home_dir/frog__xid-12_1.png.xml': '<lom/>',
      'csfiles/home_dir/cat__xid-123_1.png': 'image of a cat',
    })
    expect(questionOf(items[0])).toMatchObject({ questionImageUrl: urlOf('image of a frog') })
  })
})
