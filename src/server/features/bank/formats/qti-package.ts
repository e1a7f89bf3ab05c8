import { posix } from 'node:path'
import {
  type FoundItem,
  type Media,
  type PackageFiles,
  refusedItem,
  type StoredImage,
  UnreadableFile,
  UnreadableItem,
  untilFlaw,
} from './found.ts'
import { parseHtml } from './html.ts'
import { isQtiItem, type QtiSource, readQtiItem } from './qti.ts'
import { fileSteps } from './qti-processing.ts'
import { packageFields, type RefIn, refsIn } from './qti-structure.ts'
import { childOf, childrenOf, findAll, isElement, readDocument, readXml, type XmlElement, type XmlNode } from './xml.ts'
import { decodeXml } from './xml-text.ts'

/** Reads packages of QTI 2.1, 2.2 and 3.0, with or without a manifest. */

const maxFiles = 20_000

/** The path of a link in the package; null if it leads outside. */
function pathOf(link: string, file: string): string | null {
  const [plain = ''] = link.trim().split(/[?#]/)
  let decoded = plain
  try {
    decoded = decodeURIComponent(plain)
  } catch {
    // A percent sign in a name.
  }
  const forward = decoded.replaceAll('\\', '/')
  const path = posix.normalize(forward.startsWith('/') ? forward.slice(1) : posix.join(posix.dirname(file), forward))
  return path === '..' || path.startsWith('../') || path.startsWith('/') || path.includes('\0') ? null : path
}

const dataUrl = /^data:image\/[a-z+.-]{1,40};base64,/i

async function imageOf(files: Package | null, media: Media, file: string, src: string): Promise<StoredImage> {
  const head = dataUrl.exec(src.slice(0, 100))?.[0]
  if (head) return media.add(Buffer.from(src.slice(head.length), 'base64'), 'image')
  const name = src.slice(0, 100)
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(src)) return { flaw: `“${name}” is on another server` }
  if (!files) return { flaw: `“${name}” is not in the file. Import the whole package` }
  const path = pathOf(src, file)
  if (path === null) return { flaw: `“${name}” is outside the package` }
  if (!files.has(path)) return { flaw: `“${name}” is not in the package` }
  try {
    return await media.add(await files.files.read(path), posix.basename(path))
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { flaw: error.message }
  }
}

/** Rewrites the links of a document as paths from the package's root, which begin with a slash. */
function rooted(nodes: readonly XmlNode[], file: string): XmlNode[] {
  return nodes.map((node) => {
    if (!isElement(node)) return node
    const attributes: Record<string, string> = { ...node.attributes }
    for (const name of ['src', 'data', 'href']) {
      const link = attributes[name]
      if (link === undefined || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(link)) continue
      const path = pathOf(link, file)
      // A link to a file outside the package is refused where it is used.
      attributes[name] = path === null ? '/../outside' : `/${path.split('/').map(encodeURIComponent).join('/')}`
    }
    return { ...node, attributes, children: rooted(node.children, file) }
  })
}

/** A package being read. */
class Package {
  readonly files: PackageFiles
  readonly #names: ReadonlySet<string>
  readonly #media: Media
  readonly #steps = fileSteps()

  constructor(files: PackageFiles, media: Media) {
    this.files = files
    this.#names = new Set(files.names)
    this.#media = media
  }

  has(name: string | null): name is string {
    return name !== null && this.#names.has(name)
  }

  /** @throws UnreadableFile */
  async root(name: string): Promise<XmlElement> {
    return readDocument(decodeXml(await this.files.read(name)))
  }

  /** The body of a stimulus or of a page; null if it is missing or cannot be read. */
  async #document(href: string, file: string): Promise<XmlNode[] | null> {
    const path = pathOf(href, file)
    if (!this.has(path)) return null
    try {
      const text = decodeXml(await this.files.read(path))
      if (/\.html?$/i.test(path)) return rooted(parseHtml(text), path)
      const root = await readDocument(text)
      const body = childrenOf(root).find(({ name }) => /^(?:qti-stimulus-body|stimulusBody|body)$/.test(name))
      return rooted((body ?? root).children, path)
    } catch (error) {
      if (!(error instanceof UnreadableFile || error instanceof UnreadableItem)) throw error
      return null
    }
  }

  source(file: string, more: Partial<QtiSource>): QtiSource {
    return {
      file,
      image: (src) => imageOf(this, this.#media, file, src),
      document: (href) => this.#document(href, file),
      steps: this.#steps,
      ...more,
    }
  }

  /** Reads an item's file, or says why it cannot be read. */
  async item(file: string, more: Partial<QtiSource>): Promise<FoundItem> {
    const place = { title: posix.basename(file), file, category: more.category ?? [] }
    try {
      const root = await this.root(file)
      if (isQtiItem(root)) return await readQtiItem(root, this.source(file, more))
      return refusedItem(
        { ...place, line: root.line },
        `Its file has “${root.name}” where an assessment item is expected`,
      )
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      return refusedItem({ ...place, line: error.line }, error.message)
    }
  }
}

interface Contents {
  tests: string[]
  items: string[]
  /** Files of QTI 1.2. */
  older: string[]
  fields: Map<string, Partial<QtiSource>>
}

/** The contents of a manifest. */
async function listed(all: Package, manifest: string): Promise<Contents> {
  const root = await all.root(manifest)
  const contents: Contents = { tests: [], items: [], older: [], fields: new Map() }
  for (const resource of findAll(root, 'resource')) {
    const { type = '', href = childOf(resource, 'file')?.attributes.href ?? '' } = resource.attributes
    const path = pathOf(href, manifest)
    const isOfTest = /^imsqti_(?:test|assessment)_/i.test(type)
    if (path === null || !(isOfTest || /^imsqti_(?:apip)?item_/i.test(type))) continue
    ;(isOfTest ? contents.tests : contents.items).push(path)
    contents.fields.set(path, packageFields(resource))
  }
  return contents
}

const isItem = /<(?:\w+:)?(?:assessmentItem|qti-assessment-item)[\s>]/
const isTest = /<(?:\w+:)?(?:assessmentTest|qti-assessment-test)[\s>]/
const isOlder = /<(?:\w+:)?questestinterop[\s>]/

/** For a file of a package whose other files are read as another version of QTI. */
export const ofOtherVersion = (file: string, version: '1.2' | '2 or 3') =>
  refusedItem(
    { title: posix.basename(file), file },
    `It is a file of QTI ${version}, but the other files are not. Upload files of this version by themselves`,
  )

const xmlNames = ({ files }: Package) => files.names.filter((one) => /\.xml$/i.test(one)).slice(0, maxFiles)
// In UTF-16, each letter of a tag has a zero beside it.
const beginningOf = async (files: PackageFiles, name: string) =>
  (await files.read(name)).toString('latin1', 0, 20_000).replaceAll('\0', '')

/** True for a file with an item of QTI 2 or 3. */
export const hasItem = async (files: PackageFiles, name: string) => isItem.test(await beginningOf(files, name))

/** Finds items and tests by their root elements. */
async function discovered(all: Package): Promise<Contents> {
  const contents: Contents = { tests: [], items: [], older: [], fields: new Map() }
  for (const name of xmlNames(all)) {
    const text = await beginningOf(all.files, name)
    if (isItem.test(text)) contents.items.push(name)
    else if (isTest.test(text)) contents.tests.push(name)
    else if (isOlder.test(text)) contents.older.push(name)
  }
  return contents
}

/** Names the files with questions that the manifest does not list. @param read paths that it does */
async function unlisted(all: Package, read: ReadonlySet<string>): Promise<FoundItem | undefined> {
  const names: string[] = []
  for (const name of xmlNames(all).filter((one) => !read.has(one)))
    try {
      if (await hasItem(all.files, name)) names.push(name)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
    }
  if (names.length === 0) return undefined
  const shown = names.slice(0, 5).join(', ').slice(0, 500) + (names.length > 5 ? ' and others' : '')
  return refusedItem(
    { title: 'Files that the manifest does not list' },
    `The manifest does not list ${names.length === 1 ? 'one file' : `${names.length} files`} with questions: ${shown}. Add them to the manifest, or upload them without one`,
  )
}

const depthOf = (name: string) => name.split('/').length

/**
 * Reads the items of a package, in the order of its tests.
 * @throws UnreadableFile if it has none
 */
export async function* readQtiPackage(files: PackageFiles, media: Media): AsyncGenerator<FoundItem> {
  const all = new Package(files, media)
  const manifests = files.names.filter((name) => posix.basename(name).toLowerCase() === 'imsmanifest.xml')
  const [manifest] = manifests.toSorted((one, other) => depthOf(one) - depthOf(other))
  const given = manifest === undefined ? null : await listed(all, manifest)
  const contents = given && given.items.length + given.tests.length > 0 ? given : await discovered(all)
  const read = new Set<string>()
  const isOnly = contents.tests.length === 1
  for (const test of contents.tests) {
    let refs: RefIn[]
    try {
      refs = await refsIn(test, (name) => all.root(name), pathOf)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      const flaw = `${error.message}. The order and the sections of its questions are not kept`
      yield refusedItem({ title: posix.basename(test), file: test, line: error.line }, flaw)
      continue
    }
    for (const { path, href, category, passages, losses, title, flaw } of refs) {
      const where = isOnly || title === '' ? category : [title, ...category]
      if (!all.has(path)) {
        const name = href.slice(0, 100)
        const reason = flaw ?? `Its file “${name}” is not in the package`
        yield refusedItem({ title: name, file: test, category: where }, reason)
      } else if (!read.has(path)) {
        read.add(path)
        const own = contents.fields.get(path)
        yield await all.item(path, {
          ...own,
          losses: [...(own?.losses ?? []), ...losses],
          category: where,
          passage: passages.flatMap(({ nodes, file }) => rooted(nodes, file)),
        })
      }
    }
  }
  for (const item of contents.items) {
    if (read.has(item)) continue
    read.add(item)
    yield await all.item(item, contents.fields.get(item) ?? {})
  }
  for (const file of contents.older) yield ofOtherVersion(file, '1.2')
  const left = contents === given ? await unlisted(all, read) : undefined
  if (left) yield left
  if (read.size === 0)
    throw new UnreadableFile('The package has no questions of QTI 2 or 3. Choose a package with assessment items')
}

/** Reads a single XML file with assessment items. @throws UnreadableFile if it has none */
export const readQti = (chunks: AsyncIterable<string> | Iterable<string>, media: Media): AsyncGenerator<FoundItem> =>
  untilFlaw(itemsIn(chunks, media))

async function* itemsIn(chunks: AsyncIterable<string> | Iterable<string>, media: Media): AsyncGenerator<FoundItem> {
  const steps = fileSteps()
  let count = 0
  for await (const { element } of readXml(chunks, isQtiItem)) {
    count++
    yield await readQtiItem(element, {
      image: (src) => imageOf(null, media, '', src),
      document: async () => null,
      steps,
    })
  }
  if (count === 0)
    throw new UnreadableFile(
      'The file has no assessment item of QTI 2 or 3. Export the questions as a QTI package, and upload the .zip file',
    )
}
