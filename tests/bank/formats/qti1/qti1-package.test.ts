import { describe, expect, it } from 'vitest'
import { isQti1Manifest } from '#server/features/bank/formats/qti1-manifest.ts'
import { readDocument } from '#server/features/bank/formats/xml.ts'
import {
  assessment,
  bank,
  canvas,
  choices,
  equal,
  gives,
  html,
  item,
  lossesOf,
  manifest,
  questionOf,
  readPackage,
  urlOf,
} from './qti1-files.ts'

const meta = canvas('multiple_choice_question')
const ask = (ident: string, text: string, more = meta) =>
  item({ ident, meta: more, presentation: html(text) + choices(['a', 'b']), scoring: gives(equal('o1'), 100) })
const resource = (id: string, type: string, hrefs: string[], inside = '') =>
  `<resource identifier="${id}" type="${type}">${hrefs.map((href) => `<file href="${href}"/>`).join('')}${inside}</resource>`
const lor = 'associatedcontent/imscc_xmlv1p1/learning-application-resource'
const ccAssessment = 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment'

const quizExport = (questions: string) => ({
  'imsmanifest.xml': manifest(
    resource('g1', 'imsqti_xmlv1p2', ['g1/g1.xml'], '<dependency identifierref="g2"/>') +
      resource('g2', lor, ['g1/assessment_meta.xml']) +
      resource('g3', 'webcontent', ['Uploaded%20Media/my%20cat.png']),
  ),
  'g1/g1.xml': assessment(questions),
  'g1/assessment_meta.xml': '<quiz xmlns="http://canvas.instructure.com/xsd/cccv1p0"><title>Quiz 1</title></quiz>',
  'Uploaded Media/my cat.png': 'image cat',
  'web_resources/dog.png': 'image dog',
})

describe('a quiz export of Canvas', () => {
  it('reads its questions with their file', async () => {
    const [found, ...others] = await readPackage(quizExport(ask('x', 'Ask')))
    expect(others).toEqual([])
    expect(found).toMatchObject({ title: 'Ask', file: 'g1/g1.xml', category: ['Quiz 1'] })
    expect(questionOf(found)).toMatchObject({ correctAnswer: 'A' })
  })

  it.each([
    ['$IMS-CC-FILEBASE$/Uploaded%20Media/my%20cat.png?canvas_download=1', 'image cat'],
    ['%24IMS-CC-FILEBASE%24/Uploaded%20Media/my%20cat.png', 'image cat'],
    ['$IMS-CC-FILEBASE$/dog.png', 'image dog'],
    ['$CANVAS_COURSE_REFERENCE$/file_ref/g3?wrap=1', 'image cat'],
    ['../web_resources/dog.png', 'image dog'],
    ['Uploaded Media/my cat.png', 'image cat'],
  ])('finds the image %s', async (src, content) => {
    const [found] = await readPackage(quizExport(ask('x', `Look <img src="${src}" alt="x">`)))
    expect(questionOf(found)).toMatchObject({ questionText: 'Look', questionImageUrl: urlOf(content) })
    expect(lossesOf(found)).toEqual([])
  })

  it.each([
    ['https://canvas.example/courses/1/files/2/preview', 'it is on another server; add it by hand'],
    ['//canvas.example/x.png', 'it is on another server; add it by hand'],
    ['/courses/1/files/2/preview', 'its address leads outside the package'],
    ['../../../etc/passwd', 'its address leads outside the package'],
    ['..%2F..%2F..%2Fetc/passwd', 'its address leads outside the package'],
    ['..\\..\\secret.png', 'its address leads outside the package'],
    ['C:/secret.png', 'its address leads outside the package'],
    ['file:///etc/passwd', 'its address leads outside the package'],
    ['$IMS-CC-FILEBASE$/../../etc/passwd', 'its address leads outside the package'],
    ['$IMS-CC-FILEBASE$/gone.png', '“gone.png” is missing from the package'],
    ['$CANVAS_COURSE_REFERENCE$/file_ref/unknown', '“unknown” is missing from the package'],
    ['imsmanifest.xml', 'it is not an image'],
    ['%E0%A4%A', '“%E0%A4%A” is missing from the package'],
  ])('reports the image %s as a loss', async (src, flaw) => {
    const [found] = await readPackage(quizExport(ask('x', `Look <img src="${src}">`)))
    expect(questionOf(found)).not.toHaveProperty('questionImageUrl')
    expect(lossesOf(found)).toEqual([`An image is not kept: ${flaw}`])
  })

  it('is found inside a folder of the zip', async () => {
    const inside = Object.fromEntries(
      Object.entries(quizExport(ask('x', 'Ask <img src="$IMS-CC-FILEBASE$/dog.png">'))).map(([name, content]) => [
        `my quiz/${name}`,
        content,
      ]),
    )
    const [found] = await readPackage(inside)
    expect(questionOf(found)).toMatchObject({ questionText: 'Ask', questionImageUrl: urlOf('image dog') })
  })
})

describe('a Common Cartridge', () => {
  const simple = ask('s', 'Simplified', { cc_profile: 'cc.multiple_choice.v0p1' } as never)

  it('reads the full copy of each quiz, once, and its banks', async () => {
    const items = await readPackage({
      'imsmanifest.xml': manifest(
        resource('g1', ccAssessment, ['g1/assessment_qti.xml'], '<dependency identifierref="g2"/>') +
          resource('g2', lor, ['g1/assessment_meta.xml', 'non_cc_assessments/g1.xml.qti']) +
          resource('g4', lor, ['non_cc_assessments/g4.xml.qti']),
      ),
      'g1/assessment_qti.xml': assessment(simple),
      'g1/assessment_meta.xml': '<quiz/>',
      'non_cc_assessments/g1.xml.qti': assessment(ask('x', 'Full')),
      'non_cc_assessments/g4.xml.qti': bank(ask('y', 'Banked'), 'Biology'),
    })
    expect(items.map(({ title, category, file }) => [title, category, file])).toEqual([
      ['Banked', ['Biology'], 'non_cc_assessments/g4.xml.qti'],
      ['Full', ['Quiz 1'], 'non_cc_assessments/g1.xml.qti'],
    ])
  })

  it('reads the simplified copy if there is no other', async () => {
    const items = await readPackage({
      'imsmanifest.xml': manifest(
        resource('g1', ccAssessment, ['g1/assessment_qti.xml']) +
          resource('g2', 'imsqti_xmlv1p2/imscc_xmlv1p1/question-bank', ['bank.xml']),
      ),
      'g1/assessment_qti.xml': assessment(simple),
      'bank.xml': bank(ask('y', 'Banked')),
    })
    expect(items.map(({ title }) => title)).toEqual(['Banked', 'Simplified'])
  })

  it('reads a question of a bank once, unless the quiz changed it', async () => {
    const copy = (text: string) => ask('q', text, { ...meta, assessment_question_identifierref: 'y' })
    const read = async (text: string) =>
      await readPackage({
        'imsmanifest.xml': manifest(
          resource('g1', 'imsqti_xmlv1p2', ['g1.xml']) + resource('g4', lor, ['non_cc_assessments/g4.xml.qti']),
        ),
        'g1.xml': assessment(copy(text)),
        'non_cc_assessments/g4.xml.qti': bank(ask('y', 'Banked')),
      })
    expect((await read('Banked')).map(({ title }) => title)).toEqual(['Banked'])
    expect((await read('Changed')).map(({ title }) => title)).toEqual(['Banked', 'Changed'])
  })

  it('finds the bank of a group in another file', async () => {
    const group = (ref: string) =>
      `<section title="G"><selection_ordering><selection><sourcebank_ref>${ref}</sourcebank_ref></selection></selection_ordering></section>`
    const read = async (ref: string) =>
      await readPackage({
        'imsmanifest.xml': manifest(
          resource('g1', 'imsqti_xmlv1p2', ['g1.xml']) + resource('g4', lor, ['non_cc_assessments/g4.xml.qti']),
        ),
        'g1.xml': assessment(group(ref)),
        'non_cc_assessments/g4.xml.qti': bank(ask('y', 'Banked'), 'Bank', 'g4'),
      })
    expect((await read('g4')).map(({ title }) => title)).toEqual(['Banked'])
    expect((await read('g5')).map(({ title }) => title)).toEqual(['Banked', 'G'])
  })
})

describe('other packages', () => {
  it('reads XML files without a manifest', async () => {
    const items = await readPackage({ 'a.xml': assessment(ask('x', 'One')), 'b.xml': '<other/>', 'c.txt': 'text' })
    expect(items.map(({ title }) => title)).toEqual(['One'])
    const cut = await readPackage({ 'a.xml': assessment(ask('x', 'One')), 'b.xml': '<questestinterop><item>' })
    expect(cut.map(({ title, reason }) => [title, reason])).toEqual([
      ['One', undefined],
      ['b.xml', 'The file ends in the middle of a question. Export it again'],
    ])
  })

  it('names items of QTI 2 and 3 in the same package', async () => {
    const items = await readPackage({
      'imsmanifest.xml': manifest(
        resource('q', ccAssessment, ['q.xml']) +
          resource('i', 'imsqti_item_xmlv2p1', ['i.xml']) +
          '<resource identifier="t" type="imsqti_test_xmlv3p0" href="t.xml"/>',
      ),
      'q.xml': assessment(ask('x', 'Ask')),
      'i.xml': '<assessmentItem/>',
      't.xml': '<qti-assessment-test/>',
    })
    const reason = 'It is QTI 2 or 3, but other files of the package are QTI 1.2. Upload it in a package of its own'
    expect(items.map((one) => [one.title, one.reason])).toEqual([
      ['Ask', undefined],
      ['i.xml', reason],
      ['t.xml', reason],
    ])
  })

  it('ignores the extra files that macOS adds', async () => {
    const extra = Buffer.from('\0\x05\x16\x07Mac OS X', 'latin1').toString('latin1')
    const files = { 'my/1.xml': assessment(ask('x', 'Ask')), '__MACOSX/my/._1.xml': extra, 'my/._1.xml': extra }
    expect(await readPackage(files)).toHaveLength(1)
    const listed = { ...quizExport(ask('x', 'Ask')), 'non_cc_assessments/._g1.xml.qti': extra }
    expect(await readPackage(listed)).toHaveLength(1)
  })

  it('reads files whose type the manifest omits', async () => {
    const items = await readPackage({
      'imsmanifest.xml': manifest(resource('r1', 'webcontent', ['quiz.xml'])),
      'quiz.xml': assessment(ask('x', 'One')),
    })
    expect(items.map(({ title }) => title)).toEqual(['One'])
  })

  it('reports files that are missing, broken or outside the package, and reads the rest', async () => {
    const items = await readPackage({
      'imsmanifest.xml': manifest(
        ['gone.xml', '../secret.xml', '/etc/secret.xml', 'https://x.example/q.xml', 'a.zip', 'broken.xml', 'good.xml']
          .map((href, at) => resource(`g${at}`, 'imsqti_xmlv1p2', [href]))
          .join(''),
      ),
      'broken.xml': '<questestinterop><item>',
      'good.xml': assessment(ask('x', 'Good')),
      '../secret.xml': assessment(ask('y', 'Secret')),
      '/etc/secret.xml': assessment(ask('z', 'Secret')),
    })
    expect(items.map(({ title, reason }) => [title, reason])).toEqual([
      ['broken.xml', 'The file ends in the middle of a question. Export it again'],
      ['Good', undefined],
      ['gone.xml', 'Its file is missing from the package'],
      ['../secret.xml', 'Its address leads outside the package'],
      ['/etc/secret.xml', 'Its address leads outside the package'],
      ['https://x.example/q.xml', 'Its address leads outside the package'],
      ['a.zip', 'It is not an XML file'],
    ])
  })

  it('reads each file once, whatever refers to it', async () => {
    const items = await readPackage({
      'imsmanifest.xml': manifest(
        resource('g1', 'imsqti_xmlv1p2', ['a.xml', './a.xml'], '<dependency identifierref="g2"/>') +
          resource('g2', 'imsqti_xmlv1p2', ['x/../a.xml'], '<dependency identifierref="g1"/>'),
      ),
      'a.xml': assessment(ask('x', 'One')),
    })
    expect(items.map(({ title }) => title)).toEqual(['One'])
  })

  it.each([
    ['utf16le', '\ufeff'],
    ['utf16le', ''],
    ['utf8', '\ufeff'],
  ] as const)('reads %s', async (encoding, mark) => {
    const text = mark + assessment(ask('x', 'Größe')).replace(' encoding="UTF-8"', '')
    const items = await readPackage({ 'a.xml': Buffer.from(text, encoding) })
    expect(items.map(({ title }) => title)).toEqual(['Größe'])
  })

  it('reads the declared encoding, and refuses a wrong one', async () => {
    const xml = (encoding: string) => assessment(ask('x', 'Größe')).replace('UTF-8', encoding)
    const read = async (encoding: string) =>
      await readPackage({
        'imsmanifest.xml': manifest(resource('g1', 'imsqti_xmlv1p2', ['a.xml'])),
        'a.xml': Buffer.from(xml(encoding), 'latin1'),
      })
    expect((await read('ISO-8859-1'))[0]?.title).toBe('Größe')
    expect((await read('UTF-8'))[0]).toMatchObject({
      readings: [],
      reason: expect.stringContaining('Save it as UTF-8 and upload it again'),
    })
    expect((await read('x-nonsense'))[0]?.readings).toEqual([])
  })

  it('is refused without questions', async () => {
    await expect(readPackage({ 'imsmanifest.xml': manifest('') })).rejects.toThrow(
      'The package has no questions of QTI 1.2; export the quiz or question bank and try again',
    )
    await expect(readPackage({ 'imsmanifest.xml': '<manifest>' })).rejects.toThrow('The file ends too early')
  })
})

it.each([
  [resource('g', 'imsqti_xmlv1p2', ['a.xml']), true],
  [resource('g', ccAssessment, ['a.xml']), true],
  [resource('g', 'imsqti_xmlv1p2/imscc_xmlv1p3/question-bank', ['a.xml']), true],
  [resource('g', lor, ['non_cc_assessments/g.xml.qti']), true],
  [resource('g', 'assessment/x-bb-qti-test', ['a.dat']), true],
  [resource('g', 'imsqti_item_xmlv2p1', ['a.xml']), false],
  [resource('g', 'imsqti_test_xmlv3p0', ['a.xml']), false],
  [resource('g', 'webcontent', ['a.html']), false],
])('tells QTI 1.2 from others by its manifest: %s', async (resources, isQti1) => {
  expect(isQti1Manifest(await readDocument(manifest(resources)))).toBe(isQti1)
})
