import { isPdf } from '#server/platform/document.ts'
import { readImage, sizeFlaw } from '#server/platform/image.ts'
import { maxImageBytes } from '#shared/tests/images.schema.ts'

/** The images in a problem package's statement, and its PDF. */

type Files = ReadonlyMap<string, Buffer>

/** A figure in Markdown: `![Figure](name)`. */
const reference = /!\[([^\]\n]*)\]\(([^()\s]+)(?:[ \t]+"[^"\n]*")?\)/g
const inHtml = /<img\b[^<>]*?\bsrc\s*=\s*["']?([^"'\s<>]+)["']?[^<>]*>/gi

/** Markdown for a figure. @param name as in the statement; spaces and brackets are encoded */
export const figureText = (name: string) => `![Figure](${name.trim().replace(/[\s()]/g, encodeURIComponent)})`

/** Those that can be shown come first. */
const extensions = ['', '.png', '.jpg', '.jpeg', '.gif', '.webp', '.svg', '.pdf', '.eps']

/** The path of a figure that a statement names, with or without its extension. */
function pathOf(files: Files, folder: string, name: string): string | undefined {
  const plain = name.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  const wanted = extensions.map((extension) => `${folder}/${plain.replace(/^\.\//, '')}${extension}`.toLowerCase())
  const paths = new Map([...files.keys()].map((path) => [path.toLowerCase(), path]))
  return wanted.map((path) => paths.get(path)).find((path) => path !== undefined)
}

/** Why a figure cannot be shown; null if it can. */
function flawOf(bytes: Buffer | undefined): string | null {
  if (!bytes) return 'not in the package'
  const image = readImage(bytes)
  if (image === null) return 'not a PNG, JPEG, GIF or WebP image'
  if (image === 'damaged') return 'damaged'
  return bytes.length > maxImageBytes ? 'larger than 5 MB' : sizeFlaw(image)
}

export interface FoundFigures<Parts> {
  /** The texts, with figures referenced by path. */
  parts: Parts
  /** By path. */
  figures: Map<string, Buffer>
  notes: string[]
}

const maxListed = 10

/**
 * Finds the figures that a statement shows, and removes those that cannot be shown.
 * @param folder of the statement
 * @param parts texts in Markdown
 */
export function findFigures<Parts extends Record<string, string>>(
  files: Files,
  folder: string,
  parts: Parts,
): FoundFigures<Parts> {
  const figures = new Map<string, Buffer>()
  const flaws = new Map<string, string>()
  const shown = (whole: string, alt: string, name: string) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(name)) return whole
    const path = pathOf(files, folder, name)
    const bytes = path === undefined ? undefined : files.get(path)
    const flaw = flawOf(bytes)
    if (path === undefined || !bytes || flaw !== null) {
      flaws.set(name, flaw ?? '')
      return ''
    }
    figures.set(path, bytes)
    return `![${alt || 'Figure'}](${path})`
  }
  const textOf = (text: string) => {
    const before = flaws.size
    const shownText = text.replace(inHtml, (_whole, name: string) => figureText(name)).replace(reference, shown)
    // Removed figures leave empty lines.
    return flaws.size === before ? shownText : shownText.replace(/\n{3,}/g, '\n\n').trim()
  }
  const found = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, textOf(text)])) as Parts
  const listed = [...flaws].slice(0, maxListed).map(([name, flaw]) => `${name} (${flaw})`)
  const more = flaws.size - listed.length
  const notes =
    flaws.size > 0 ? [`Figures are not imported: ${listed.join(', ')}${more > 0 ? `, ${more} more` : ''}`] : []
  return { parts: found, figures, notes }
}

/** Replaces each figure's address in a text. */
export const mapFigures = (text: string, addressOf: (address: string) => string) =>
  text.replace(reference, (_whole, alt: string, address: string) => `![${alt}](${addressOf(address)})`)

const pdfPlace = /^(?:(?:problem_statement|statement)\/)?problem(?:\.([\w-]+))?\.pdf$/i
export const maxPdfBytes = 10 * 1024 * 1024

/** Finds the statement's PDF, English first. A file that is not a PDF is noted. */
export function findPdf(files: Files): { path?: string; pdf?: Buffer; notes: string[] } {
  const rank = (path: string) => {
    const language = pdfPlace.exec(path)?.[1] ?? ''
    return /^en\b/i.test(language) ? 0 : language === '' ? 1 : 2
  }
  const [path] = [...files.keys()].filter((name) => pdfPlace.test(name)).sort((one, other) => rank(one) - rank(other))
  const pdf = path === undefined ? undefined : files.get(path)
  if (path === undefined || !pdf) return { notes: [] }
  if (pdf.length > maxPdfBytes) return { path, notes: [`${path} was left out: it is larger than 10 MB`] }
  if (!isPdf(pdf)) return { path, notes: [`${path} was left out: it is damaged, or not a PDF`] }
  return { path, pdf, notes: [] }
}
