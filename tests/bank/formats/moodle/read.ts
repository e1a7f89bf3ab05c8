import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { FoundItem, Media } from '#server/features/bank/formats/found.ts'
import { readMoodleXml } from '#server/features/bank/formats/moodle-xml.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'

/** A PNG's first bytes are enough for the images of these tests. */
export const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
export const pngText = png.toString('base64')
export const urlOf = (bytes: Buffer) => `/images/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`
export const pngUrl = urlOf(png)

export const media: Media = {
  add: async (bytes, name) =>
    bytes.subarray(0, 8).equals(png) ? { url: urlOf(bytes) } : { flaw: `${name} is not an image` },
}

async function* chunksOf(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

/** Reads a file. Every reading must be valid for the bank. */
export async function readFile(xml: string, size = 1_000): Promise<FoundItem[]> {
  const items: FoundItem[] = []
  for await (const item of readMoodleXml(chunksOf(xml, size), media)) items.push(item)
  for (const { readings, reason } of items) {
    for (const { question } of readings) bankQuestionForm.parse({ subject: 'Technical', ...question })
    if (readings.length !== 1) expect(reason).toBeTruthy()
  }
  return items
}

export const quiz = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${inside}\n</quiz>`
const cdata = (text: string) => `<![CDATA[${text}]]>`

interface Asked {
  text?: string
  format?: string
  /** Elements after the question's text. */
  inside?: string
  name?: string
  file?: string
}

export const question = (
  type: string,
  { text = '<p>Why?</p>', format = 'html', inside = '', name = '', file = '' }: Asked,
) =>
  `<question type="${type}"><name><text>${name}</text></name>
  <questiontext format="${format}"><text>${cdata(text)}</text>${file}</questiontext>${inside}</question>`

/** Reads one question. */
export async function readOne(type: string, asked: Asked = {}): Promise<FoundItem> {
  const [item, ...others] = await readFile(quiz(question(type, asked)))
  expect(others).toEqual([])
  if (!item) throw new Error('No question was read')
  return item
}

/** Reads one question with one meaning: its fields and what is lost. */
export async function readTaken(type: string, asked: Asked = {}) {
  const { readings, reason } = await readOne(type, asked)
  expect(reason).toBeUndefined()
  expect(readings).toHaveLength(1)
  const [reading] = readings
  return { losses: reading?.losses ?? [], question: reading?.question as unknown as Record<string, unknown> }
}

/** Reads one question that is refused, and returns the reason. */
export async function readRefused(type: string, asked: Asked = {}) {
  const { readings, reason } = await readOne(type, asked)
  expect(readings).toEqual([])
  return reason
}

export const answer = (fraction: string | number, text: string, more = '') =>
  `<answer fraction="${fraction}" format="html"><text>${cdata(text)}</text>${more}</answer>`
export const answers = (...all: readonly (readonly [string | number, string])[]) =>
  all.map(([fraction, text]) => answer(fraction, text)).join('')
