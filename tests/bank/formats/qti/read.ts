import { expect } from 'vitest'
import type { FoundItem, Media, PackageFiles, Reading } from '#server/features/bank/formats/found.ts'
import { UnreadableFile } from '#server/features/bank/formats/found.ts'
import { readQti } from '#server/features/bank/formats/qti-package.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'

/** Helpers for the QTI tests. */

/** Keeps images by their content, and numbers their URLs. */
export function mediaStub() {
  const stored = new Map<string, Buffer>()
  const media: Media = {
    add: async (bytes) => {
      if (bytes.length === 0) return { flaw: 'The image is empty' }
      const known = [...stored].find(([, other]) => other.equals(bytes))
      const url = known?.[0] ?? `/images/${String(stored.size).padStart(32, '0')}.png`
      stored.set(url, bytes)
      return { url }
    },
  }
  return { media, stored }
}

export const filesOf = (all: Readonly<Record<string, string | Buffer>>): PackageFiles => ({
  names: Object.keys(all),
  read: async (name) => {
    const found = all[name]
    if (found === undefined) throw new UnreadableFile(`${name} is missing`)
    return Buffer.from(found)
  },
})

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** A question of the bank's form, which must be valid. */
export const valid = ({ question }: Reading) => bankQuestionForm.parse({ subject: 'Technical', ...question })

/** Reads one item. Every reading must be valid. */
export async function readOne(xml: string): Promise<FoundItem> {
  const [item, ...others] = await collected(readQti([xml], mediaStub().media))
  if (!item) throw new Error('Nothing was read')
  expect(others).toEqual([])
  item.readings.forEach(valid)
  return item
}

/** The only reading of an item. */
export async function readingOf(xml: string): Promise<Reading> {
  const { readings, reason } = await readOne(xml)
  expect({ reason, count: readings.length }).toEqual({ reason: undefined, count: 1 })
  return readings[0] as Reading
}

interface Parts {
  declarations?: string
  body: string
  processing?: string
  feedback?: string
  attributes?: string
}

const namespaces = { '2.1': 'imsqti_v2p1', '2.2': 'imsqti_v2p2', '3.0': 'imsqtiasi_v3p0' }
export type Version = keyof typeof namespaces
export const versions = Object.keys(namespaces) as Version[]

const templates = 'http://www.imsglobal.org/question/qti_v2p1/rptemplates/'
export const matchCorrect = `<responseProcessing template="${templates}match_correct"/>`
export const mapResponse = `<responseProcessing template="${templates}map_response"/>`
export const score = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'

/** Converts an item from the element names of QTI 2 to those of QTI 3.0. */
export function asVersion3(xml: string): string {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const html = /^(?:p|div|span|img|b|i|em|strong|br|ul|ol|li|table|tr|td|th|tbody|pre|code|sub|sup|object|math|mi|mo)$/
  return xml.replace(/<(\/?)([a-zA-Z]+)([^>]*)>/g, (_, slash: string, name: string, rest: string) =>
    html.test(name)
      ? `<${slash}${name}${rest}>`
      : `<${slash}qti-${kebab(name)}${rest.replace(/ ([a-zA-Z]+)=/g, (_all, attribute: string) => ` ${kebab(attribute)}=`)}>`,
  )
}

/** An item in the given version of QTI. */
export function itemOf(
  { declarations = '', body, processing = '', feedback = '', attributes = '' }: Parts,
  version: Version = '2.1',
): string {
  const xml = `<assessmentItem identifier="item" title="An item" adaptive="false" timeDependent="false" ${attributes}>
${declarations}${declarations.includes('"SCORE"') ? '' : score}
<itemBody>${body}</itemBody>
${processing}${feedback}
</assessmentItem>`
  const named = version === '3.0' ? asVersion3(xml) : xml
  const root = version === '3.0' ? '<qti-assessment-item ' : '<assessmentItem '
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named.replace(root, `${root}xmlns="http://www.imsglobal.org/xsd/${namespaces[version]}" `)}`
}

/** A response declaration with its correct values, followed by the given content. */
export const response = (kind: string, correct: readonly string[], more = '', identifier = 'RESPONSE') => {
  const [cardinality, baseType] = kind.split(' ')
  const values = correct.map((value) => `<value>${value}</value>`).join('')
  return `<responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}">${
    values && `<correctResponse>${values}</correctResponse>`
  }${more}</responseDeclaration>`
}

export const mapping = (entries: Readonly<Record<string, number>>, attributes = '') =>
  `<mapping ${attributes}>${Object.entries(entries)
    .map(([key, value]) => `<mapEntry mapKey="${key}" mappedValue="${value}"/>`)
    .join('')}</mapping>`

/** A choice with options A, B and so on. */
export const choiceOf = (texts: readonly string[], attributes = 'maxChoices="1"') =>
  `<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" ${attributes}><prompt>Which one?</prompt>${texts
    .map((text, at) => `<simpleChoice identifier="${'ABCDEFGHIJKLM'[at]}">${text}</simpleChoice>`)
    .join('')}</choiceInteraction>`
