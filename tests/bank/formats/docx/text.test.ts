import { describe, expect, it } from 'vitest'
import { imageUrl, item, notesWith, p, r, read, readOne, table, taken, typed } from './package.ts'

/** A question whose text is this content. */
const question = (content: string) => p(content) + typed('A. x\nB. y\nAnswer: A')
const image = (id: string) => `<w:r><w:drawing><wp><a:blip r:embed="${id}"/></wp></w:drawing></w:r>`
const drawing = (content: string) => `<w:r><w:drawing>${content}</w:drawing></w:r>`
const sym = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`
const half =
  '<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>'
const oldEquation =
  '<w:r><w:object><v:shape><v:imagedata r:id="emf"/></v:shape><o:OLEObject ProgID="Equation.DSMT4"/></w:object></w:r>'
const field = (instruction: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>${
    result === '' ? '' : `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}`
  }<w:r><w:fldChar w:fldCharType="end"/></w:r>`
const box = (text: string) => `<w:txbxContent>${p(text)}</w:txbxContent>`

describe('text', () => {
  it.each<[string, string, string, string[]]>([
    ['bold and italics', r('1. a ') + r('b', '<w:b/>') + r(' ') + r('c', '<w:i/>'), 'a **b** *c*', []],
    ['bold that is switched off', r('1. a ') + r('b', '<w:b w:val="0"/>'), 'a b', []],
    ['bold by a style', r('1. a ') + r('b', '<w:rStyle w:val="Strong"/>'), 'a **b**', []],
    ['a text that is all bold', r('1. a b', '<w:b/>'), 'a b', []],
    ['underlines', r('1. a ') + r('b', '<w:u w:val="single"/>'), 'a *b*', ['Underlined text is shown in italics']],
    ['underlined spaces as blanks', `${r('1. a ')}${r('     ', '<w:u w:val="single"/>')}${r(' b')}`, 'a ____ b', []],
    ['struck-out text', r('1. a ') + r('b', '<w:strike/>'), 'a b', ['Struck-out text is not marked as such']],
    [
      'scripts',
      r('1. H') + r('2', '<w:vertAlign w:val="subscript"/>') + r('O m') + r('2', '<w:vertAlign w:val="superscript"/>'),
      'H₂O m²',
      [],
    ],
    [
      'raised and lowered text',
      r('1. 10') + r('5', '<w:position w:val="6"/>') + r(' H') + r('2', '<w:position w:val="-6"/>') + r('O'),
      '10⁵ H₂O',
      [],
    ],
    [
      'slightly raised text',
      r('1. 10') + r('5', '<w:position w:val="2"/>'),
      '105',
      ['Slightly raised or lowered text is shown on the line'],
    ],
    ['a paragraph that is raised as a whole', r('1. 10', '<w:position w:val="6"/>'), '10', []],
    ['tabs and breaks', r('1. a\tb\nc'), 'a b\nc', []],
    ['code', r('1. Run ') + r('a_b*c', '<w:rFonts w:ascii="Courier New"/>'), 'Run `a_b*c`', []],
    ['colours', r('1. a ') + r('b', '<w:color w:val="FF0000"/>'), 'a b', ['Colours are not kept']],
    ['dark grey', r('1. a ') + r('b', '<w:color w:val="333333"/>'), 'a b', []],
    [
      'capitals by formatting',
      r('1. a ') + r('b', '<w:caps/>'),
      'a b',
      ['Capitals set by formatting are shown as typed'],
    ],
    ['hidden text', r('1. a') + r(' b', '<w:vanish/>'), 'a', ['Hidden text is not kept']],
    ['special characters of Markdown', r('1. 2*3 # $5 and $6 _x_'), '2*3 # \\$5 and \\$6 \\_x\\_', []],
    ['formulas in TeX', r('1. \\(x^2\\)'), '\\(x^2\\)', []],
    [
      'links',
      `${r('1. a ')}<w:hyperlink r:id="web">${r('b')}</w:hyperlink>`,
      'a b (https://example.org/a)',
      ['Links are kept as text'],
    ],
    ['links inside the document', `${r('1. a ')}<w:hyperlink w:anchor="x">${r('b')}</w:hyperlink>`, 'a b', []],
    [
      'characters of Symbol',
      `${r('1. ')}<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>${r('b', '<w:rFonts w:ascii="Symbol"/>')}`,
      'αβ',
      [],
    ],
    ['private characters without a font', r('1. a\uf061'), 'aα', []],
    ['ticks of Wingdings 2', `${r('1. a ')}${sym('Wingdings 2', 'F050')}`, 'a ✓', []],
    ['arrows of Wingdings 3', `${r('1. a ')}${sym('Wingdings 3', 'F067')}`, 'a →', []],
    ['ticks of Webdings', `${r('1. a ')}${r('a', '<w:rFonts w:ascii="Webdings"/>')}`, 'a ✔', []],
    ['characters of MT Extra', `${r('1. ')}${sym('MT Extra', 'F06C')}${sym('MT Extra', '0068')}`, 'ℓℏ', []],
    [
      'tracked changes',
      `${r('1. a')}<w:ins>${r(' b')}</w:ins><w:del><w:r><w:delText> c</w:delText></w:r></w:del>`,
      'a b',
      ['Tracked changes are accepted'],
    ],
    [
      'tracked changes in formulas',
      `${r('1. a ')}<m:oMath><w:moveTo><m:r><m:t>5</m:t></m:r></w:moveTo><m:r><m:t>x</m:t></m:r></m:oMath>`,
      'a \\(5x\\)',
      ['Tracked changes are accepted'],
    ],
    [
      'comments',
      `<w:commentRangeStart w:id="0"/>${r('1. a')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
      'a',
      ['Comments are not kept'],
    ],
    [
      'footnotes',
      `${r('1. a')}<w:r><w:footnoteReference w:id="2"/></w:r>`,
      'a [A note]',
      ['Footnotes are put in brackets'],
    ],
    ['fields', r('1. a ') + field('SEQ Figure', '7'), 'a 7', []],
    ['simple fields', `${r('1. a ')}<w:fldSimple w:instr="REF x">${r('b')}</w:fldSimple>`, 'a b', []],
    ['content controls', `${r('1. a ')}<w:sdt><w:sdtPr/><w:sdtContent>${r('b')}</w:sdtContent></w:sdt>`, 'a b', []],
    ['formulas', r('1. Is ') + half + r(' less?'), 'Is \\(\\frac{1}{2}\\) less?', []],
    [
      'formulas on a separate line',
      `${r('1. a')}<m:oMathPara><m:oMathParaPr/>${half}</m:oMathPara>`,
      'a\\(\\frac{1}{2}\\)',
      [],
    ],
    ['text boxes', r('1. a') + drawing(`<wps:wsp><wps:txbx>${box('b')}</wps:txbx></wps:wsp>`), 'a\n\nb', []],
    [
      'text boxes for old versions once',
      `${r('1. a')}<w:r><mc:AlternateContent><mc:Choice><w:drawing>${box('b')}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box('b')}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      'a\n\nb',
      [],
    ],
    ['charts', r('1. a') + drawing('<c:chart r:id="png"/>'), 'a', ['Charts are not kept']],
    ['shapes', r('1. a') + drawing('<wps:wsp/>'), 'a', ['Drawn shapes are not kept']],
    ['linked pictures', r('1. a') + drawing('<a:blip r:link="web"/>'), 'a', ['A linked picture is not in the file']],
    ['EMF pictures', r('1. a') + image('emf'), 'a', ['A picture in the format EMF is not kept; save it as PNG']],
    ['unknown elements', `${r('1. a')}<w:new/>`, 'a', ['Something in the document is not kept (new)']],
  ])('keeps or reports %s', async (_, content, text, losses) => {
    const found = taken(await readOne(question(content)))
    expect(found).toMatchObject({ questionText: text, losses })
  })

  it('keeps scripts, formulas, symbols and breaks in footnotes', async () => {
    const note = p(
      `<w:r><w:footnoteRef/></w:r>${r(' Use 10')}${r('5', '<w:vertAlign w:val="superscript"/>')}${r(' N and ')}${half}` +
        `${r('\nnext ')}${sym('Symbol', 'F06D')}${r('m')}`,
    )
    const files = { 'word/footnotes.xml': notesWith(note + p('End')) }
    const [found] = await read(question(`${r('1. a')}<w:r><w:footnoteReference w:id="3"/></w:r>${r(' b')}`), files)
    expect(taken(found)).toMatchObject({
      questionText: 'a [Use 10⁵ N and \\(\\frac{1}{2}\\) next μm End] b',
      losses: ['Footnotes are put in brackets'],
    })
  })

  it('asks the author about a symbol in a footnote that cannot be read', async () => {
    const files = { 'word/footnotes.xml': notesWith(p(r('Use ') + sym('Wingdings', 'F021'))) }
    const [found] = await read(question(`${r('1. a')}<w:r><w:footnoteReference w:id="3"/></w:r>`), files)
    expect(found?.reason).toBe('A symbol in the font Wingdings cannot be read: complete the text after the import')
  })

  it('keeps a picture in a footnote', async () => {
    const relation = '<Relationships><Relationship Id="p" Type="x/image" Target="media/image1.png"/></Relationships>'
    const files = {
      'word/footnotes.xml': notesWith(p(r('See ') + image('p'))),
      'word/_rels/footnotes.xml.rels': relation,
    }
    const [found] = await read(question(`${r('1. a')}<w:r><w:footnoteReference w:id="3"/></w:r>`), files)
    expect(taken(found)).toMatchObject({ questionText: 'a [See ]', questionImageUrl: imageUrl('image1.png') })
  })

  it('keeps code over several paragraphs', async () => {
    const font = '<w:rFonts w:ascii="Consolas"/>'
    const body = p('1. What?') + p(r('for i in x:', font)) + p(r('    print(i)', font)) + typed('A. x\nB. y\nAnswer: A')
    expect(taken(await readOne(body)).questionText).toBe('What?\n\n```\nfor i in x:\n    print(i)\n```')
  })

  it('keeps a table in a question', async () => {
    const body =
      p('1. See') +
      table([
        ['x', 'y'],
        ['1', '2'],
      ]) +
      typed('A. x\nB. y\nAnswer: A')
    expect(taken(await readOne(body)).questionText).toBe('See\n\n|  |  |\n| --- | --- |\n| x | y |\n| 1 | 2 |')
  })

  it('keeps a table whose cells look like options', async () => {
    const body =
      p('1. Match') +
      table([
        ['Column I', 'Column II'],
        ['A. x', '1. y'],
        ['B. z', '2. w'],
      ]) +
      typed('A. A-1\nB. A-2\nAnswer: A')
    const found = taken(await readOne(body))
    expect(found.options).toEqual({ A: 'A-1', B: 'A-2' })
    expect(found.questionText).toContain('| A. x | 1\\. y |')
  })
})

describe('pictures', () => {
  it('keeps those of questions and options', async () => {
    const [first, second] = await read(
      question(r('1. a') + image('png')) +
        p('2. b') +
        p(r('A. c') + image('png')) +
        p(r('B. ') + image('jpg')) +
        p('Answer: A'),
    )
    expect(taken(first)).toMatchObject({ questionText: 'a', questionImageUrl: imageUrl('image1.png'), losses: [] })
    expect(taken(second)).toMatchObject({
      options: { A: 'c', B: 'Picture' },
      optionImages: { A: imageUrl('image1.png'), B: imageUrl('image2.jpg') },
    })
  })

  it('keeps the first of several', async () => {
    const found = taken(await readOne(question(r('1. a') + image('png') + image('jpg'))))
    expect(found).toMatchObject({
      questionImageUrl: imageUrl('image1.png'),
      losses: ['Only the first of 2 images is kept'],
    })
  })

  it('reports one that the file does not have, and one that is not usable', async () => {
    const media = { 'word/media/image2.jpg': '' }
    const body = question(r('1. a') + image('none')) + question(r('2. b') + image('jpg'))
    expect((await read(body, media)).map((found) => taken(found).losses)).toEqual([
      ['A linked picture is not in the file'],
      ['An image is not kept: image2.jpg is empty'],
    ])
  })

  it('reports a question that is only a picture', async () => {
    const found = taken(await readOne(question(r('1. ') + image('png'))))
    expect(found).toMatchObject({
      questionText: 'See the picture',
      losses: ['Its text is only a picture, so it becomes “See the picture”'],
    })
  })

  it.each([
    ['a question', question(r('1. ') + image('emf')), 'Its text is a picture that is not kept'],
    [
      'an option',
      p('1. a') + p(r('A. ') + image('emf')) + typed('B. y\nAnswer: A'),
      'Option A is a picture that is not kept',
    ],
  ])('refuses %s that is only a picture in another format', async (_, body, reason) => {
    expect(await readOne(body)).toMatchObject({ readings: [], reason })
  })
})

describe('text that is incomplete', () => {
  it.each([
    ['old equations', oldEquation, 'An equation made with Equation Editor is not kept'],
    ['equations made with fields', field('EQ \\f(1,2)', ''), 'An equation made with a field (EQ) is not kept'],
    ['formulas that cannot be written', '<m:oMath><m:new/></m:oMath>', 'A formula cannot be read'],
    ['characters of other fonts', sym('Wingdings', 'F021'), 'A symbol in the font Wingdings cannot be read'],
    [
      'unknown characters of Wingdings 2',
      sym('Wingdings 2', 'F021'),
      'A symbol in the font Wingdings 2 cannot be read',
    ],
    ['letters in MT Extra', r('z', '<w:rFonts w:ascii="MT Extra"/>'), 'A symbol in the font MT Extra cannot be read'],
    ['private characters of a text font', sym('Arial', 'F061'), 'A symbol in the font Arial cannot be read'],
  ])('asks the author about a question with %s, and refuses an option', async (_, content, reason) => {
    const [first, second] = await read(
      question(r('1. a ') + content) + p('2. b') + p(r('A. ') + content) + typed('B. y\nAnswer: A'),
    )
    expect(first?.readings[0]?.question.questionText).toBe('a […]')
    expect(first).toMatchObject({ line: 1, reason: `${reason}: complete the text after the import` })
    expect(second).toMatchObject({ line: 5, readings: [], reason: `Option A: ${reason}` })
  })
})

describe('numbers made by Word', () => {
  it('counts them as typed ones', async () => {
    const body =
      item('a', 1) +
      item('x', 1, 1) +
      item('y', 1, 1) +
      p('Answer: b') +
      item('c', 1) +
      item('z', 1, 1) +
      item('w', 1, 1) +
      p('Answer: a') +
      item('d', 4) +
      item('z', 1, 1) +
      item('w', 1, 1) +
      p('Answer key') +
      p('5. B')
    const items = await read(body)
    expect(items.map((found) => taken(found))).toMatchObject([
      { questionText: 'a', options: { A: 'x', B: 'y' }, correctAnswer: 'B' },
      { questionText: 'c', options: { A: 'z', B: 'w' }, correctAnswer: 'A' },
      { questionText: 'd', options: { A: 'z', B: 'w' }, correctAnswer: 'B' },
    ])
  })

  it('uses the list of a style, unless it is switched off', async () => {
    const body =
      p('a', '<w:pStyle w:val="Listed"/>') +
      item('x', 2) +
      item('y', 2) +
      p('Answer: B', '<w:pStyle w:val="Listed"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    expect(taken(await readOne(body))).toMatchObject({
      questionText: 'a',
      options: { A: 'x', B: 'y' },
      correctAnswer: 'B',
    })
  })

  it('keeps labels of lists inside a question', async () => {
    const body = p('1. Which?') + item('one', 3) + item('two', 3) + typed('A. x\nB. y\nAnswer: A')
    expect(taken(await readOne(body)).questionText).toBe('Which?\n\n• one\n\n• two')
  })

  it('does not count a deleted paragraph', async () => {
    const gone =
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del/></w:rPr></w:pPr><w:del><w:r><w:delText>z</w:delText></w:r></w:del></w:p>'
    const found = taken(await readOne(item('a', 1) + item('x', 1, 1) + gone + item('y', 1, 1) + p('Answer: b')))
    expect(found).toMatchObject({ options: { A: 'x', B: 'y' }, losses: ['Tracked changes are accepted'] })
  })
})
