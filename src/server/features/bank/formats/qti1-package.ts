import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { type FoundItem, type Media, type PackageFiles, refusedItem, UnreadableFile } from './found.ts'
import { hasItem, ofOtherVersion } from './qti-package.ts'
import { missingReference, notQti1, type Reference, readQti1 } from './qti1.ts'
import { metadataOf } from './qti1-details.ts'
import { imagesOf } from './qti1-images.ts'
import { type Manifest, readManifest } from './qti1-manifest.ts'
import type { XmlElement } from './xml.ts'
import { decodeXml } from './xml-text.ts'

/** Reads packages of QTI 1.2: quiz exports of Canvas, Common Cartridges, and zips of XML files. */

const chunkSize = 65_536

function* chunksOf(text: string) {
  for (let at = 0; at < text.length; at += chunkSize) yield text.slice(at, at + chunkSize)
}

/** The shallowest manifest, because some zips contain the package in a folder. */
const manifestIn = (names: readonly string[]) =>
  names
    .filter((name) => posix.basename(name).toLowerCase() === 'imsmanifest.xml' && !name.split('/').includes('..'))
    .sort((a, b) => a.split('/').length - b.split('/').length)[0]

/** Without a manifest, every XML file may have questions. */
const withoutManifest = (names: readonly string[]): Manifest => ({
  files: names.filter((name) => /\.(?:xml|qti)$/i.test(name)).map((path) => ({ path, isBank: true })),
  flaws: [],
  resources: new Map(),
})

/** A fingerprint of what an item means, to find Canvas's copies of a bank's questions in quizzes. */
const fingerprintOf = ({ readings, reason }: FoundItem) =>
  createHash('sha256')
    .update(JSON.stringify([readings, reason]))
    .digest('base64')

/** True for a file that macOS adds to each file of a zip. */
const isOfMacOs = (name: string) => /(?:^|\/)(?:__MACOSX\/|\._)/.test(name)

/** @throws UnreadableFile if the package has no questions of QTI 1.2 */
export async function* readQti1Package(files: PackageFiles, media: Media): AsyncGenerator<FoundItem> {
  const names = new Set(files.names.filter((name) => !isOfMacOs(name)))
  const manifestPath = manifestIn([...names])
  const folderOf = (path: string) => (posix.dirname(path) === '.' ? '' : posix.dirname(path))
  const root = manifestPath === undefined ? '' : folderOf(manifestPath)
  const {
    files: found,
    flaws,
    resources,
  } = manifestPath === undefined
    ? withoutManifest([...names])
    : await readManifest(decodeXml(await files.read(manifestPath)), root, names)
  const stimuli = new Map<string, readonly XmlElement[]>()
  const references: { reference: Reference; path: string }[] = []
  const seen = new Set<string>()
  const banked = new Map<string, string>()
  let count = 0

  async function* readOne(path: string, isBank: boolean): AsyncGenerator<FoundItem> {
    let current: XmlElement | undefined
    const items = readQti1(chunksOf(decodeXml(await files.read(path))), media, {
      file: path,
      images: imagesOf(media, { files, root, folder: folderOf(path), resources }),
      stimuli,
      seen,
      onItem: (item) => {
        current = item
      },
      onReference: (reference) => references.push({ reference, path }),
    })
    for await (const item of items) {
      const ident = current?.attributes.ident ?? ''
      const original = current && metadataOf(current).get('assessment_question_identifierref')
      if (isBank && ident !== '') banked.set(ident, fingerprintOf(item))
      // The same question of the bank was read already.
      if (!isBank && original && item.readings.length > 0 && banked.get(original) === fingerprintOf(item)) continue
      yield item
    }
  }

  for (const { path, isBank } of [...found].sort((a, b) => Number(b.isBank) - Number(a.isBank))) {
    seen.add(posix.basename(path).replace(/\.xml(?:\.qti)?$/i, ''))
    try {
      for await (const item of readOne(path, isBank)) {
        count++
        yield item
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      if (manifestPath === undefined && error.message === notQti1) {
        if (await hasItem(files, path)) yield ofOtherVersion(path, '2 or 3')
        continue
      }
      count++
      yield refusedItem({ title: posix.basename(path), file: path, line: error.line }, error.message)
    }
  }
  for (const { href, reason } of flaws) {
    count++
    yield refusedItem({ title: href.slice(0, 120), file: manifestPath }, reason)
  }
  for (const { reference, path } of references) if (!seen.has(reference.ident)) yield missingReference(reference, path)
  if (count === 0)
    throw new UnreadableFile('The package has no questions of QTI 1.2; export the quiz or question bank and try again')
}
