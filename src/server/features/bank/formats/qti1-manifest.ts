import { insidePath } from './qti1-images.ts'
import { childrenOf, findAll, readDocument, type XmlElement } from './xml.ts'

/** Reads the manifest of a package with QTI 1.2: a quiz export of Canvas, or a Common Cartridge. */

const qti1Type = /^(?:imsqti_xmlv1p[012]|assessment\/x-bb-qti-)/i
const laterType = /^imsqti_(?:apip)?(?:item|test|assessment)_/i
const laterVersion = 'It is QTI 2 or 3, but other files of the package are QTI 1.2. Upload it in a package of its own'
const extension = /\.xml\.qti$/i
/** Brightspace's types. */
const materialType = /^d2l(?:quiz|questionlibrary|survey|selfassess)/i

const isQti1 = ({ attributes: { type = '', material_type = '' } }: XmlElement) =>
  qti1Type.test(type) || materialType.test(material_type)

/** The files with questions that a resource names. */
const hrefsOf = (resource: XmlElement) => [
  ...new Set(
    // Blackboard names the file in its own attribute.
    [resource, ...childrenOf(resource, 'file')].flatMap(({ attributes: { href, file } }) => href || file || []),
  ),
]

const hasQti1 = (resource: XmlElement) => isQti1(resource) || hrefsOf(resource).some((href) => extension.test(href))

/** True if a package's manifest lists QTI 1.2, which includes Canvas's exports and Common Cartridge. */
export const isQti1Manifest = (manifest: XmlElement): boolean => findAll(manifest, 'resource').some(hasQti1)

/** A file with questions. */
export interface QuestionFile {
  path: string
  /** True for a question bank, false for a test. */
  isBank: boolean
}

export interface Manifest {
  files: QuestionFile[]
  /** Addresses that cannot be read, with a reason. */
  flaws: { href: string; reason: string }[]
  /** Paths of all resources by identifier. */
  resources: ReadonlyMap<string, string>
}

const decoded = (href: string) => {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

/**
 * Finds the files with questions. Canvas writes each quiz of a cartridge twice: simplified for other systems, and in
 * full in `non_cc_assessments`. Only the full one is taken.
 */
export async function readManifest(text: string, folder: string, names: ReadonlySet<string>): Promise<Manifest> {
  const manifest = await readDocument(text)
  const resources = findAll(manifest, 'resource')
  const byId = new Map(resources.map((resource) => [resource.attributes.identifier ?? '', resource]))
  const flaws: Manifest['flaws'] = []
  const base = manifest.attributes.base ?? ''

  const pathOf = (resource: XmlElement, href: string): string | undefined => {
    const { base: own = '' } = resource.attributes
    // A base without a trailing slash is a file, and the others are in its folder.
    const addresses = [base + own + href, base + own.slice(0, own.lastIndexOf('/') + 1) + href]
    const paths = addresses.flatMap((address) => [insidePath(folder, decoded(address)), insidePath(folder, address)])
    if (paths.includes(null)) {
      flaws.push({ href, reason: 'Its address leads outside the package' })
      return undefined
    }
    const found = paths.find((one): one is string => one !== null && names.has(one))
    if (found === undefined) flaws.push({ href, reason: 'Its file is missing from the package' })
    return found
  }

  const taken = new Map<string, QuestionFile>()
  const take = (path: string | undefined, isBank: boolean) => {
    if (path !== undefined && !taken.has(path)) taken.set(path, { path, isBank })
  }
  for (const resource of resources) {
    const { identifier = '', type = '', material_type = '' } = resource.attributes
    if (!isQti1(resource)) continue
    const isBank = /question-?(?:bank|library)|pool/i.test(type + material_type)
    const related = childrenOf(resource, 'dependency').flatMap(
      ({ attributes: { identifierref = '' } }) => byId.get(identifierref) ?? [],
    )
    const full = [resource, ...related]
      .flatMap((one) => hrefsOf(one).map((href) => ({ one, href })))
      .find(({ href }) => extension.test(href))
    const beside = insidePath(folder, `non_cc_assessments/${identifier}.xml.qti`)
    const fullPath = full ? pathOf(full.one, full.href) : beside !== null && names.has(beside) ? beside : undefined
    const own = hrefsOf(resource).filter(
      (href) => /\.(?:xml|qti|dat)$/i.test(href) && !/assessment_meta\.xml$/i.test(href),
    )
    if (fullPath !== undefined) take(fullPath, isBank)
    else for (const href of own) take(pathOf(resource, href), isBank)
    const [href] = hrefsOf(resource)
    if (fullPath === undefined && own.length === 0 && href !== undefined)
      flaws.push({ href, reason: 'It is not an XML file' })
  }
  for (const resource of resources)
    if (laterType.test(resource.attributes.type ?? ''))
      for (const href of hrefsOf(resource).slice(0, 1)) flaws.push({ href, reason: laterVersion })
  // Canvas lists its banks as attachments.
  for (const resource of resources)
    for (const href of hrefsOf(resource))
      if (extension.test(href) && !isQti1(resource)) take(pathOf(resource, href), true)
  for (const name of names) if (extension.test(name)) take(name, true)
  // A manifest may say nothing about the kinds of its files.
  if (taken.size === 0 && flaws.length === 0)
    for (const name of names) if (/(?<!imsmanifest)\.(?:xml|qti)$/i.test(name)) take(name, true)
  const paths = resources.flatMap((resource) => {
    const [href] = hrefsOf(resource)
    const path = href === undefined ? null : insidePath(folder, decoded(href))
    return path === null || !names.has(path) ? [] : [[resource.attributes.identifier ?? '', path] as const]
  })
  return { files: [...taken.values()], flaws: uniqueFlaws(flaws), resources: new Map(paths) }
}

const uniqueFlaws = (flaws: Manifest['flaws']) => [...new Map(flaws.map((flaw) => [flaw.href, flaw])).values()]
