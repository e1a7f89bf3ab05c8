import { existsSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ImportFormat } from '#shared/bank/import.rules.ts'
import { looksLikeAiken, readAiken } from '../formats/aiken.ts'
import { readDocx } from '../formats/docx.ts'
import { type FoundItem, type Media, type PackageFiles, UnreadableFile } from '../formats/found.ts'
import { looksLikeGift, readGift } from '../formats/gift.ts'
import { readMoodleXml } from '../formats/moodle-xml.ts'
import { readQti, readQtiPackage } from '../formats/qti-package.ts'
import { readQti1 } from '../formats/qti1.ts'
import { isQti1Manifest } from '../formats/qti1-manifest.ts'
import { readQti1Package } from '../formats/qti1-package.ts'
import { looksLikeCsv, looksLikeJson, readCsv, readJson } from '../formats/question-text.ts'
import { readWorkbookQuestions } from '../formats/workbook-questions.ts'
import { readDocument } from '../formats/xml.ts'
import { decodeXml } from '../formats/xml-text.ts'
import { decodeStart, maxText, openPackage, readChunks, readText } from './source.ts'

/** Chooses the reader for a file by its content. */

interface Opened {
  format: ImportFormat
  items: AsyncIterable<FoundItem>
}

interface Source {
  path: string
  start: Buffer
  media: Media
  folder: string
  onProgress: (share: number) => void
}

const formats =
  'Upload GIFT, Aiken, Moodle XML, QTI, a Canvas export, a Word document (.docx), a spreadsheet (.xlsx, .xls, .ods), CSV or JSON'

/** Files of other kinds, by their first bytes. */
const mistakes: [starts: string[], sentence: string][] = [
  [['%PDF'], 'This is a PDF. Upload the document it was made from'],
  [['{\\rtf'], 'This is a rich text document (RTF). Open it in Word or LibreOffice and save it as .docx'],
  [
    ['\x1f\x8b'],
    'This is a compressed archive or a course backup. In Moodle, export the question bank as “Moodle XML format”',
  ],
  [['7z\xbc\xaf', 'Rar!'], 'This is a compressed archive. Unpack it and upload the file inside'],
  [
    ['\x89PNG', 'GIF8', '\xff\xd8\xff', 'BM', 'II*\0', 'MM\0*'],
    'This is a picture. Upload the document it was made from',
  ],
]

const startsWith = (bytes: Buffer, start: string) => bytes.toString('latin1', 0, start.length) === start

const isOurImageIn = (folder: string) => async (url: string) => existsSync(join(folder, basename(url)))

async function readSheets({ path, folder }: Source): Promise<Opened> {
  if ((await stat(path)).size > maxText)
    throw new UnreadableFile('This workbook is larger than 32 MB. Split it into smaller files')
  const bytes = await readFile(path)
  return { format: 'sheet', items: readWorkbookQuestions(bytes, { isOurImage: isOurImageIn(folder) }) }
}

/** Closes a package after its last item, and reports progress by the files read. */
async function* closing(items: AsyncIterable<FoundItem>, files: { close: () => void }): AsyncGenerator<FoundItem> {
  try {
    yield* items
  } finally {
    files.close()
  }
}

/** The format of a zip by the files in it. */
async function openZipped(source: Source): Promise<Opened> {
  const { path, media, onProgress } = source
  const files = await openPackage(path)
  const { names } = files
  const read = new Set<string>()
  const counted: PackageFiles = {
    names,
    read: (name) => {
      read.add(name)
      onProgress(Math.min(1, read.size / names.length))
      return files.read(name)
    },
  }
  const opened = (format: ImportFormat, items: AsyncIterable<FoundItem>) => ({ format, items: closing(items, files) })
  const has = (name: string) => names.includes(name)
  if (has('word/document.xml')) return opened('docx', readDocx(counted, media))
  const kind = has('mimetype') ? (await files.read('mimetype')).toString('latin1', 0, 200) : ''
  if (names.some((name) => /^xl\/workbook\.(?:xml|bin)$/.test(name)) || kind.includes('opendocument.spreadsheet')) {
    files.close()
    return readSheets(source)
  }
  if (kind.includes('opendocument'))
    throw new UnreadableFile('This is an OpenDocument text. Save it as .docx and upload that')
  if (names.some((name) => name.startsWith('ppt/'))) throw new UnreadableFile(`This is a presentation. ${formats}`)
  const manifest = names.find((name) => basename(name).toLowerCase() === 'imsmanifest.xml')
  if (manifest) {
    const root = await readDocument(decodeXml(await files.read(manifest)))
    if (isQti1Manifest(root)) return opened('qti-1.2', readQti1Package(counted, media))
  } else {
    const xml = names.find((name) => /\.xml$/i.test(name) && !name.startsWith('__MACOSX/'))
    if (!xml) throw new UnreadableFile(`This .zip file has no questions that can be read. ${formats}`)
    const format = formatOfXml(decodeStart(await files.read(xml)))
    if (format === 'moodle-xml') throw new UnreadableFile('Unpack this .zip file and upload the Moodle XML inside')
    if (format === 'qti-1.2') return opened('qti-1.2', readQti1Package(counted, media))
  }
  const version = await versionOf(files)
  return version === 'qti-1.2'
    ? opened(version, readQti1Package(counted, media))
    : opened(version, readQtiPackage(counted, media))
}

/** The version of the first file with questions. The elements of QTI 3 begin with `qti-`. */
async function versionOf(files: PackageFiles): Promise<'qti-1.2' | 'qti-2' | 'qti-3'> {
  for (const name of files.names.filter((one) => /\.xml$/i.test(one) && !/imsmanifest\.xml$/i.test(one)).slice(0, 50)) {
    const format = formatOfXml(decodeStart(await files.read(name)))
    if (format === 'qti-1.2' || format === 'qti-2' || format === 'qti-3') return format
  }
  return 'qti-2'
}

/** Comments, declarations and document types before the root element. */
const prolog = /^\s*(?:<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE\s[^[>]*(?:\[[\s\S]*?\]\s*)?>)/i

/** The format of XML by its root element; null for other XML. @param start the beginning of the document */
export function formatOfXml(start: string): ImportFormat | null {
  let text = start.replace(/^\ufeff/, '')
  for (let found = prolog.exec(text); found; found = prolog.exec(text)) text = text.slice(found[0].length)
  const [, root = ''] = /^\s*<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/.exec(text) ?? []
  if (root === 'quiz') return 'moodle-xml'
  if (root === 'questestinterop') return 'qti-1.2'
  if (root.startsWith('qti-assessment')) return 'qti-3'
  return root.startsWith('assessment') ? 'qti-2' : null
}

function openXml({ path, start, media, onProgress }: Source, size: number, text: string): Opened {
  const chunks = () => readChunks(path, start, (bytes) => onProgress(bytes / size))
  const format = formatOfXml(text)
  if (format === 'moodle-xml') return { format, items: readMoodleXml(chunks(), media) }
  if (format === 'qti-1.2') return { format, items: readQti1(chunks(), media) }
  if (format) return { format, items: readQti(chunks(), media) }
  throw new UnreadableFile(otherMarkup(text))
}

/** What to do with a web page or other XML. Programs also write web pages with names such as `marks.xls`. */
function otherMarkup(start: string): string {
  if (/<\?mso-application\s[^>]*Excel|urn:schemas-microsoft-com:office:spreadsheet/i.test(start.slice(0, 2_000)))
    return 'This is a workbook in an old XML format. Open it in Excel, and save it as .xlsx'
  const page = /^\s*(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table|style|meta|div)\b/i
  if (!page.test(start)) return `This XML is neither Moodle XML nor QTI. ${formats}`
  if (/urn:schemas-microsoft-com:office:word/i.test(start))
    return 'This is a web page that Word wrote. Open it in Word, and save it as .docx'
  return /<table\b|urn:schemas-microsoft-com:office:excel/i.test(start)
    ? 'This is a web page with a table, even if its name ends in .xls. Open it in Excel, and save it as .xlsx'
    : `This is a web page (HTML). ${formats}`
}

const legacyLoss = 'The file is read as Windows-1252. If letters such as é are wrong, save it as UTF-8'

/** Other encodings of one byte look the same, so each question with such letters says how they were read. */
async function* withLegacyLoss(items: AsyncIterable<FoundItem>): AsyncGenerator<FoundItem> {
  for await (const item of items)
    yield {
      ...item,
      readings: item.readings.map((reading) =>
        /[^\0-\x7f]/.test(JSON.stringify(reading.question))
          ? { ...reading, losses: [...reading.losses, legacyLoss] }
          : reading,
      ),
    }
}

async function openText(source: Source): Promise<Opened> {
  const { path, media, folder } = source
  const { text, isLegacy } = await readText(path)
  const options = { isOurImage: isOurImageIn(folder) }
  const opened = (format: ImportFormat, items: AsyncIterable<FoundItem>) => ({
    format,
    items: isLegacy ? withLegacyLoss(items) : items,
  })
  if (looksLikeJson(text)) return opened('json', readJson(text, options))
  if (looksLikeAiken(text)) return opened('aiken', readAiken(text))
  if (looksLikeGift(text)) return opened('gift', readGift(text, media))
  if (looksLikeCsv(text)) return opened('csv', readCsv(text, options))
  throw new UnreadableFile(`No questions were recognised in this text. ${formats}`)
}

const startSize = 64 * 1024

/**
 * Opens a question file by its content, ignoring its name.
 * @param folder of stored images
 * @param onProgress called with the share read so far
 * @throws UnreadableFile, DomainError
 */
export async function openQuestions(
  path: string,
  folder: string,
  media: Media,
  onProgress: (share: number) => void,
): Promise<Opened> {
  const file = await open(path)
  const { size } = await file.stat()
  const start = Buffer.alloc(Math.min(size, startSize))
  await file.read(start, 0, start.length, 0)
  await file.close()
  if (size === 0) throw new UnreadableFile('The file is empty. Choose another one')
  const source: Source = { path, start, folder, media, onProgress }
  for (const [starts, sentence] of mistakes)
    if (starts.some((one) => startsWith(start, one))) throw new UnreadableFile(sentence)
  if (startsWith(start, 'PK\x03\x04')) return openZipped(source)
  if (startsWith(start, '\xd0\xcf\x11\xe0')) return readSheets(source)
  const text = decodeStart(start)
  return /^[\s\ufeff]*</.test(text) ? openXml(source, size, text) : openText(source)
}
