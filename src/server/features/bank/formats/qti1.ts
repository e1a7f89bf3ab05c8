import { type FoundItem, type Media, refusedItem, titleOf, UnreadableFile, untilFlaw } from './found.ts'
import { formattedTexts } from './qti1-blackboard.ts'
import { metadataOf } from './qti1-details.ts'
import { imagesOf } from './qti1-images.ts'
import { readItemElement } from './qti1-item.ts'
import type { Images } from './qti1-material.ts'
import { childrenOf, findAll, readXml, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** Reads the items of QTI 1.2, one at a time: from assessments, sections and banks, with Canvas's question groups. */

/** The data of a section, assessment or bank before its items. */
interface Section {
  title: string
  perItem?: string | undefined
  picks?: string | undefined
  passage: XmlElement[]
}

interface Options {
  /** The file's name in its package. */
  file?: string
  images?: Images
  /** Items whose text others refer to, by identifier; shared by the files of a package. */
  stimuli?: Map<string, readonly XmlElement[]>
  /** Receives the identifiers of items and banks; shared by the files of a package. */
  seen?: Set<string>
  /** Called before each item is read. */
  onItem?: (item: XmlElement) => void
  /** Called with the items and banks that are needed. Without it, missing ones are refused. */
  onReference?: (reference: Reference) => void
}

/** An item or bank of another file. */
export interface Reference {
  kind: 'item' | 'bank'
  ident: string
  title: string
  category: readonly string[]
  line: number
}

const containers = new Set(['assessment', 'section', 'objectbank'])
const details = new Set('itemref selection_ordering qtimetadata presentation_material rubric objectives'.split(' '))

/** Characters of the texts that other items refer to. */
const maxStimuli = 20_000_000

const hasImage = (material: XmlElement) =>
  childrenOf(material, 'matimage').some((image) => (image.attributes.uri ?? '').trim() !== '')

/** The text of an item that others refer to, below its title and instructions. */
function stimulusOf(element: XmlElement): XmlElement[] {
  const { title = '', instructions = '' } = element.attributes
  const isNamed = !/^(?:question|stimulus|passage|text)?\s*\d*$/i.test(title.trim())
  const above = [isNamed ? title : '', instructions].filter((text) => text.trim() !== '')
  const wrapped = (name: string, children: readonly XmlNode[]): XmlElement => ({
    ...element,
    name,
    attributes: name === 'mattext' ? { texttype: 'text/plain' } : {},
    children,
  })
  return [
    ...above.map((text) => wrapped('material', [wrapped('mattext', [text])])),
    ...childrenOf(element, 'presentation').flatMap((one) => findAll(one, 'material')),
  ]
}

const isPlain = (title: string) => title === '' || /^root[ _]section$/i.test(title)

export const missingReference = ({ kind, title, category, line }: Reference, file?: string): FoundItem =>
  refusedItem(
    { title, category, line, ...(file ? { file } : {}) },
    kind === 'bank'
      ? 'Its questions come from a question bank that is not in this file; export that bank as well'
      : 'It refers to a question that is not in this file; export that question as well',
  )

export const notQti1 = 'This is not a QTI 1.2 file; export the questions as QTI 1.2 or Common Cartridge'

/** Reads a `<questestinterop>`. @throws UnreadableFile if it is something else or has no items that can be read */
export async function* readQti1(
  chunks: AsyncIterable<string> | Iterable<string>,
  media: Media,
  { file, images = imagesOf(media), stimuli = new Map(), seen = new Set(), onItem, onReference }: Options = {},
): AsyncGenerator<FoundItem> {
  const sections = new WeakMap<XmlElement, Section>()
  const references: Reference[] = []
  let losses: string[] = []
  let stimuliSize = 0

  const sectionOf = (element: XmlElement): Section => {
    const known = sections.get(element)
    if (known) return known
    const made: Section = { title: element.attributes.title?.trim() ?? '', passage: [] }
    sections.set(element, made)
    return made
  }
  const categoryOf = (ancestors: readonly XmlElement[]) =>
    ancestors
      .filter(({ name }) => containers.has(name))
      .map((element) => titleOf(sectionOf(element).title))
      .filter((title) => !isPlain(title))

  const isItem = ({ name }: XmlElement, ancestors: readonly XmlElement[]) => {
    const [root] = ancestors
    if (!root && name !== 'questestinterop') throw new UnreadableFile(notQti1)
    return name === 'item' || (details.has(name) && containers.has(ancestors.at(-1)?.name ?? ''))
  }

  /** Keeps what applies to the following items. */
  function keep(element: XmlElement, ancestors: readonly XmlElement[]) {
    const parent = ancestors.at(-1)
    if (!parent) return
    const section = sectionOf(parent)
    const refer = (kind: Reference['kind'], ident: string) =>
      references.push({
        kind,
        ident,
        title: section.title || ident,
        category: categoryOf(ancestors),
        line: element.line,
      })
    switch (element.name) {
      case 'qtimetadata':
        section.title = metadataOf(element).get('bank_title') || section.title
        return
      case 'selection_ordering':
        for (const selection of childrenOf(element, 'selection')) {
          const text = (name: string) => findAll(selection, name).map(textOf).join('').trim()
          section.perItem = text('points_per_item') || undefined
          section.picks = text('selection_number') || undefined
          const bank = text('sourcebank_ref')
          if (bank !== '') refer('bank', bank)
        }
        return
      case 'itemref':
        refer('item', element.attributes.linkrefid ?? '')
        return
      default: {
        const materials = findAll(formattedTexts(element), 'material')
        if (materials.every((material) => textOf(material).trim() === '' && !hasImage(material))) return
        if (element.name === 'presentation_material' && parent.name === 'section') section.passage.push(...materials)
        else losses.push('The instructions of the test or section are not kept')
      }
    }
  }

  async function* items() {
    for await (const { element, ancestors } of readXml(chunks, isItem)) {
      if (element.name !== 'item') {
        keep(element, ancestors)
        continue
      }
      for (const { name, attributes } of ancestors) if (name === 'objectbank') seen.add(attributes.ident ?? '')
      const { ident = '' } = element.attributes
      seen.add(ident)
      onItem?.(element)
      const around = ancestors.filter(({ name }) => containers.has(name)).map(sectionOf)
      const item = await readItemElement(
        element,
        {
          category: categoryOf(ancestors),
          file,
          perItem: around.at(-1)?.perItem,
          picks: around.at(-1)?.picks,
          language: ancestors.findLast(({ attributes }) => attributes.lang)?.attributes.lang,
          passage: around.flatMap(({ passage }) => passage),
          stimuli,
          losses,
        },
        images,
      )
      losses = []
      yield item
      if (item.readings.length > 0 || metadataOf(element).get('question_type') !== 'text_only_question') continue
      const materials = stimulusOf(element)
      stimuliSize += materials.reduce((sum, material) => sum + textOf(material).length, 0)
      if (stimuliSize <= maxStimuli) stimuli.set(ident, materials)
    }
  }

  yield* untilFlaw(items(), file)
  for (const reference of references) {
    if (onReference) onReference(reference)
    else if (!seen.has(reference.ident)) yield missingReference(reference, file)
  }
}
