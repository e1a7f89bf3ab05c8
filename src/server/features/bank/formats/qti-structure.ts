import { UnreadableFile } from './found.ts'
import type { QtiSource } from './qti.ts'
import { normalised } from './qti-values.ts'
import { childOf, childrenOf, findAll, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** Reads what QTI's tests and manifests say about items: their order, sections and metadata. */

/** An item in a test. */
export interface RefIn {
  /** Its path in the package; null if it is outside. */
  path: string | null
  href: string
  /** Of the test. */
  title: string
  /** The titles of the sections around it. */
  category: string[]
  /** The texts that the sections around it show above their items, from the outermost. */
  passages: readonly Passage[]
  losses: string[]
  /** Why its file, or the section with this path, cannot be read. */
  flaw?: string | undefined
}

interface Passage {
  nodes: readonly XmlNode[]
  file: string
}

type Resolve = (link: string, file: string) => string | null

const maxReferences = 20
const asRead = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Settings of an item in a test that are not kept. */
function lossesOf(ref: XmlElement): string[] {
  const losses: string[] = []
  for (const { attributes } of childrenOf(ref, 'weight'))
    if (Number(attributes.value) !== 1) losses.push(`Its weight of ${attributes.value} in the test is not kept`)
  if (childOf(ref, 'timeLimits')) losses.push('Its time limit is not kept')
  return losses
}

/** Settings of a section that are not kept. */
function sectionLosses(section: XmlElement): string[] {
  const select = childOf(section, 'selection')?.attributes.select
  const isShuffled = childrenOf(section, 'ordering').some(({ attributes }) => attributes.shuffle === 'true')
  return [
    ...(select === undefined ? [] : [`That its section selects ${select.slice(0, 10)} of its questions is not kept`]),
    ...(isShuffled ? ['The random order of its section is not kept'] : []),
  ]
}

const pictures = ['img', 'object', 'math', 'include']
const asBlock = (block: XmlElement): XmlElement => ({ ...block, name: 'div', attributes: {} })

/**
 * The items of a test, in order.
 * @param read parses another file of the package
 */
export async function refsIn(
  test: string,
  read: (name: string) => Promise<XmlElement>,
  resolve: Resolve,
): Promise<RefIn[]> {
  const refs: RefIn[] = []
  const root = normalised(await read(test))
  const title = asRead(root.attributes.title ?? '')
  const opened = new Set<string>()
  type Around = Pick<RefIn, 'category' | 'passages' | 'losses'>
  const visit = async (element: XmlElement, file: string, around: Around) => {
    for (const child of childrenOf(element)) {
      const { href = '' } = child.attributes
      if (child.name === 'assessmentItemRef')
        refs.push({ ...around, path: resolve(href, file), href, title, losses: [...around.losses, ...lossesOf(child)] })
      else if (child.name === 'testPart') await visit(child, file, around)
      else if (child.name === 'assessmentSection') await section(child, file, around)
      else if (child.name === 'assessmentSectionRef') await sectionRef(href, file, around)
    }
  }
  const sectionRef = async (href: string, file: string, around: Around) => {
    const path = resolve(href, file)
    if (path === null) return refs.push({ ...around, path, href, title })
    if (opened.has(path)) return
    opened.add(path)
    try {
      if (opened.size > maxReferences)
        throw new UnreadableFile(`Its test refers to more than ${maxReferences} sections`)
      await section(normalised(await read(path)), path, around)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      refs.push({ ...around, path: null, href, title, flaw: error.message })
    }
  }
  const section = async (element: XmlElement, file: string, { category, passages, losses }: Around) => {
    const name = asRead(element.attributes.title ?? '')
    const shown = childrenOf(element, 'rubricBlock')
      .filter(({ attributes }) => (attributes.view ?? 'candidate').split(/\s+/).includes('candidate'))
      .filter((block) => textOf(block).trim() !== '' || findAll(block, ...pictures).length > 0)
    await visit(element, file, {
      category: name === '' ? category : [...category, name],
      passages: shown.length === 0 ? passages : [...passages, { nodes: shown.map(asBlock), file }],
      losses: [...new Set([...losses, ...sectionLosses(element)])],
    })
  }
  await visit(root, test, { category: [], passages: [], losses: [] })
  return refs
}

const difficulties: Readonly<Record<string, 'Easy' | 'Medium' | 'Hard'>> = {
  'very easy': 'Easy',
  easy: 'Easy',
  medium: 'Medium',
  difficult: 'Hard',
  'very difficult': 'Hard',
}

/** The text of an element of learning object metadata, in its first language. */
const lomText = (element: XmlElement | undefined): string => {
  const [string] = element ? findAll(element, 'string', 'langstring') : []
  return asRead(textOf(string ?? element))
}

/** Metadata of an item in a manifest. */
export function packageFields(resource: XmlElement): Partial<QtiSource> {
  const [lom] = findAll(resource, 'lom')
  if (!lom) return {}
  const keywords = [...new Set(findAll(lom, 'keyword').map(lomText))].filter((tag) => tag !== '')
  const tags = keywords.filter((tag) => tag.length <= 50).slice(0, 20)
  const losses = tags.length < keywords.length ? [`${keywords.length - tags.length} of its keywords are not kept`] : []
  const [level] = findAll(lom, 'difficulty')
  const value = level && lomText(childOf(level, 'value'))
  const difficulty = value && Object.hasOwn(difficulties, value) ? difficulties[value] : undefined
  const basis = findAll(lom, 'relation').find((one) => /^isbasedon$/i.test(lomText(findAll(one, 'value')[0])))
  const source = basis && lomText(findAll(basis, 'description')[0])
  return {
    losses,
    fields: {
      ...(tags.length > 0 && { tags }),
      ...(difficulty && { difficulty }),
      ...(source && source.length <= 500 && { source }),
    },
  }
}
