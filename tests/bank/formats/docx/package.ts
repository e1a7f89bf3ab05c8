import { expect } from 'vitest'
import { readDocx } from '#server/features/bank/formats/docx.ts'
import type { FoundItem, Media, PackageFiles } from '#server/features/bank/formats/found.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'

/** Builds Word documents from XML, and reads them. */

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const spaces = [
  `xmlns:w="${main}"`,
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ')

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A run. @param look the content of `w:rPr` */
export const r = (text: string, look = '') =>
  `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}${escaped(text)
    .split(/(\t|\n)/)
    .map((part) => (part === '\t' ? '<w:tab/>' : part === '\n' ? '<w:br/>' : `<w:t xml:space="preserve">${part}</w:t>`))
    .join('')}</w:r>`

/** A paragraph. @param content text, or XML if it begins with `<w:` or `<m:` */
export const p = (content: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${/^<[wm]:/.test(content) ? content : r(content)}</w:p>`

/** A paragraph per line of a text. */
export const typed = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => p(line.trim()))
    .join('')

/** A paragraph of a list. */
export const item = (content: string, list: number, level = 0) =>
  p(content, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)

/** A table. Cells are text, or XML of paragraphs. */
export const table = (rows: readonly (readonly string[])[]) =>
  `<w:tbl><w:tblPr/>${rows
    .map(
      (row) =>
        `<w:tr>${row.map((cell) => `<w:tc><w:tcPr/>${cell.startsWith('<w:p>') ? cell : p(cell)}</w:tc>`).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`

const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
/** List 1: `1.`, `a)`, `i.`; list 2: `A.`; list 3: bullets; list 4: list 1 from 5; list 5: `(1)`; list 6: blanks of pandoc; list 7: looks like list 1. */
const numbering = `<w:numbering ${spaces}>
<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}${level(2, 'lowerRoman', '%3.')}</w:abstractNum>
<w:abstractNum w:abstractNumId="1">${level(0, 'upperLetter', '%1.')}</w:abstractNum>
<w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '')}</w:abstractNum>
<w:abstractNum w:abstractNumId="3">${level(0, 'decimal', '(%1)')}</w:abstractNum>
<w:abstractNum w:abstractNumId="4">${level(0, 'bullet', ' ')}</w:abstractNum>
<w:abstractNum w:abstractNumId="5">${level(0, 'decimal', '%1.')}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
<w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num><w:num w:numId="6"><w:abstractNumId w:val="4"/></w:num>
<w:num w:numId="7"><w:abstractNumId w:val="5"/></w:num>
</w:numbering>`

const styles = `<w:styles ${spaces}>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Heading1"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Listed"><w:name w:val="List Number"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Code"/></w:style>
</w:styles>`

/** Note 2 is `A note`, note 3 has this content. */
export const notesWith = (content: string) =>
  `<w:footnotes ${spaces}><w:footnote w:id="2">${p('A note')}</w:footnote><w:footnote w:id="3">${content}</w:footnote></w:footnotes>`
const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const link = (id: string, kind: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"${mode}/>`
const relations = (content: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`

/** A package with this body. Pictures are `r:embed="png"`, `jpg` and `emf`. */
export function packageOf(body: string, more: Record<string, string> = {}): PackageFiles {
  const files: Record<string, string> = {
    '_rels/.rels': relations(link('a', 'officeDocument', 'word/document.xml')),
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ${spaces}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      link('s', 'styles', 'styles.xml') +
        link('n', 'numbering', 'numbering.xml') +
        link('f', 'footnotes', 'footnotes.xml') +
        link('png', 'image', 'media/image1.png') +
        link('jpg', 'image', 'media/image2.jpg') +
        link('emf', 'image', 'media/image3.emf') +
        link('web', 'hyperlink', 'https://example.org/a', ' TargetMode="External"'),
    ),
    'word/styles.xml': styles,
    'word/numbering.xml': numbering,
    'word/footnotes.xml': notesWith(''),
    'word/media/image1.png': 'png',
    'word/media/image2.jpg': 'jpg',
    'word/media/image3.emf': 'emf',
    ...more,
  }
  return { names: Object.keys(files), read: async (name) => Buffer.from(files[name] ?? '') }
}

/** The URL that a picture gets. */
export const imageUrl = (name: string) =>
  `/images/${Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32)}.png`

const media: Media = {
  add: async (bytes, name) => (bytes.length > 0 ? { url: imageUrl(name) } : { flaw: `${name} is empty` }),
}

/** The items of a document. Checks that each reading is a valid question. */
export async function read(body: string, more: Record<string, string> = {}): Promise<FoundItem[]> {
  const items: FoundItem[] = []
  for await (const found of readDocx(packageOf(body, more), media)) {
    items.push(found)
    for (const { question } of found.readings) {
      bankQuestionForm.parse({ subject: 'Technical', ...question })
    }
    if (found.readings.length === 0) expect(found.reason).toBeTruthy()
  }
  return items
}

/** The only item of a document. */
export async function readOne(body: string): Promise<FoundItem> {
  const items = await read(body)
  expect(items).toHaveLength(1)
  return items[0] as FoundItem
}

/** The question and losses of an item with one meaning and nothing to decide. */
export function taken(found: FoundItem | undefined): Record<string, unknown> {
  expect(found?.reason).toBeUndefined()
  expect(found?.readings).toHaveLength(1)
  const [reading] = found?.readings ?? []
  return { ...(reading?.question as unknown as Record<string, unknown>), losses: reading?.losses ?? [] }
}
