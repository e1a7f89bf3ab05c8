import { expect } from 'vitest'
import type { FoundItem, Media, PackageFiles, ReadQuestion } from '#server/features/bank/formats/found.ts'
import { UnreadableFile } from '#server/features/bank/formats/found.ts'
import { readQti1 } from '#server/features/bank/formats/qti1.ts'
import { readQti1Package } from '#server/features/bank/formats/qti1-package.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'

/** Builds QTI 1.2 as Canvas and other systems write it, and reads it. */

export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const html = (text: string) => `<material><mattext texttype="text/html">${escaped(text)}</mattext></material>`
export const plain = (text: string) => `<material><mattext texttype="text/plain">${escaped(text)}</mattext></material>`

export const label = (ident: string, content: string) => `<response_label ident="${ident}">${content}</response_label>`

const field = (name: string, value: string) =>
  `<qtimetadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${value}</fieldentry></qtimetadatafield>`

interface ItemParts {
  meta?: Record<string, string>
  title?: string
  ident?: string
  presentation: string
  /** `respcondition` elements. */
  scoring?: string
  decvar?: string
  rest?: string
}

const percent = '<decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/>'

export const item = ({
  meta = {},
  title = 'Question',
  ident = 'i1',
  presentation,
  scoring = '',
  decvar = percent,
  rest = '',
}: ItemParts) =>
  `<item ident="${ident}" title="${title}"><itemmetadata><qtimetadata>${Object.entries(meta)
    .map(([name, value]) => field(name, value))
    .join('')}</qtimetadata></itemmetadata><presentation>${presentation}</presentation>
    <resprocessing><outcomes>${decvar}</outcomes>${scoring}</resprocessing>${rest}</item>`

/** A condition that sets or adds to the score. */
export const gives = (condition: string, score: number | string, action = 'Set', keepsGoing = 'No') =>
  `<respcondition continue="${keepsGoing}"><conditionvar>${condition}</conditionvar><setvar action="${action}" varname="SCORE">${score}</setvar></respcondition>`

export const equal = (value: string, respident = 'response1') =>
  `<varequal respident="${respident}">${escaped(value)}</varequal>`

export const choices = (texts: readonly string[], cardinality = 'Single') =>
  `<response_lid ident="response1" rcardinality="${cardinality}"><render_choice>${texts
    .map((text, at) => label(`o${at + 1}`, plain(text)))
    .join('')}</render_choice></response_lid>`

export const blank = (attributes = '') =>
  `<response_str ident="response1" rcardinality="Single"><render_fib ${attributes}><response_label ident="answer1" rshuffle="No"/></render_fib></response_str>`

export const canvas = (type: string, points = '1.0') => ({
  question_type: type,
  points_possible: points,
  original_answer_ids: '1,2,3',
  assessment_question_identifierref: 'g0',
})

export const assessment = (items: string, title = 'Quiz 1') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
  <assessment ident="a1" title="${title}"><qtimetadata>${field('cc_maxattempts', '1')}</qtimetadata>
  <section ident="root_section">${items}</section></assessment></questestinterop>`

export const bank = (items: string, title = 'Bank 1', ident = 'b1') =>
  `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><objectbank ident="${ident}"><qtimetadata>${field('bank_title', title)}</qtimetadata>${items}</objectbank></questestinterop>`

/** Gives images URLs by their content. Only files that begin with "image" are images. */
export const media: Media = {
  add: async (bytes) => {
    const text = bytes.toString('latin1')
    if (!text.startsWith('image')) return { flaw: 'it is not an image' }
    return { url: urlOf(text) }
  },
}
export const urlOf = (content: string) =>
  `/images/${Buffer.from(content).toString('hex').padEnd(32, '0').slice(0, 32)}.png`

async function allOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

/** Every reading must be one that the bank can store. */
function checked(items: FoundItem[]): FoundItem[] {
  for (const { readings, reason } of items) {
    for (const { question } of readings) bankQuestionForm.parse({ subject: 'Technical', ...question })
    if (readings.length !== 1) expect(reason).toBeTruthy()
  }
  return items
}

export async function readXml(xml: string | Iterable<string>): Promise<FoundItem[]> {
  return checked(await allOf(readQti1(typeof xml === 'string' ? [xml] : xml, media)))
}

export const readItem = async (parts: ItemParts): Promise<FoundItem> => {
  const [found, ...others] = await readXml(assessment(item(parts)))
  expect(others).toEqual([])
  if (!found) throw new Error('No item was read')
  return found
}

/** The question of an item with one meaning. */
export function questionOf(found: FoundItem | undefined): ReadQuestion & Record<string, unknown> {
  expect(found?.reason).toBeUndefined()
  expect(found?.readings).toHaveLength(1)
  return found?.readings[0]?.question as ReadQuestion & Record<string, unknown>
}
export const lossesOf = (found: FoundItem | undefined) => found?.readings[0]?.losses

export const filesOf = (files: Record<string, string | Buffer>): PackageFiles => ({
  names: Object.keys(files),
  read: async (name) => {
    const content = files[name]
    if (content === undefined) throw new UnreadableFile(`${name} is missing`)
    return Buffer.from(content)
  },
})

export const readPackage = async (files: Record<string, string | Buffer>): Promise<FoundItem[]> =>
  checked(await allOf(readQti1Package(filesOf(files), media)))

export const manifest = (resources: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata><organizations/><resources>${resources}</resources></manifest>`
