import { describe, expect, it } from 'vitest'
import {
  assessment,
  bank,
  blank,
  choices,
  equal,
  escaped,
  gives,
  html,
  item,
  label,
  lossesOf,
  plain,
  questionOf,
  readItem,
  readXml,
} from './qti1-files.ts'

const fib = (ident: string, attributes = '') =>
  `<response_str ident="${ident}" rcardinality="Single"><render_fib ${attributes}><response_label ident="A"/></render_fib></response_str>`

describe('the profiles of Common Cartridge', () => {
  const profile = (name: string, fields = {}) => ({ cc_profile: `cc.${name}.v0p1`, ...fields })

  it('reads multiple_choice with cc_weighting', async () => {
    const found = await readItem({
      meta: profile('multiple_choice', { cc_weighting: '3' }),
      presentation: html('One?') + choices(['a', 'b']),
      scoring: gives(equal('o2'), 100),
    })
    expect(questionOf(found)).toMatchObject({ type: 'single', correctAnswer: 'B', marks: 3 })
  })

  it('adds the category of an item to its path', async () => {
    const found = await readItem({
      meta: profile('multiple_choice', { cc_question_category: 'Algebra/Sets' }),
      presentation: html('One?') + choices(['a', 'b']),
      scoring: gives(equal('o2'), 100),
    })
    expect(found.category).toEqual(['Quiz 1', 'Algebra', 'Sets'])
  })

  it('reads multiple_response, whose conditions must all hold', async () => {
    const found = await readItem({
      meta: profile('multiple_response'),
      presentation: html('Some?') + choices(['a', 'b', 'c'], 'Multiple'),
      scoring: gives(`${equal('o1')}<not>${equal('o2')}</not>${equal('o3')}`, 100),
    })
    expect(questionOf(found)).toMatchObject({ type: 'multiple', correctAnswers: ['A', 'C'], scoring: 'all' })
    expect(lossesOf(found)).toEqual([])
  })

  it('reports supersets of the key that also earned marks', async () => {
    const found = await readItem({
      meta: profile('multiple_response'),
      presentation: html('Some?') + choices(['a', 'b', 'c'], 'Multiple'),
      scoring: gives(equal('o1') + equal('o3'), 100),
    })
    expect(questionOf(found)).toMatchObject({ correctAnswers: ['A', 'C'] })
    expect(lossesOf(found)).toEqual(['Some other combinations of options earn full marks in the file, but not here'])
  })

  it('reads true_false and essay with a sample solution', async () => {
    const truth = await readItem({
      meta: profile('true_false'),
      presentation: plain('Right?') + choices(['True', 'False']),
      scoring: gives(equal('o2'), 100),
    })
    expect(questionOf(truth)).toEqual({ type: 'boolean', questionText: 'Right?', correctAnswer: false })
    const essay = await readItem({
      meta: profile('essay', { qmd_computerscored: 'No' }),
      presentation: plain('Why?') + blank(),
      rest: `<itemfeedback ident="solution"><solution><solutionmaterial>${html('<p>So.</p>')}</solutionmaterial></solution></itemfeedback>`,
    })
    expect(questionOf(essay)).toEqual({ type: 'essay', questionText: 'Why?', explanation: 'So.' })
  })

  it('reads fib and pattern_match', async () => {
    const part = (text: string) => `<varsubstring respident="response1" case="No">${text}</varsubstring>`
    const pattern = await readItem({
      meta: profile('pattern_match'),
      presentation: plain('Name a colour') + blank(),
      scoring: gives(part('re*d') + equal('blue'), 100),
    })
    expect(questionOf(pattern)).toMatchObject({ type: 'text', accepted: [{ value: '*re\\*d*' }, { value: 'blue' }] })
    const exact = (text: string, attributes: string) =>
      `<varequal respident="response1" ${attributes}>${text}</varequal>`
    const found = await readItem({
      meta: profile('fib'),
      presentation: plain('Name a colour') + blank(),
      scoring: gives(exact('Red', 'case="Yes"'), 100),
    })
    expect(questionOf(found)).toMatchObject({ accepted: [{ value: 'Red' }], caseSensitive: true })
    const mixed = await readItem({
      meta: profile('fib'),
      presentation: plain('Name a colour') + blank(),
      scoring: gives(exact('Red', 'case="Yes"') + exact('blue', ''), 100),
    })
    expect(mixed.reason).toBe('Upper and lower case matters for some of its accepted answers, but not for all')
    expect(mixed.readings.map((reading) => reading.label)).toEqual(['Case does not matter', 'Case matters'])
  })
})

describe('plain QTI 1.2', () => {
  it('uses the maximum score as marks, unless it is a percentage', async () => {
    const read = async (max: string, score: string) =>
      await readItem({
        presentation: plain('One?') + choices(['a', 'b']),
        decvar: `<decvar varname="que_score" maxvalue="${max}"/>`,
        scoring: gives(equal('o1'), score).replace('"SCORE"', '"que_score"'),
      })
    expect(questionOf(await read('4', '4')).marks).toBe(4)
    expect(questionOf(await read('100', '100')).marks).toBeUndefined()
    const half = await read('4', '2')
    expect(lossesOf(half)).toEqual(['The right answer earns 50% in the file, but full marks here'])
  })

  it('reports other variables than the score as a loss, and refuses several without a score', async () => {
    const sets = (...names: string[]) =>
      `<respcondition><conditionvar>${equal('o1')}</conditionvar>${names.map((name) => `<setvar varname="${name}">1</setvar>`).join('')}</respcondition>`
    const presentation = plain('One?') + choices(['a', 'b'])
    const found = await readItem({ presentation, decvar: '', scoring: sets('SCORE', 'EFFORT') })
    expect(questionOf(found)).toMatchObject({ correctAnswer: 'A' })
    expect(lossesOf(found)).toEqual(['Only its score is kept, not its other results'])
    expect(await readItem({ presentation, decvar: '', scoring: sets('RIGHT', 'WRONG') })).toMatchObject({
      reason: 'Its scoring counts in several variables, none of which is SCORE',
    })
  })

  it('keeps equal negative marks as a penalty, and reports others', async () => {
    const wrong = (...scores: number[]) => scores.map((score, at) => gives(equal(`o${at + 2}`), score)).join('')
    const read = async (scoring: string) =>
      await readItem({
        presentation: plain('One?') + choices(['a', 'b', 'c']),
        decvar: '<decvar maxvalue="3"/>',
        scoring: gives(equal('o1'), 3) + scoring,
      })
    expect(questionOf(await read(wrong(-1, -1)))).toMatchObject({ marks: 3, penalty: '1/3', correctAnswer: 'A' })
    const found = await read(wrong(-1, -2))
    expect(questionOf(found)).not.toHaveProperty('penalty')
    expect(lossesOf(found)).toEqual(['Wrong answers cost different marks in the file; these are not kept'])
  })

  it('does not take a penalty from scores that cannot be negative', async () => {
    const found = await readItem({
      presentation: plain('One?') + choices(['a', 'b']),
      scoring: gives(equal('o1'), 100) + gives(equal('o2'), -50),
    })
    expect(questionOf(found)).not.toHaveProperty('penalty')
    expect(lossesOf(found)).toEqual([])
  })

  it('applies only the first condition that sets a score', async () => {
    const first = await readItem({
      presentation: plain('One?') + choices(['a', 'b', 'c']),
      scoring: gives(equal('o2'), 100) + gives('<other/>', 0),
    })
    expect(questionOf(first)).toMatchObject({ correctAnswer: 'B' })
    const last = await readItem({
      presentation: plain('One?') + choices(['a', 'b']),
      scoring: gives(`<not>${equal('o1')}</not>`, 100, 'Set', 'Yes') + gives('<unanswered respident="response1"/>', 0),
    })
    expect(questionOf(last)).toMatchObject({ correctAnswer: 'B' })
  })

  it('reads fields between texts as gaps', async () => {
    const add = (value: string, ident: string) =>
      `<respcondition continue="Yes"><conditionvar><varequal respident="${ident}">${value}</varequal></conditionvar><setvar action="Add">1</setvar></respcondition>`
    const within = `<vargte respident="n">9.7</vargte><varlte respident="n">9.9</varlte>`
    const found = await readItem({
      presentation: `<flow>${plain('Force is')}${fib('f')}${plain('times acceleration, and g is')}${fib('n', 'fibtype="Decimal"')}${plain('. It points')}<response_lid ident="d" rcardinality="Single"><render_choice>${label('u', plain('up'))}${label('v', plain('down'))}</render_choice></response_lid></flow>`,
      decvar: '<decvar maxvalue="3"/>',
      scoring:
        add('mass', 'f') +
        add('v', 'd') +
        `<respcondition><conditionvar>${within}</conditionvar><setvar action="Add">1</setvar></respcondition>`,
    })
    expect(questionOf(found)).toMatchObject({
      type: 'gaps',
      marks: 3,
      questionText: 'Force is {{1}} times acceleration, and g is {{2}}. It points {{3}}',
      gaps: [
        { kind: 'text', accepted: [{ value: 'mass' }], caseSensitive: false },
        { kind: 'numeric', range: { min: 9.7, max: 9.9 } },
        { kind: 'choice', options: { A: 'up', B: 'down' }, correctAnswer: 'B' },
      ],
    })
    expect(lossesOf(found)).toEqual([])
  })

  it('reads the field types: text, number and box', async () => {
    const read = async (attributes: string, scoring: string) =>
      questionOf(await readItem({ presentation: plain('Say') + blank(attributes), scoring }))
    expect(await read('fibtype="String"', gives(equal('4'), 100))).toMatchObject({ type: 'text' })
    expect(await read('fibtype="Integer"', gives(equal('4'), 100))).toMatchObject({ type: 'numeric', correctValue: 4 })
    expect(await read('rows="5" columns="60"', '')).toMatchObject({ type: 'essay' })
    expect(await read('prompt="Box"', '')).toMatchObject({ type: 'essay' })
  })

  it('keeps shares of accepted texts', async () => {
    const found = await readItem({
      presentation: plain('Say') + blank(),
      decvar: '<decvar maxvalue="3"/>',
      scoring: gives(equal('best'), 3) + gives(equal('good'), 1),
    })
    expect(questionOf(found)).toMatchObject({ accepted: [{ value: 'best' }, { value: 'good', fraction: '1/3' }] })
  })

  it('reads ordered choices and equal lists of options with prompts', async () => {
    const ordered = await readItem({
      presentation: plain('Order') + choices(['b', 'a'], 'Ordered'),
      scoring: gives(equal('o2') + equal('o1'), 100),
    })
    expect(questionOf(ordered)).toMatchObject({ type: 'ordering', items: ['a', 'b'] })
    const side = (ident: string, text: string) =>
      `<response_lid ident="${ident}" rcardinality="Single">${plain(text)}<render_choice>${label('x', plain('Rome'))}${label('y', plain('Oslo'))}</render_choice></response_lid>`
    const match = await readItem({
      presentation: plain('Match') + side('i', 'Italy') + side('n', 'Norway'),
      scoring: gives(equal('x', 'i'), 50, 'Add') + gives(equal('y', 'n'), 50, 'Add'),
    })
    expect(questionOf(match)).toMatchObject({
      pairs: [
        { left: 'Italy', right: 'Rome' },
        { left: 'Norway', right: 'Oslo' },
      ],
    })
  })

  it.each([
    ['<response_grp ident="g"/>', 'Its answer groups items, which is not supported'],
    ['<response_xy ident="g"/>', 'Its answer is a place in an image, which is not supported'],
    [
      '<response_lid ident="g"><render_hotspot/></response_lid>',
      'Its answer is a place in an image, which is not supported',
    ],
    [
      '<response_num ident="g"><render_slider/></response_num>',
      'Its answer is set with a slider, which is not supported',
    ],
    [`<material><mat_extension/></material>${blank()}`, 'It has no accepted answer; add one and export it again'],
    ['', 'It asks for no answer'],
    ['<response_lid ident="g" rcardinality="Many"/>', 'Its answers have the unknown cardinality “Many”'],
  ])('refuses %s', async (presentation, reason) => {
    expect(await readItem({ presentation: plain('Do') + presentation })).toMatchObject({ readings: [], reason })
  })

  it.each([
    ['<setvar action="Multiply">2</setvar>', 'Its scoring uses the action “Multiply”, which cannot be read'],
    ['<setvar>SCORE.max</setvar>', 'Its scoring gives “SCORE.max”, which is not a number'],
    ['<respcond_extension/>', 'Its scoring uses “respcond_extension”, which is not supported'],
  ])('refuses scoring with %s', async (change, reason) => {
    const scoring = `<respcondition><conditionvar>${equal('o1')}</conditionvar>${change}</respcondition>`
    expect(await readItem({ presentation: plain('One?') + choices(['a', 'b']), scoring })).toMatchObject({ reason })
  })

  it.each(['varsubset', 'durlt', 'var_extension', 'varinside'])('refuses scoring with %s', async (name) => {
    const scoring = gives(`<${name} respident="response1">o1</${name}>`, 100)
    expect(await readItem({ presentation: plain('One?') + choices(['a', 'b']), scoring })).toMatchObject({
      reason: `Its scoring uses “${name}”, which is not supported`,
    })
  })

  it('reads Brightspace’s types and fields', async () => {
    const field = (name: string, value: string) =>
      `<qti_metadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${value}</fieldentry></qti_metadatafield>`
    const read = async (type: string, presentation: string, scoring: string) =>
      (
        await readXml(
          `<questestinterop><item><itemmetadata><qtimetadata>${field('qmd_questiontype', type)}${field('qmd_weighting', '2.000000000')}</qtimetadata></itemmetadata><presentation><flow>${plain('Done?')}<response_extension><grading_type>0</grading_type></response_extension>${presentation}</flow></presentation><resprocessing>${scoring}</resprocessing></item></questestinterop>`,
        )
      )[0]
    const sets = (ident: string, score: string) =>
      `<respcondition><conditionvar>${equal(ident)}</conditionvar><setvar action="Set">${score}</setvar></respcondition>`
    const found = await read(
      'True/False',
      choices(['True', 'False']),
      sets('o1', '100.000000000') + sets('o2', '0.000000000'),
    )
    expect(questionOf(found)).toEqual({ type: 'boolean', questionText: 'Done?', correctAnswer: true, marks: 2 })
    expect(lossesOf(found)).toEqual([])
    expect(questionOf(await read('Long Answer', blank(), ''))).toMatchObject({ type: 'essay' })
    expect(await read('Arithmetic', blank(), '')).toMatchObject({
      reason: 'Its numbers are drawn from a formula, which is not supported',
    })
  })

  it('uses feedback that every condition shows as the explanation', async () => {
    const shows = (test: string, score: string) =>
      `<respcondition><conditionvar>${test}</conditionvar>${score}<displayfeedback linkrefid="ALL"/></respcondition>`
    const found = await readItem({
      presentation: plain('2?') + blank('prompt="Box"'),
      decvar: '<decvar varname="que_score" maxvalue="100"/>',
      scoring:
        shows(equal('2'), '<setvar varname="que_score" action="Add">100</setvar>') +
        shows(equal('two'), '<setvar varname="que_score" action="Add">100</setvar>') +
        shows('<other/>', ''),
      rest: `<itemfeedback ident="ALL">${plain('It is 2.')}</itemfeedback>`,
    })
    expect(questionOf(found)).toMatchObject({ accepted: [{ value: '2' }, { value: 'two' }], explanation: 'It is 2.' })
    expect(lossesOf(found)).toEqual([])
  })

  it('asks whether tags in a text without a type are formatting', async () => {
    const found = await readItem({
      presentation: `<material><mattext>${escaped('<p>Is <b>this</b> bold?</p>')}</mattext></material>${choices(['a', 'b'])}`,
      scoring: gives(equal('o1'), 100),
    })
    expect(found.reason).toBe('Its text contains HTML tags, but is not declared as HTML')
    expect(found.readings.map(({ label: name, question }) => [name, question.questionText])).toEqual([
      ['Tags are formatting', 'Is **this** bold?'],
      ['Tags are text', '<p>Is <b>this</b> bold?</p>'],
    ])
  })

  it('reports audio, references and unknown elements as losses', async () => {
    const found = await readItem({
      presentation: `<material><mattext>Listen</mattext><mataudio uri="a.mp3"/><matref linkrefid="m"/></material><gadget>x</gadget>${choices(['a', 'b'])}`,
      scoring: gives(equal('o1'), 100),
    })
    expect(questionOf(found)).toMatchObject({ questionText: 'Listen' })
    expect(lossesOf(found)).toEqual([
      'The element “gadget” is not kept',
      'Audio, video and embedded pages are not kept',
      'A text that is stored elsewhere in the file is not kept',
    ])
  })

  it('reads images by address and inside the XML', async () => {
    const data = Buffer.from('image x').toString('base64')
    const found = await readItem({
      presentation: `<material><mattext>Look</mattext><matimage imagtype="image/png" embedded="base64">${data}</matimage></material>${choices(['a', 'b'])}`,
      scoring: gives(equal('o1'), 100),
    })
    expect(questionOf(found)).toMatchObject({
      questionText: 'Look',
      questionImageUrl: expect.stringMatching(/^\/images\//),
    })
  })

  it('keeps rubrics as notes, keywords as tags, and the language', async () => {
    const found = await readItem({
      meta: { qmd_keywords: 'trees, graphs', qmd_levelofdifficulty: 'Easy' },
      presentation: plain('One?') + choices(['a', 'b']),
      scoring: gives(equal('o1'), 100),
      rest: `<rubric view="Scorer">${plain('Half marks for *a*')}</rubric>`,
    })
    expect(questionOf(found)).toMatchObject({
      notes: 'Half marks for \\*a\\*',
      tags: ['trees', 'graphs'],
      difficulty: 'Easy',
    })
    const [french] = await readXml(
      `<questestinterop xml:lang="fr">${item({ presentation: plain('Un?') + choices(['a', 'b']), scoring: gives(equal('o1'), 100) })}</questestinterop>`,
    )
    expect(questionOf(french).language).toBe('fr')
  })

  it('refuses 11 options and long texts', async () => {
    const many = Array.from({ length: 11 }, (_, at) => String(at))
    const scoring = gives(equal('o1'), 100)
    expect(await readItem({ presentation: plain('x') + choices(many), scoring })).toMatchObject({
      reason: 'It has 11 options, but at most 10 are allowed',
    })
    expect(await readItem({ presentation: plain('x'.repeat(10_001)) + choices(['a', 'b']), scoring })).toMatchObject({
      reason: 'Its text is longer than 10,000 characters; shorten it',
    })
    expect(await readItem({ presentation: plain('x') + choices(['a'.repeat(2_001), 'b']), scoring })).toMatchObject({
      reason: 'Option A is longer than 2,000 characters',
    })
  })
})

describe('sections, groups and banks', () => {
  const one = (ident: string, meta = {}) =>
    item({ ident, meta, presentation: plain(`Ask ${ident}`) + choices(['a', 'b']), scoring: gives(equal('o1'), 100) })

  it('uses titles as categories', async () => {
    const items = await readXml(
      assessment(`${one('x')}<section title="Part 1">${one('y')}<section title="Deep">${one('z')}</section></section>`),
    )
    expect(items.map(({ title, category }) => [title, category])).toEqual([
      ['Ask x', ['Quiz 1']],
      ['Ask y', ['Quiz 1', 'Part 1']],
      ['Ask z', ['Quiz 1', 'Part 1', 'Deep']],
    ])
    expect((await readXml(bank(one('x'), 'Biology')))[0]?.category).toEqual(['Biology'])
  })

  it('gives the items of a group its marks, and notes how many were picked', async () => {
    const group = `<section title="Group"><selection_ordering><selection><selection_number>1</selection_number><selection_extension><points_per_item>2.0</points_per_item></selection_extension></selection></selection_ordering>${one('x', { points_possible: '2' })}${one('y', { points_possible: '1.0' })}</section>`
    const [x, y] = await readXml(assessment(group))
    expect(questionOf(x)).toMatchObject({ marks: 2, notes: 'The quiz picked 1 of the questions in this group.' })
    expect(lossesOf(x)).toEqual([])
    expect(questionOf(y).marks).toBe(2)
    expect(lossesOf(y)).toEqual(['Its group gives 2 marks instead of its own 1 mark'])
  })

  it('reports banks and questions that are not in the file', async () => {
    const selection = (ref: string) =>
      `<section title="From a bank"><selection_ordering><selection><sourcebank_ref>${ref}</sourcebank_ref><selection_number>2</selection_number></selection></selection_ordering></section>`
    const items = await readXml(
      assessment(`${selection('b7') + one('x')}<itemref linkrefid="x"/><itemref linkrefid="y"/>`),
    )
    expect(items.map(({ title, reason }) => [title, reason])).toEqual([
      ['Ask x', undefined],
      ['From a bank', 'Its questions come from a question bank that is not in this file; export that bank as well'],
      ['y', 'It refers to a question that is not in this file; export that question as well'],
    ])
  })

  it('keeps the text of a section as the passage of its questions', async () => {
    const text = (content: string) =>
      `<presentation_material><flow_mat>${html(content)}</flow_mat></presentation_material>`
    const [x, y] = await readXml(
      assessment(`<section title="Reading">${text('<p>A <i>long</i> story</p>')}${one('x')}</section>${one('y')}`),
    )
    expect(questionOf(x).passage).toBe('A *long* story')
    expect(questionOf(y).passage).toBeUndefined()
  })

  it('reports instructions of the test once', async () => {
    const [x, y] = await readXml(
      `<questestinterop><assessment title="T"><rubric>${plain('Be quick')}</rubric><section>${one('x')}${one('y')}</section></assessment></questestinterop>`,
    )
    expect([lossesOf(x), lossesOf(y)]).toEqual([['The instructions of the test or section are not kept'], []])
  })

  it('keeps the stimulus of New Quizzes as a passage', async () => {
    const stimulus = item({
      ident: 's1',
      title: 'Story',
      meta: { question_type: 'text_only_question', points_possible: '0' },
      presentation: html('<p>Once</p>'),
    })
    const child = (parent: string) => one('x', { parent_stimulus_item_ident: parent })
    const [story, first, lost] = await readXml(assessment(stimulus + child('s1') + child('s2')))
    expect(story).toMatchObject({ title: 'Story', readings: [] })
    expect(questionOf(first).passage).toBe('Story\n\nOnce')
    expect(lossesOf(lost)).toEqual(['The text that it refers to is not in the file before it'])
  })

  it.each([
    ['title="The *Story*" instructions="Read &lt;it&gt; twice"', 'The \\*Story\\*\n\nRead <it> twice\n\nOnce'],
    ['title="Question" instructions=""', 'Once'],
    ['title="Stimulus 2"', 'Once'],
  ])('keeps the title and instructions of a stimulus: %s', async (attributes, passage) => {
    const meta = { question_type: 'text_only_question' }
    const stimulus = item({ ident: 's1', meta, presentation: html('<p>Once</p>') })
    const items = await readXml(
      assessment(stimulus.replace('title="Question"', attributes) + one('x', { parent_stimulus_item_ident: 's1' })),
    )
    expect(questionOf(items[1]).passage).toBe(passage)
    expect(lossesOf(items[1])).toEqual([])
  })
})
