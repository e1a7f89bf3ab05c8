import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnreadableFile } from '#server/features/bank/formats/found.ts'
import { readQti, readQtiPackage } from '#server/features/bank/formats/qti-package.ts'
import { readQti1Package } from '#server/features/bank/formats/qti1-package.ts'
import {
  choiceOf,
  collected,
  filesOf,
  itemOf,
  mapping,
  matchCorrect,
  mediaStub,
  readOne,
  response,
  valid,
} from './qti/read.ts'

const item = (text: string, version: '2.1' | '3.0' = '2.1') =>
  itemOf(
    {
      declarations: response('single identifier', ['A']),
      body: `${text}${choiceOf(['a', 'b'])}`,
      processing: matchCorrect,
    },
    version,
  )

const manifest = (resources: string) =>
  `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="m"><organizations/><resources>${resources}</resources></manifest>`
const resource = (href: string, type = 'imsqti_item_xmlv2p1', inside = '') =>
  `<resource identifier="r" type="${type}" href="${href}">${inside}<file href="${href}"/></resource>`

const readAll = async (files: Record<string, string | Buffer>) => {
  const { media, stored } = mediaStub()
  const items = await collected(readQtiPackage(filesOf(files), media))
  for (const { readings } of items) readings.forEach(valid)
  return { items, stored }
}
const textsOf = (items: Awaited<ReturnType<typeof readAll>>['items']) =>
  items.map(({ readings, reason }) => readings[0]?.question.questionText.split('\n')[0] ?? reason)

describe('a package', () => {
  it('is read in the order and the sections of its test', async () => {
    const { items } = await readAll({
      'imsmanifest.xml': manifest(
        resource('items/1.xml') +
          resource('items/2.xml') +
          resource('items/3.xml') +
          resource('tests/t.xml', 'imsqti_test_xmlv2p1'),
      ),
      'items/1.xml': item('<p>One</p>'),
      'items/2.xml': item('<p>Two</p>'),
      'items/3.xml': item('<p>Three</p>'),
      'tests/t.xml': `<assessmentTest xmlns="x" identifier="t" title="T"><testPart identifier="p"><assessmentSection identifier="s" title="Trees"><assessmentItemRef identifier="b" href="../items/2.xml"><weight identifier="w" value="2"/></assessmentItemRef><assessmentSection identifier="u" title="AVL"><assessmentItemRef identifier="a" href="../items/1.xml"/><assessmentItemRef identifier="z" href="../items/9.xml"/></assessmentSection></assessmentSection></testPart></assessmentTest>`,
    })
    expect(items.map(({ category }) => category)).toEqual([['Trees'], ['Trees', 'AVL'], ['Trees', 'AVL'], []])
    expect(textsOf(items)).toEqual(['Two', 'One', 'Its file “../items/9.xml” is not in the package', 'Three'])
    expect(items[0]?.readings[0]?.losses).toEqual(['Its weight of 2 in the test is not kept'])
  })

  it('shows the instructions of a section as a passage', async () => {
    const { items } = await readAll({
      'imsmanifest.xml': manifest(resource('1.xml') + resource('t.xml', 'imsqti_test_xmlv2p1')),
      '1.xml': item('<p>One</p>'),
      't.xml': `<assessmentTest xmlns="x" identifier="t" title="T"><testPart identifier="p"><assessmentSection identifier="s" title=""><rubricBlock view="candidate"><p>Read <b>this</b>.</p></rubricBlock><assessmentItemRef identifier="b" href="1.xml"/></assessmentSection></testPart></assessmentTest>`,
    })
    expect(items[0]?.readings[0]?.question.passage).toBe('Read **this**.')
  })

  const inSections = (sections: string, more: Record<string, string | Buffer> = {}) =>
    readAll({
      'imsmanifest.xml': manifest(resource('1.xml') + resource('2.xml') + resource('t.xml', 'imsqti_test_xmlv2p1')),
      '1.xml': item('<p>One</p>'),
      '2.xml': item('<p>Two</p>'),
      't.xml': `<assessmentTest xmlns="x" identifier="t" title="T"><testPart identifier="p">${sections}</testPart></assessmentTest>`,
      ...more,
    })
  const rubric = (inside: string) => `<rubricBlock view="candidate">${inside}</rubricBlock>`

  it('joins the instructions of nested sections, and keeps those that are an image', async () => {
    const { items, stored } = await inSections(
      `<assessmentSection identifier="s" title="">${rubric('Outer')}<assessmentSection identifier="u" title="">${rubric('<p>Inner</p>')}<assessmentItemRef identifier="a" href="2.xml"/></assessmentSection></assessmentSection><assessmentSection identifier="v" title="">${rubric('<p><img src="map.png" alt=""/></p>')}<assessmentItemRef identifier="b" href="1.xml"/></assessmentSection>`,
      { 'map.png': Buffer.from('map') },
    )
    expect(textsOf(items)).toEqual(['Two', 'One'])
    expect(items.map(({ readings }) => readings[0]?.question)).toMatchObject([
      { passage: 'Outer\n\nInner' },
      { questionImageUrl: [...stored.keys()][0] },
    ])
  })

  it('reports the selection and the random order of a section', async () => {
    const { items } = await inSections(
      '<assessmentSection identifier="s" title=""><selection select="1"/><ordering shuffle="true"/><assessmentItemRef identifier="a" href="2.xml"/></assessmentSection><assessmentSection identifier="u" title=""><ordering shuffle="false"/><assessmentItemRef identifier="b" href="1.xml"/></assessmentSection>',
    )
    expect(items.map(({ readings }) => readings[0]?.losses)).toEqual([
      ['That its section selects 1 of its questions is not kept', 'The random order of its section is not kept'],
      [],
    ])
  })

  it('names a section or a test whose file is missing, and keeps the rest', async () => {
    const { items } = await inSections(
      '<assessmentSectionRef identifier="x" href="missing.xml"/><assessmentSectionRef identifier="x" href="../out.xml"/><assessmentSection identifier="s" title="Trees"><assessmentItemRef identifier="a" href="2.xml"/><assessmentItemRef identifier="b" href="1.xml"/></assessmentSection>',
    )
    expect(items.map(({ title, readings }) => [title, readings.length])).toEqual([
      ['missing.xml', 0],
      ['../out.xml', 0],
      ['An item', 1],
      ['An item', 1],
    ])
    expect(items.slice(2).map(({ category }) => category)).toEqual([['Trees'], ['Trees']])
    const broken = await inSections('', { 't.xml': '<assessmentTest' })
    expect(broken.items.map(({ readings }) => readings.length)).toEqual([0, 1, 1])
    expect(broken.items[0]?.reason).toContain('The order and the sections of its questions are not kept')
  })

  it('names files with questions that the manifest does not list', async () => {
    const { items } = await readAll({
      'imsmanifest.xml': manifest(resource('1.xml')),
      '1.xml': item('<p>One</p>'),
      'more/2.xml': item('<p>Two</p>', '3.0'),
      'other.xml': '<x/>',
    })
    expect(items).toHaveLength(2)
    expect(items[1]).toMatchObject({
      readings: [],
      reason: expect.stringContaining('does not list one file with questions: more/2.xml.'),
    })
  })

  it('takes tags and difficulty from the manifest', async () => {
    const lom = `<metadata><lom xmlns="http://ltsc.ieee.org/xsd/LOM"><general><keyword><string>trees</string></keyword><keyword><string>${'x'.repeat(60)}</string></keyword></general><educational><difficulty><source>LOMv1.0</source><value>very easy</value></difficulty></educational></lom></metadata>`
    const { items } = await readAll({
      'imsmanifest.xml': manifest(resource('1.xml', 'imsqti_item_xmlv2p2', lom)),
      '1.xml': item('<p>One</p>'),
    })
    expect(items[0]?.readings[0]).toMatchObject({
      question: { tags: ['trees'], difficulty: 'Easy' },
      losses: ['1 of its keywords are not kept'],
    })
  })

  it.each(['\ufeff', ''])('finds items in UTF-16, listed or not: mark %j', async (mark) => {
    const utf16 = Buffer.from(mark + item('<p>C</p>').replace('UTF-8', 'UTF-16'), 'utf16le')
    const files = { 'a/b.xml': item('<p>B</p>'), 'a/c.xml': utf16 }
    const { items } = await readAll(files)
    expect(textsOf(items)).toEqual(['B', 'C'])
    const listed = await readAll({ ...files, 'imsmanifest.xml': manifest(resource('a/b.xml')) })
    expect(listed.items[1]?.reason).toContain('does not list one file with questions: a/c.xml.')
  })

  it('is read without a manifest, and from a folder', async () => {
    const { items } = await readAll({
      'a/b.xml': item('<p>B</p>'),
      'a/c.xml': item('<p>C</p>', '3.0'),
      'a/x.xml': '<x/>',
    })
    expect(textsOf(items)).toEqual(['B', 'C'])
    const inFolder = await readAll({
      'p/imsmanifest.xml': manifest(resource('i/1.xml')),
      'p/i/1.xml': item('<p>One</p>'),
    })
    expect(inFolder.items[0]).toMatchObject({ file: 'p/i/1.xml' })
  })

  it('takes images, with percent signs in their names and relative to their file', async () => {
    const { items, stored } = await readAll({
      'imsmanifest.xml': manifest(resource('i/1.xml')),
      'i/1.xml': item(
        '<p>A <img src="../img/a%20b.png" alt=""/></p><p><object type="image/png" data="../img/c.png">C</object></p>',
      ),
      'img/a b.png': Buffer.from('one'),
      'img/c.png': Buffer.from('two'),
    })
    expect([...stored.values()].map(String)).toEqual(['one', 'two'])
    expect(items[0]?.readings[0]?.question.questionImageUrl).toBe([...stored.keys()][0])
    expect(items[0]?.readings[0]?.losses).toEqual(['Only the first of 2 images is kept'])
  })

  it.each([
    ['../../etc/passwd', 'is outside the package'],
    ['/../../x.png', 'is outside the package'],
    ['http://example.org/x.png', 'is on another server'],
    ['file:///etc/passwd', 'is on another server'],
    ['missing.png', 'is not in the package'],
  ])('reports an image that it does not take: %s', async (src, flaw) => {
    const { items } = await readAll({
      'imsmanifest.xml': manifest(resource('1.xml')),
      '1.xml': item(`<p>A <img src="${src}"/></p>`),
    })
    expect(items[0]?.readings[0]?.losses).toEqual([`An image is not kept: “${src}” ${flaw}`])
  })

  it('shows a stimulus and a page as passages, with images relative to their file', async () => {
    const { items, stored } = await readAll({
      'imsmanifest.xml': manifest(resource('i/1.xml', 'imsqti_item_xmlv3p0') + resource('i/2.xml')),
      'i/1.xml': item('<p>One</p>', '3.0').replace(
        '<qti-item-body>',
        '<qti-assessment-stimulus-ref identifier="s" href="../s/s.xml"/><qti-item-body>',
      ),
      's/s.xml':
        '<qti-assessment-stimulus xmlns="x" identifier="s" title="S"><qti-stimulus-body><p>Shared <em>text</em><img src="p.png" alt=""/></p></qti-stimulus-body></qti-assessment-stimulus>',
      's/p.png': Buffer.from('picture'),
      'i/2.xml': item('<p>Two</p><object type="text/html" data="../s/p.html"/>'),
      's/p.html': '<html><body><p>Page</p></body></html>',
    })
    expect(items.map(({ readings }) => readings[0]?.question.passage)).toEqual(['Shared *text*', 'Page'])
    expect(stored.size).toBe(1)
  })

  it('refuses an item whose passage is missing, and a broken item, and reads the others', async () => {
    const { items } = await readAll({
      'imsmanifest.xml': manifest(['1', '2', '3', '4'].map((name) => resource(`${name}.xml`)).join('')),
      '1.xml': '<assessmentItem><oops></assessmentItem>',
      '2.xml': item('<p>Two</p>', '3.0').replace(
        '<qti-item-body>',
        '<qti-assessment-stimulus-ref identifier="s" href="s.xml"/><qti-item-body>',
      ),
      '3.xml': '<questestinterop/>',
      '4.xml': item('<p>Four</p>'),
    })
    expect(items.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^The XML cannot be read: /),
      'Its passage “s.xml” is missing. Import the whole package',
      'Its file has “questestinterop” where an assessment item is expected',
      undefined,
    ])
  })

  it('refuses a package without items', async () => {
    await expect(readAll({ 'a.txt': 'x' })).rejects.toThrow(UnreadableFile)
    await expect(readAll({ 'imsmanifest.xml': manifest('') })).rejects.toThrow('no questions of QTI 2 or 3')
  })

  it.each([
    ['QTI 2', readQtiPackage],
    ['QTI 1.2', readQti1Package],
  ])('of %s without a manifest names the files of another version', async (_, reader) => {
    const older =
      '<questestinterop><item ident="q"><presentation><material><mattext>Old</mattext></material><response_lid ident="r"><render_choice><response_label ident="A"><material><mattext>a</mattext></material></response_label><response_label ident="B"><material><mattext>b</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><outcomes><decvar/></outcomes><respcondition><conditionvar><varequal respident="r">A</varequal></conditionvar><setvar action="Set">100</setvar></respcondition></resprocessing></item></questestinterop>'
    const items = await collected(
      reader(filesOf({ 'new.xml': item('<p>New</p>'), 'old.xml': older, 'other.xml': '<note/>' }), mediaStub().media),
    )
    const isNew = reader === readQtiPackage
    expect(textsOf(items).toSorted()).toEqual([
      `It is a file of QTI ${isNew ? '1.2' : '2 or 3'}, but the other files are not. Upload files of this version by themselves`,
      isNew ? 'New' : 'Old',
    ])
  })

  it('reads other encodings by their mark or declaration', async () => {
    const xml = item('<p>Größe</p>').replace('UTF-8', 'ISO-8859-1')
    const { items } = await readAll({ '1.xml': Buffer.from(xml, 'latin1') })
    expect(textsOf(items)).toEqual(['Größe'])
  })
})

describe('hostile items', () => {
  it('refuses entities, depth and size without reading on', async () => {
    const { media } = mediaStub()
    const read = (xml: string) => collected(readQti([xml], media))
    await expect(read(`<!DOCTYPE x [<!ENTITY a "b">]><assessmentItem>&a;</assessmentItem>`)).rejects.toThrow(
      UnreadableFile,
    )
    await expect(read('<assessmentItem>'.repeat(1_000_000))).rejects.toThrow('nested')
    await expect(read('<x/>')).rejects.toThrow('no assessment item')
  })

  it('keeps script and markup in texts harmless', async () => {
    const found = await readOne(item('<p>&lt;script&gt;x&lt;/script&gt;</p><script>alert(1)</script>'))
    expect(found.readings[0]?.question.questionText).toBe('<script>x</script>\n\nWhich one?')
    expect(found.readings[0]?.losses).toEqual(['Scripts and styles are removed'])
  })

  it('bounds the time of response processing', async () => {
    const options = [...'ABCDEFGHIJ']
    const rule = `<setOutcomeValue identifier="SCORE"><sum>${'<baseValue baseType="float">1</baseValue>'.repeat(20_000)}</sum></setOutcomeValue>`
    const found = await readOne(
      itemOf({
        declarations: response('multiple identifier', ['A']),
        body: choiceOf(options, 'maxChoices="0"'),
        processing: `<responseProcessing>${rule}</responseProcessing>`,
      }),
    )
    expect(found.reason).toBe('Its response processing is too long')
  })

  it.each([
    ['gaps', '<textEntryInteraction responseIdentifier="RESPONSE"/>'.repeat(5_000), '', /^It has 5000 gaps/],
    ['words', `<hottext identifier="A">${'<b>a</b>'.repeat(150_000)}</hottext>`, '', /./],
    [
      'mapping entries',
      choiceOf(['a', 'b']),
      mapping(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]))),
      'Its mapping has more than 2500 entries',
    ],
  ])('refuses too many %s', async (_, body, mapped, reason) => {
    const declarations = response('single identifier', ['A'], mapped)
    const found = await readOne(itemOf({ declarations, body: `<p>${body}</p>`, processing: matchCorrect }))
    expect(found.readings).toEqual([])
    expect(found.reason).toMatch(reason)
  })

  it('never throws for an item made of any elements', async () => {
    const names =
      'and or not match equal variable correct baseValue mapResponse sum isNull setOutcomeValue responseCondition responseIf responseElse choiceInteraction simpleChoice textEntryInteraction gap p prompt matchInteraction simpleMatchSet simpleAssociableChoice orderInteraction rubricBlock'.split(
        ' ',
      )
    const attributes = [
      'identifier="RESPONSE"',
      'responseIdentifier="RESPONSE"',
      'identifier="SCORE"',
      'identifier="A"',
      'maxChoices="1"',
      '',
    ]
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc
        .tuple(
          fc.constantFrom(...names),
          fc.constantFrom(...attributes),
          fc.array(fc.oneof({ maxDepth: 3 }, fc.constant('1'), tie('node')), { maxLength: 3 }),
        )
        .map(([name, given, inside]) => `<${name} ${given}>${inside.join('')}</${name}>`),
    }))
    const kind = fc.constantFrom(
      'single identifier',
      'multiple identifier',
      'single float',
      'single string',
      'multiple directedPair',
      'ordered identifier',
    )
    await fc.assert(
      fc.asyncProperty(kind, fc.array(node), fc.array(node), async (declared, body, processing) => {
        const xml = itemOf({
          declarations: response(
            declared,
            declared.endsWith('float') ? ['1'] : declared.endsWith('Pair') ? ['A B'] : ['A'],
          ),
          body: body.join(''),
          processing: `<responseProcessing>${processing.join('')}</responseProcessing>`,
        })
        const [found] = await collected(readQti([xml], mediaStub().media))
        expect(found?.readings.length === 1 || found?.reason !== undefined).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
