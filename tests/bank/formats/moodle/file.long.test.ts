import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMoodleXml } from '#server/features/bank/formats/moodle-xml.ts'
import { answers, media, pngText, pngUrl, question, quiz, readFile, readOne, readRefused, readTaken } from './read.ts'

const boolean = answers([100, 'true'], [0, 'false'])
const category = (path: string) => `<question type="category"><category><text>${path}</text></category></question>`

describe('a file', () => {
  it('applies categories to the questions below them', async () => {
    const aQuestion = question('truefalse', { inside: boolean })
    const items = await readFile(
      quiz(
        [
          aQuestion,
          category('$course$/top/Default for Physics/Waves//Sound') + aQuestion,
          category('$system$/Optics') + aQuestion,
          category('$cat12$/top') + aQuestion,
          category('Plain / Path ') + aQuestion,
        ].join('\n'),
      ),
      7,
    )
    expect(items.map((item) => item.category)).toEqual([
      [],
      ['Default for Physics', 'Waves/Sound'],
      ['Optics'],
      [],
      ['Plain', 'Path'],
    ])
  })

  it('gives the title and line of each question, even if it is refused', async () => {
    const text = `<p>${'long '.repeat(50)}</p>`
    const items = await readFile(
      quiz(`${question('truefalse', { inside: boolean, name: 'First &amp; last' })}\n${question('stack', { text })}`),
    )
    expect(items[0]).toMatchObject({ title: 'First & last', line: 3 })
    expect(items[1]).toMatchObject({ line: 5, readings: [] })
    expect(items[1]?.title).toMatch(/^long long .{100,115}…$/)
  })

  it.each<[string, RegExp]>([
    ['description', /A description is not a question/],
    ...['calculated', 'calculatedsimple', 'calculatedmulti'].map((type) => [type, /at random/] as [string, RegExp]),
    ...['ddimageortext', 'ddmarker'].map((type) => [type, /dragged onto an image/] as [string, RegExp]),
    ...['random', 'randomsamatch'].map((type) => [type, /draws other questions/] as [string, RegExp]),
    ['coderunner', /Programming questions/],
    ['stack', /STACK/],
    ...['pmatch', 'regexp'].map((type) => [type, /Write them as a short answer question/] as [string, RegExp]),
    ['crossword', /type “crossword” are not supported\. Change it to one of Moodle’s own types/],
    ['constructor', /Questions of Moodle’s type “constructor” are not supported/],
    ['', /It has no question type/],
  ])('refuses the type %s with a reason', async (type, reason) => {
    expect(await readRefused(type)).toMatch(reason)
  })
})

describe('what all questions have', () => {
  const taken = (inside: string, asked: object = {}) => readTaken('truefalse', { inside: inside + boolean, ...asked })

  it.each([
    ['1.0000000', 1, []],
    ['2.5', 2.5, []],
    ['10', 10, []],
    ['', undefined, []],
    ['0.5', undefined, ['Its 0.5 marks are not kept; it is worth 1 mark']],
    ['100.0000000', undefined, ['Its 100 marks are not kept; it is worth 1 mark']],
    ['1.3333333', undefined, ['Its 1.3333333 marks are not kept; it is worth 1 mark']],
    ['many', undefined, ['Its many marks are not kept; it is worth 1 mark']],
  ])('reads %s marks', async (given, marks, expected) => {
    const read = await taken(`<defaultgrade>${given}</defaultgrade><penalty>0.3333333</penalty>`)
    expect(read.question.marks).toBe(marks)
    expect(read.losses).toEqual(expected)
  })

  it('keeps the explanation, tags, ID number and a name that says more than the text', async () => {
    const { question: read, losses } = await taken(
      `<generalfeedback format="html"><text><![CDATA[<p>Because \\(x<1\\)</p>]]></text></generalfeedback><hidden>0</hidden><idnumber>PH-7</idnumber><tags><tag><text>waves</text></tag><tag><text>waves</text></tag></tags>`,
      { name: 'Sound in water' },
    )
    expect(read).toMatchObject({
      explanation: 'Because \\(x<1\\)',
      tags: ['waves'],
      notes: 'Name: Sound in water\n\nID number: PH-7',
    })
    expect(losses).toEqual([])
  })

  it.each(['Why?', 'why', 'Q12', 'Question 3a', ''])('does not keep the name “%s”', async (name) => {
    expect((await taken('', { name })).question).not.toHaveProperty('notes')
  })

  it('reports what is not kept', async () => {
    const tags = Array.from({ length: 21 }, (_, at) => `<tag><text>tag ${at}</text></tag>`).join('')
    const long = 'a'.repeat(10_001)
    const { losses } = await taken(
      `<generalfeedback format="html"><text>${long}</text></generalfeedback><hidden>1</hidden><tags>${tags}</tags><hint><text>No</text></hint>`,
    )
    expect(losses).toEqual([
      'Its explanation is longer than 10,000 characters and is not kept',
      '1 of 21 tags are not kept',
      'Hints are not kept',
      'It is hidden in Moodle, but not here',
    ])
  })

  it.each([
    ['html', '<p>a_b <i>c</i></p>\n<p>\\(x\\) $$y$$ 5$</p>', 'a_b *c*\n\n\\(x\\) \\[y\\] 5\\$'],
    ['moodle_auto_format', 'a\nb <b>c</b>\n\n<p>d</p>', 'a\nb **c**\n\nd'],
    ['plain_text', '# a\n<b> *c* \\(x\\)', '\\# a\n<b> \\*c\\* \\(x\\)'],
    ['markdown', '# a\n\n- **b**', '# a\n\n- **b**'],
    ['unheard_of', '<b>a</b>', '**a**'],
  ])('reads texts in the format %s', async (format, text, expected) => {
    expect(await taken('', { format, text })).toMatchObject({ question: { questionText: expected }, losses: [] })
  })

  it('converts what our Markdown does not support', async () => {
    const text = '![x](@@PLUGINFILE@@/a.png) See **h**ere [here](https://a.example/b) <b>now</b> &lt;'
    const file = `<file name="a.png" path="/" encoding="base64">${pngText}</file>`
    const read = await taken('', { format: 'markdown', text, file })
    expect(read.question).toMatchObject({
      questionText: 'See **h**ere here (https://a.example/b) <b>now</b> &lt;',
      questionImageUrl: pngUrl,
    })
    expect(read.losses).toEqual([
      'Links are kept as text',
      'Bold or italic inside a word is shown with its asterisks',
      'HTML inside Markdown is shown as text',
      'HTML codes such as &lt; inside Markdown are shown as they are written',
    ])
  })

  it('keeps the text of a missing image in Markdown, not as a formula', async () => {
    const read = await taken('', { format: 'markdown', text: 'See ![the graph](https://a.example/b.png) here' })
    expect(read.question.questionText).toBe('See [the graph] here')
    expect(read.losses).toEqual(['An image is not kept: it is not in the file but on a.example'])
  })

  it('reads formulas in Markdown, in which a backslash is escaped', async () => {
    const text = String.raw`Solve \\(x_1 = 2\\) and \\[y\\], \(z\) and $$w$$, not ${'`'}"\\(v\\)"${'`'}`
    const { question } = await taken('', { format: 'markdown', text })
    expect(question.questionText).toBe(
      String.raw`Solve \(x_1 = 2\) and \[y\], \(z\) and $$w$$, not ${'`'}"\\(v\\)"${'`'}`,
    )
  })

  it('reads texts of old files, and HTML that is not escaped', async () => {
    const xml = `<question type="truefalse"><name>x</name><questiontext>Old?</questiontext>${boolean}</question>
      <question type="truefalse"><questiontext><text><p>10<sup>3</sup> &lt; <b>x</b></p></text></questiontext>${boolean}</question>`
    const items = await readFile(quiz(xml))
    expect(items.map(({ readings }) => readings[0]?.question.questionText)).toEqual(['Old?', '10³ < **x**'])
  })

  it.each([
    ['<p>With #include <stdio.h></p>', 'With #include <stdio.h>'],
    ['<p>for (i=0; i<n; i++) { x += i; }</p>', 'for (i=0; i<n; i++) { x += i; }'],
    ['List<String> all = new ArrayList<>();', 'List<String> all = new ArrayList<>();'],
    ['a<b and c>d', 'a<b and c>d'],
    ['<p>x<b, or <i>y</i></p>', 'x<b, or *y*'],
    ['\\(a<b\\) <b>c</b>', '\\(a<b\\) **c**'],
    ['Write to <ann@example.com>', 'Write to <ann@example.com>'],
    ['<pre>vector<int> v;</pre>', '```\nvector<int> v;\n```'],
    ['x</end> <text>', 'x</end> <text>'],
    ['a<!-- <b --><o:p></o:p><span title="x > y"> c</span>', 'a c'],
  ])('keeps the < of %j that begins no tag', async (text, expected) => {
    for (const format of ['html', 'moodle_auto_format'])
      expect(await taken('', { text, format })).toMatchObject({ question: { questionText: expected }, losses: [] })
  })

  it.each([
    [
      '<img class="Wirisformula" src="data:image/svg+xml;charset=utf8,%3Csvg%3E" data-mathml="«math xmlns=¨http://www.w3.org/1998/Math/MathML¨»«msup»«mi»x«/mi»«mn»2«/mn»«/msup»«mo»§#8804;«/mo»«mn»4«/mn»«/math»" alt="x">',
      '\\(x^{2}\\le 4\\)',
    ],
    [
      '<img class="texrender" title="\\frac{1}{2}" alt="$$\\frac{1}{2}$$" src="https://a.example/filter/tex/pix.php/0f.gif">',
      '\\(\\frac{1}{2}\\)',
    ],
    ['[tex]x_1[/tex]', '\\(x_1\\)'],
    ['<tex>x_1</tex>', '\\(x_1\\)'],
    [
      '<span class="katex"><span class="katex-mathml"><math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>x</span><span>2</span></span></span>',
      '\\(x^2\\)',
    ],
    [
      '<span class="MathJax_Preview">x</span><span class="MathJax" id="M-1"><nobr>x2</nobr><span class="MJX_Assistive_MathML"><math><mi>x</mi></math></span></span><script type="math/tex" id="M-2">x^2</script>',
      '\\(x^2\\)',
    ],
    [
      '<mjx-container class="MathJax" jax="SVG"><svg><g><text>y</text></g></svg><mjx-assistive-mml><math><mi>y</mi></math></mjx-assistive-mml></mjx-container>',
      '\\(y\\)',
    ],
  ])('reads the formula %s', async (formula, expected) => {
    const { question: read, losses } = await taken('', { text: `<p>a ${formula} b</p>` })
    expect(read.questionText).toBe(`a ${expected} b`)
    expect(losses).toEqual([])
  })

  it.each(['"', "'", ''])('reports texts in several languages, with the quotation mark %j', async (mark) => {
    const text = `<span lang="en" class=${mark}multilang${mark}>a</span><span lang="de" class=${mark}multilang${mark}>b</span>`
    expect((await taken('', { text })).losses).toEqual(['Texts in several languages are shown one after the other'])
  })

  it('refuses a question without a text', async () => {
    expect(await readRefused('truefalse', { text: '<p> </p>', inside: boolean })).toBe('Its question text is empty')
  })
})

describe('images', () => {
  const file = (name: string, data = pngText, more = 'path="/" encoding="base64"') =>
    `<file name="${name}" ${more}>${data}</file>`
  const taken = (text: string, files = '', inside = '') =>
    readTaken('truefalse', { text, file: files, inside: inside + boolean })

  it.each([
    ['a.png', '@@PLUGINFILE@@/a.png', 'path="/" encoding="base64"'],
    ['é (1).png', '@@PLUGINFILE@@/%C3%A9%20%281%29.png?time=1', 'path="/" encoding="base64"'],
    ['ü.png', '@@PLUGINFILE@@/u%CC%88.png', 'path="/" encoding="base64"'],
    ['u\u0308.png', '@@PLUGINFILE@@/%C3%BC.png', 'path="/" encoding="base64"'],
    ['a%20b.png', '@@PLUGINFILE@@/a%20b.png', 'path="/" encoding="base64"'],
    ['a.png', '@@PLUGINFILE@@/in/side/a.png', 'path="/in/side/" encoding="base64"'],
    ['a.png', '@@PLUGINFILE@@/a.png', 'encoding="base64"'],
  ])('finds %s at %s', async (name, src, more) => {
    const { question: read, losses } = await taken(`Look: <img src="${src}" alt="x"> here`, file(name, pngText, more))
    expect(read).toMatchObject({ questionText: 'Look: here', questionImageUrl: pngUrl })
    expect(losses).toEqual([])
  })

  it.each([
    ['html', '<p>Type data:image/png;base64,AAAA into the bar</p>', 'Type data:image/png;base64,AAAA into the bar'],
    ['html', '<p>What does &lt;img src="data:image/png;base64,AAAA"&gt; show?</p>', /data:image\/png;base64,AAAA/],
    ['plain_text', 'Is &lt;img src="data:image/png;base64,AAAA"&gt; a tag?', /data:image\/png;base64,AAAA/],
  ])('keeps addresses that are text in %s: %s', async (format, text, questionText) => {
    const { question: read } = await readTaken('truefalse', { text, format, inside: boolean })
    expect(read.questionText).toEqual(
      typeof questionText === 'string' ? questionText : expect.stringMatching(questionText),
    )
  })

  it('uses the name of a question that is only an image', async () => {
    const { question: read } = await readTaken('truefalse', {
      text: '<img src="@@PLUGINFILE@@/a.png">',
      file: file('a.png'),
      inside: boolean,
      name: 'The *map*',
    })
    expect(read).toMatchObject({ questionText: 'The \\*map\\*', questionImageUrl: pngUrl })
  })

  it('reads images in the text and in old files', async () => {
    for (const start of ['data:image/png;base64', 'data:image/jpg;charset=utf-8;base64'])
      expect((await taken(`a <img src="${start},${pngText}">`)).question.questionImageUrl).toBe(pngUrl)
    const old = `<image>a.png</image><image_base64>${pngText}</image_base64>`
    expect((await taken('a', '', old)).question.questionImageUrl).toBe(pngUrl)
  })

  it.each([
    ['it is not in the file but on a.example', 'https://a.example/b.png', ''],
    ['“../b.png” is not in the file', '../b.png', ''],
    ['“@@PLUGINFILE@@/b.png” is not in the file', '@@PLUGINFILE@@/b.png', ''],
    ['an embedded image is not a JPEG, PNG, GIF or WebP image', 'data:image/svg+xml;utf8,%3Csvg%3E', ''],
    ['the data of b.png is damaged', '@@PLUGINFILE@@/b.png', file('b.png', '***')],
    ['b.png is not an image', '@@PLUGINFILE@@/b.png', file('b.png', 'PHNjcmlwdD4=')],
    ['its encoding hex is unknown', '@@PLUGINFILE@@/b.png', file('b.png', pngText, 'path="/" encoding="hex"')],
  ])('says why an image is not kept: %s', async (flaw, src, files) => {
    const { question: read, losses } = await taken(`a <img src="${src}" alt="alt">`, files)
    expect(read).toMatchObject({ questionText: 'a [alt]' })
    expect(losses).toEqual([`An image is not kept: ${flaw}`])
  })

  it('reports images and files that cannot be kept', async () => {
    const text = '<img src="@@PLUGINFILE@@/a.png"> a <img src="data:image/png;base64,iVBORw0KGgoB">'
    const feedback = `<generalfeedback format="html"><text><![CDATA[b <img src="@@PLUGINFILE@@/c.png">]]></text>${file('c.png')}</generalfeedback>`
    const { losses } = await taken(text, file('a.png') + file('notes.pdf'), feedback)
    expect(losses).toEqual([
      'Only the first of 2 images is kept',
      'An image is not kept: there is no place for it in the explanation',
      'The file notes.pdf is not kept',
    ])
  })
})

describe('hostile files', () => {
  it('keeps scripts out of every text', async () => {
    const evil = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">link</a>'
    const { readings } = await readOne('multichoice', {
      text: `a ${evil}`,
      inside: `<generalfeedback><text><![CDATA[b ${evil}]]></text></generalfeedback>${answers([100, `c ${evil}`], [0, `d ${evil}`])}`,
    })
    expect(JSON.stringify(readings[0]?.question)).not.toMatch(/alert|script|onerror/)
  })

  it('never fails for any text in any place', async () => {
    const types = ['cloze', 'multichoice', 'shortanswer', 'numerical', 'match', 'ddwtos', 'ordering', 'essay']
    const sign = fc.constantFrom(...'{}[]~=#%:*\\$<>&;()"1a \n', '{1:MC:', '[[1]]', '<b>', '&amp;', '@@PLUGINFILE@@/')
    const text = fc.array(sign, { maxLength: 40 }).map((all) => all.join('').replaceAll(']]>', ''))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...types),
        text,
        text,
        fc.constantFrom('html', 'markdown', 'plain_text'),
        async (type, a, b, format) => {
          const inside = `${answers([100, a], [0, b])}<subquestion><text><![CDATA[${a}]]></text><answer><text><![CDATA[${b}]]></text></answer></subquestion><dragbox><text><![CDATA[${b}]]></text></dragbox>`
          expect(await readFile(quiz(question(type, { text: a, format, inside })))).toHaveLength(1)
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    ['{1:MC:'.repeat(50_000), 'html'],
    [`{1:SA:=${'a~'.repeat(100_000)}}`, 'html'],
    ['\\('.repeat(100_000), 'html'],
    ['a\n'.repeat(100_000), 'moodle_auto_format'],
    [`<p>${'\n'.repeat(200_000)}`, 'moodle_auto_format'],
    ['![](x '.repeat(10_000), 'markdown'],
    ['x'.repeat(5_000_000), 'plain_text'],
    ['<b>'.repeat(100_000), 'html'],
    ['<a ="'.repeat(80_000), 'html'],
    ['<a '.repeat(160_000), 'html'],
  ])('refuses long texts without hanging: %#', async (text, format) => {
    expect((await readOne('cloze', { text, format })).readings).toEqual([])
  })

  it.each([
    ['multichoice', '<answer fraction="100"><text>a</text></answer>'],
    ['shortanswer', '<answer fraction="100"><text>a</text></answer>'],
    ['numerical', '<answer fraction="100"><text>1</text></answer>'],
    ['match', '<subquestion><text>a</text><answer><text>b</text></answer></subquestion>'],
    ['ordering', '<answer><text>a</text></answer>'],
    ['ddwtos', '<dragbox><text>a</text></dragbox>'],
  ])('refuses %s with tens of thousands of parts', async (type, part) => {
    expect(await readRefused(type, { text: '[[1]]', inside: part.repeat(30_000) })).toMatch(/^It has more than/)
  })

  it('looks for a limited number of images', async () => {
    const images = Array.from({ length: 20_000 }, (_, at) => `<img src="${at}.png">`).join('')
    const files = '<file name="x.png" path="/" encoding="base64"></file>'.repeat(20_000)
    const { losses } = await readTaken('truefalse', { text: `a ${images}`, file: files, inside: boolean })
    expect(losses).toHaveLength(102)
    expect(losses.at(-1)).toBe('20000 files are not kept')
  })

  it('stops at XML that is not well formed, at its line', async () => {
    const one = question('truefalse', { inside: boolean })
    const items = await readFile(`<quiz>\n${one}\n<question></x></question>${one}</quiz>`)
    expect(items).toMatchObject([
      { readings: [{}] },
      {
        title: 'The rest of the file',
        line: 4,
        readings: [],
        reason: expect.stringMatching(/^The XML cannot be read: /),
      },
    ])
    // The end of another element is not the end of a question.
    expect(await readFile(`<quiz>${one}${one.replace('</question>', '</quiz>')}`)).toHaveLength(2)
    const bomb = `<!DOCTYPE quiz [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><quiz><x>&c;</x>${one}</quiz>`
    await expect(readFile(bomb)).rejects.toThrow('The XML cannot be read')
  })

  it('reads the questions before the place where a file is cut off', async () => {
    const one = question('truefalse', { inside: boolean })
    const whole = quiz(`${one}\n${one}`)
    const starts = [...whole.matchAll(/<question /g)].map(({ index }) => index)
    const reason = 'The file ends in the middle of a question. Export it again'
    for (let end = (starts[1] ?? 0) + 30; end < whole.lastIndexOf('</question>'); end += 7) {
      const [first, rest, ...others] = await readFile(whole.slice(0, end))
      expect(first?.readings).toHaveLength(1)
      expect(rest).toMatchObject({ readings: [], line: 5, reason: expect.stringContaining(reason) })
      expect(others).toEqual([])
    }
    const complete = await readFile(whole.replace('</quiz>', ''))
    expect(complete.map(({ reason: why }) => why)).toEqual([
      undefined,
      undefined,
      expect.stringMatching(/^The file ends too early. Export it again/),
    ])
    await expect(readFile(whole.slice(0, (starts[0] ?? 0) + 30))).rejects.toThrow(reason)
  })

  it('reads 20,000 questions with bounded memory', async () => {
    const aQuestion = question('multichoice', { inside: answers([100, 'a'], [0, 'b']) })
    const padding = `<!-- ${'x'.repeat(1_000)} -->`
    async function* chunks() {
      yield '<quiz>'
      for (let at = 0; at < 20_000; at++) yield aQuestion + padding
      yield '</quiz>'
    }
    let count = 0
    for await (const { readings } of readMoodleXml(chunks(), media)) count += readings.length
    expect(count).toBe(20_000)
    expect(process.memoryUsage().heapUsed).toBeLessThan(1_000_000_000)
  })

  it('reads a question with an image of 10 MB', async () => {
    const image = Buffer.concat([Buffer.from(pngText, 'base64'), Buffer.alloc(10_000_000, 1)]).toString('base64')
    const xml = question('truefalse', {
      text: '<img src="@@PLUGINFILE@@/a.png"> a',
      file: `<file name="a.png" path="/" encoding="base64">${image}</file>`,
      inside: boolean,
    })
    const [item] = await readFile(quiz(xml), 65_536)
    expect(item?.readings[0]?.question.questionImageUrl).toMatch(/^\/images\//)
  })
})
