import { posix } from 'node:path'
import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import { patternsIn } from '#shared/bank/question-parts.rules.ts'
import { lettersOf } from '#shared/bank/types/choice.rules.ts'
import { gapMarker } from '#shared/bank/types/gaps.rules.ts'
import type { TextKey } from '#shared/bank/types/text.rules.ts'
import { isSharedPattern } from './qti-entries.ts'
import { imagesIn, itemXml } from './qti3-items.ts'
import { hasPatterns } from './qti3-processing.ts'
import { blocksXml, hasGapInFormula, tag, xmlDocument, xmlText } from './qti3-xml.ts'

/** Writes questions as a package of QTI 3.0. */

export interface PackageFile {
  name: string
  bytes: Buffer
}

const asi = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0'

const difficulties = { Easy: 'easy', Medium: 'medium', Hard: 'difficult' } as const

/** Learning object metadata, for what an item cannot hold itself. */
function lomXml({ tags, difficulty, source, language }: BankQuestion): string {
  const string = (text: string) => tag('string', { language }, xmlText(text))
  const vocabulary = (name: string, value: string) =>
    tag(name, {}, tag('source', {}, 'LOMv1.0'), tag('value', {}, value))
  return tag(
    'lom',
    { xmlns: 'http://ltsc.ieee.org/xsd/LOM' },
    tags.length > 0 ? tag('general', {}, ...tags.map((one) => tag('keyword', {}, string(one)))) : '',
    tag('educational', {}, vocabulary('difficulty', difficulties[difficulty])),
    source
      ? tag(
          'relation',
          {},
          vocabulary('kind', 'isbasedon'),
          tag('resource', {}, tag('description', {}, string(source))),
        )
      : '',
  )
}

interface Placed {
  topic: string
  identifier: string
  href: string
}

/** Nests the items by topic, in their order. Neighbours with a common topic share its section. */
function sectionsXml(items: readonly Placed[]): string {
  let count = 0
  const within = (inside: readonly Placed[], depth: number): string => {
    const levelOf = ({ topic }: Placed) => topic.split('/').filter(Boolean)[depth]
    const runs: Placed[][] = []
    for (const item of inside) {
      const last = runs.at(-1)
      if (last?.[0] && levelOf(last[0]) === levelOf(item)) last.push(item)
      else runs.push([item])
    }
    return runs
      .map((run) => {
        const level = run[0] && levelOf(run[0])
        if (level === undefined)
          return run.map(({ identifier, href }) => tag('qti-assessment-item-ref', { identifier, href })).join('')
        count++
        return tag(
          'qti-assessment-section',
          { identifier: `section-${count}`, title: level, visible: true },
          within(run, depth + 1),
        )
      })
      .join('\n')
  }
  return within(items, 0)
}

const testXml = (title: string, items: readonly Placed[]) =>
  tag(
    'qti-assessment-test',
    { xmlns: asi, identifier: 'test', title },
    tag(
      'qti-test-part',
      { identifier: 'part', 'navigation-mode': 'nonlinear', 'submission-mode': 'simultaneous' },
      tag('qti-assessment-section', { identifier: 'all', title: '', visible: false }, sectionsXml(items)),
    ),
  )

const stimulusXml = (passage: string, identifier: string) =>
  tag(
    'qti-assessment-stimulus',
    { xmlns: asi, identifier, title: 'Passage' },
    tag('qti-stimulus-body', {}, blocksXml(passage)),
  )

interface Resource {
  identifier: string
  type: string
  href: string
  metadata?: string
  files?: readonly string[]
  dependencies?: readonly string[]
}

const resourceXml = ({ identifier, type, href, metadata = '', files = [], dependencies = [] }: Resource) =>
  tag(
    'resource',
    { identifier, type, href },
    metadata && tag('metadata', {}, metadata),
    ...[href, ...files].map((file) => tag('file', { href: file })),
    ...dependencies.map((identifierref) => tag('dependency', { identifierref })),
  )

const manifestXml = (resources: readonly string[]) =>
  tag(
    'manifest',
    { xmlns: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1', identifier: 'manifest' },
    tag('metadata', {}, tag('schema', {}, 'QTI Package'), tag('schemaversion', {}, '3.0.0')),
    tag('organizations'),
    '\n',
    tag('resources', {}, ...resources.map((resource) => `\n${resource}`)),
  )

/** Why QTI cannot hold a question at all; null if it can. */
export function qti3Flaw(question: BankQuestion): string | null {
  const odd = patternsIn(question).some(({ pattern }) => !isSharedPattern(pattern))
  return odd ? 'It is left out, because QTI has no such regular expression. Export it as JSON' : null
}

/**
 * Leaves out questions that have a `qti3Flaw`.
 * Writes the files of a package: items with their passages and images, then a test with their order, then the manifest.
 * @param imageOf the content of an image; undefined if it is missing, which leaves it out
 * @param title of the test
 */
export async function* writeQti3(
  questions: AsyncIterable<BankQuestion> | Iterable<BankQuestion>,
  imageOf: (url: string) => Promise<Buffer | undefined>,
  title = 'Questions',
): AsyncGenerator<PackageFile> {
  const resources: string[] = []
  const placed: Placed[] = []
  const images = new Map<string, string | null>()
  const passages = new Map<string, string>()
  for await (const question of questions) {
    if (qti3Flaw(question)) continue
    const number = placed.length + 1
    const files: string[] = []
    for (const url of imagesIn(question)) {
      let path = images.get(url)
      if (path === undefined) {
        const bytes = await imageOf(url)
        path = bytes ? `images/${posix.basename(url)}` : null
        images.set(url, path)
        if (bytes && path) yield { name: path, bytes }
      }
      if (path && !files.includes(path)) files.push(path)
    }
    const { passage } = question
    if (passage && !passages.has(passage)) {
      const identifier = `passage-${passages.size + 1}`
      const href = `passages/${identifier}.xml`
      passages.set(passage, identifier)
      yield { name: href, bytes: xmlDocument(stimulusXml(passage, identifier)) }
      resources.push(resourceXml({ identifier, type: 'imsqti_stimulus_xmlv3p0', href }))
    }
    const stimulus = passage ? passages.get(passage) : undefined
    const identifier = `item-${number}`
    const href = `items/${identifier}.xml`
    const pathOf = (url: string) => {
      const path = images.get(url)
      return path ? `../${path}` : null
    }
    const xml = itemXml(question, identifier, pathOf, stimulus ? `../passages/${stimulus}.xml` : null)
    yield { name: href, bytes: xmlDocument(xml) }
    const dependencies = stimulus ? [stimulus] : []
    resources.push(
      resourceXml({ identifier, type: 'imsqti_item_xmlv3p0', href, files, dependencies, metadata: lomXml(question) }),
    )
    placed.push({ topic: question.topic, identifier, href })
  }
  yield { name: 'test.xml', bytes: xmlDocument(testXml(title, placed)) }
  const dependencies = placed.map(({ identifier }) => identifier)
  resources.push(resourceXml({ identifier: 'test', type: 'imsqti_test_xmlv3p0', href: 'test.xml', dependencies }))
  yield { name: 'imsmanifest.xml', bytes: xmlDocument(manifestXml(resources)) }
}

const textLosses = (key: TextKey): string[] => [
  ...(key.accepted.every(({ fraction = 1 }) => fraction < 1)
    ? ['No accepted answer earns full marks: read back, the question is worth what the best one earns']
    : []),
  ...(key.ignoreAccents ? ['The setting that ignores accents is not kept'] : []),
  ...(key.regex && !key.caseSensitive ? ['Regular expressions distinguish upper and lower case in QTI'] : []),
]

/** Our reader tries about this many steps of scoring before it refuses an item. */
const readableSteps = 3_000_000

/** Estimates how many steps our reader needs to find the key of gaps: for each candidate, it scores all of them. */
function stepsFor({ gaps }: Extract<BankQuestion, { type: 'gaps' }>): number {
  const sum = (sizes: readonly number[]) => sizes.reduce((all, one) => all + one, 0)
  const sizes = gaps.map((gap) => {
    if (gap.kind !== 'text') return { candidates: 10, steps: 8 }
    const { length } = gap.accepted
    // It also tries texts that two patterns match.
    return hasPatterns(gap) ? { candidates: length ** 2, steps: 2 * length } : { candidates: 7 * length, steps: 8 }
  })
  const tries = sum(sizes.map(({ candidates }) => candidates)) + gaps.length ** 2
  return tries * sum(sizes.map(({ steps }) => steps))
}

const sameMarks = 'Its scoring is read back under another name, which gives the same marks'

function typeLosses(question: BankQuestion): string[] {
  const { type, penalty } = question
  switch (type) {
    case 'multiple': {
      const right = question.correctAnswers.length
      const wrong = lettersOf(question).length - right
      const { scoring } = question
      const isSame =
        (scoring === 'partial' && (right === 1 || wrong === 0)) ||
        (scoring === 'each' && (right === 1 || wrong <= 1) && wrong <= 1)
      return [
        ...(isSame ? [sameMarks] : []),
        ...(penalty && (scoring === 'each' || wrong === 0) ? ['Its penalty, which never applies, is not kept'] : []),
      ]
    }
    case 'numeric':
      return question.correctValue === 0 && (question.significantDigits || question.toleranceKind === 'relative')
        ? ['The tolerance of 0 is not kept, because it allows no other number']
        : []
    case 'text':
      return textLosses(question)
    case 'gaps':
      return [
        ...question.gaps.flatMap((gap) => (gap.kind === 'text' ? textLosses(gap) : [])),
        ...(stepsFor(question) > readableSteps
          ? ['It may not be possible to import it here again, because its gaps have too many accepted answers']
          : []),
      ]
    case 'essay':
      return penalty ? ['Its penalty, which never applies, is not kept'] : []
    case undefined:
    case 'single': {
      const texts = Object.values(question.options).map((text) => text.trim().toLowerCase())
      const isBoolean = texts.length === 2 && texts.includes('true') && texts.includes('false')
      return isBoolean && !question.optionImages && !question.alternatives
        ? ['It is read back as a question of true or false']
        : []
    }
    default:
      return []
  }
}

const hasAlignment = (text: string) => text.split('\n').some((line) => /^[ >|:-]+$/.test(line) && /:-|-:/.test(line))

/** Lists what a package of QTI 3.0 does not hold of a question. */
export function qti3Losses(question: BankQuestion): string[] {
  const { questionText, passage, explanation, penalty } = question
  const texts = [questionText, passage ?? '', explanation ?? '']
  const losses = typeLosses(question)
  if (question.retired) losses.push('Its retired status is not kept')
  if (penalty === 0 || penalty === '0') losses.push('Its explicit penalty of 0 is not kept')
  if (texts.some(hasAlignment)) losses.push('The alignment of table columns is not kept')
  if (question.type === 'gaps') {
    const order = [...questionText.matchAll(gapMarker)].map(([, number]) => Number(number))
    if (order.some((number, at) => number !== at + 1)) losses.push('Gaps are numbered in the order of the text')
    if ([passage, explanation].some((text) => text && text.search(gapMarker) >= 0))
      losses.push('Read back, text such as {{1}} outside the question becomes { {1}}, because it would be a gap')
    if (hasGapInFormula(questionText)) losses.push('Formulas around gaps are kept as text')
  }
  return [...new Set(losses)]
}
