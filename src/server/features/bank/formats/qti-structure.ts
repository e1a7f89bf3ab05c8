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
  /** The text that the section shows above its items. */
  passage: { nodes: readonly XmlNode[]; file: string } | undefined
  losses: string[]
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
  const visit = async (element: XmlElement, file: string, category: string[], passage: RefIn['passage']) => {
    for (const child of childrenOf(element)) {
      if (child.name === 'assessmentItemRef') {
        const { href = '' } = child.attributes
        refs.push({ path: resolve(href, file), href, title, category, passage, losses: lossesOf(child) })
      } else if (child.name === 'testPart') await visit(child, file, category, passage)
      else if (child.name === 'assessmentSection') await section(child, file, category, passage)
      else if (child.name === 'assessmentSectionRef') {
        const path = resolve(child.attributes.href ?? '', file)
        if (path === null || opened.has(path) || opened.size >= maxReferences) continue
        opened.add(path)
        await section(normalised(await read(path)), path, category, passage)
      }
    }
  }
  const section = async (element: XmlElement, file: string, category: string[], passage: RefIn['passage']) => {
    const name = asRead(element.attributes.title ?? '')
    const shown = childrenOf(element, 'rubricBlock').filter(({ attributes }) =>
      (attributes.view ?? 'candidate').split(/\s+/).includes('candidate'),
    )
    const nodes = shown.flatMap(({ children }) => children)
    const own = nodes.some((node) => textOf(node).trim() !== '') ? { nodes, file } : passage
    await visit(element, file, name === '' ? category : [...category, name], own)
  }
  await visit(root, test, [], undefined)
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
