import { cellLines, isBlank, type Line, trimLine } from './docx-lines.ts'
import type { Run } from './docx-runs.ts'
import type { Look } from './docx-styles.ts'
import { type Media, type PackageFiles, type StoredImage, UnreadableFile } from './found.ts'
import { toMarkdown } from './html.ts'
import type { XmlElement, XmlNode } from './xml.ts'

/** Writes lines of a document as Markdown. */

/** A look that marks the right options and is not part of their text. */
export type MarkedLook = 'bold' | 'underline' | 'color' | 'highlight'

export interface WrittenText {
  text: string
  losses: string[]
  images: string[]
  /** Why the text is incomplete. */
  missing: string[]
  /** True if a picture is not kept. */
  hasLostImage: boolean
}

const element = (name: string, children: readonly XmlNode[], attributes: Record<string, string> = {}): XmlElement => ({
  name,
  space: '',
  attributes,
  children,
  line: 0,
})

/** A look of the whole text is layout. */
function uniform(runs: readonly Run[]): Set<keyof Look> {
  const shown = runs.filter(({ text, inset }) => text.trim() !== '' && !inset)
  const same = (['bold', 'italic', 'underline', 'color', 'highlight'] as const).filter(
    (key) => shown.length > 0 && shown.every(({ look }) => look[key]),
  )
  return new Set(same)
}

export class TextWriter {
  readonly #files: PackageFiles
  readonly #media: Media
  readonly #stored = new Map<string, StoredImage>()

  constructor(files: PackageFiles, media: Media) {
    this.#files = files
    this.#media = media
  }

  async #image(src: string): Promise<StoredImage> {
    const known = this.#stored.get(src)
    if (known) return known
    const stored = await this.#kept(src)
    this.#stored.set(src, stored)
    return stored
  }

  async #kept(src: string): Promise<StoredImage> {
    if (!this.#files.names.includes(src)) return { flaw: 'it is not in the file' }
    try {
      return await this.#media.add(await this.#files.read(src), src.split('/').at(-1) ?? src)
    } catch (error) {
      if (error instanceof UnreadableFile) return { flaw: 'it is too large or damaged' }
      throw error
    }
  }

  /** @param dropped looks that are not part of the text */
  async write(lines: readonly Line[], dropped: Iterable<MarkedLook> = []): Promise<WrittenText> {
    const all = lines.flatMap((line) =>
      line.table ? line.table.rows.flat().flatMap((cell) => cellLines(cell)) : [line],
    )
    const runs = all.flatMap((line) => line.runs)
    const ignored = new Set<keyof Look>([
      ...dropped,
      ...uniform(all.filter(({ table }) => !table).flatMap((line) => line.runs)),
    ])
    const missing = runs.flatMap(({ inset }) => (inset?.kind === 'missing' ? [inset.what] : []))
    const losses = new Set(all.flatMap((line) => line.losses).concat(lines.flatMap((line) => line.losses)))
    const isColoured = ({ look, text }: Run) =>
      text.trim() !== '' &&
      ((look.color !== '' && !ignored.has('color')) || (look.highlight !== '' && !ignored.has('highlight')))
    if (runs.some(isColoured)) losses.add('Colours are not kept')
    let hasLostImage = runs.some(({ inset }) => inset?.kind === 'image' && inset.src === '')
    const written = await toMarkdown(this.#nodes(lines, ignored), {
      image: async (src) => {
        const stored = await this.#image(src)
        if ('flaw' in stored) hasLostImage = true
        return stored
      },
      hasTex: true,
    })
    for (const loss of written.losses) losses.add(loss)
    return { ...written, losses: [...losses], missing: [...new Set(missing)], hasLostImage }
  }

  #nodes(lines: readonly Line[], ignored: ReadonlySet<keyof Look>): XmlNode[] {
    const nodes: XmlNode[] = []
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at]
      if (!line || isBlank(line)) continue
      if (line.table) {
        nodes.push(this.#table(line, ignored))
        continue
      }
      let end = at
      while (isCode(lines[end])) end++
      if (end - at >= 2) {
        nodes.push(
          element('pre', [
            lines
              .slice(at, end)
              .map(({ text }) => text.replace(/\t/g, '    '))
              .join('\n'),
          ]),
        )
        at = end - 1
        continue
      }
      const content: XmlNode[] = [...runNodes(trimLine(line).runs, ignored)]
      // Lines of one paragraph stay together.
      while (lines[at + 1]?.at === line.at && !lines[at + 1]?.table && !isCode(lines[at + 1])) {
        at++
        const next = lines[at]
        if (next) content.push(element('br', []), ...runNodes(trimLine(next).runs, ignored))
      }
      nodes.push(element('p', content))
    }
    return nodes
  }

  #table({ table }: Line, ignored: ReadonlySet<keyof Look>): XmlElement {
    const rows = table?.rows ?? []
    const cells = rows.map((row) => row.map((cell) => cellLines(cell)))
    const isHead = (cells[0] ?? []).every((cell) => cell.every((line) => uniform(line.runs).has('bold')))
    return element(
      'table',
      cells.map((row, at) =>
        element(
          'tr',
          row.map((cell) =>
            element(
              at === 0 && isHead ? 'th' : 'td',
              cell.map((line) =>
                element(
                  'p',
                  runNodes(line.runs, at === 0 && isHead ? new Set([...ignored, 'bold' as const]) : ignored),
                ),
              ),
            ),
          ),
        ),
      ),
    )
  }
}

const isCode = (line: Line | undefined): boolean =>
  line !== undefined &&
  !line.table &&
  line.runs.some(({ text }) => text.trim() !== '') &&
  line.runs.every(({ look, text, inset }) => !inset && (look.code || text.trim() === ''))

function runNodes(runs: readonly Run[], ignored: ReadonlySet<keyof Look>): XmlNode[] {
  return runs.flatMap(({ text, look, href, inset }): XmlNode[] => {
    if (inset?.kind === 'formula') return [element('img', [], { 'data-equation-content': inset.tex })]
    if (inset?.kind === 'image') return inset.src === '' ? [] : [element('img', [], { src: inset.src })]
    if (inset) return ['[…]']
    if (text.trim() === '') return [text]
    if (look.code && !href) return [element('code', [text])]
    if (look.script !== '') return [element(look.script, [text])]
    // Space at the ends is not emphasised.
    const core = text.trim()
    const start = text.length - text.trimStart().length
    const [before, after] = [text.slice(0, start), text.slice(start + core.length)]
    const isOn = (key: 'bold' | 'italic' | 'underline' | 'strike') => look[key] && !ignored.has(key)
    let node: XmlNode = core
    if (isOn('underline') && !href) node = element('u', [node])
    if (isOn('italic')) node = element('i', [node])
    if (isOn('bold')) node = element('b', [node])
    if (isOn('strike')) node = element('s', [node])
    if (href) node = element('a', [node], { href })
    return [before, node, after]
  })
}
