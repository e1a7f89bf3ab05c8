import { posix } from 'node:path'
import { imageTooLarge, maxImageBytes } from '#shared/tests/images.schema.ts'
import { type Media, type PackageFiles, type StoredImage, UnreadableFile } from './found.ts'
import type { Images } from './qti1-material.ts'

/** Finds the images that QTI 1.2 refers to: in its package, or written in the text. */

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A path inside a package; null if it leads outside. */
export function insidePath(folder: string, path: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(path) || path.includes('\\') || path.includes('\0')) return null
  const joined = posix.normalize(posix.join(folder, path))
  return joined === '..' || joined.startsWith('../') || joined.startsWith('/') ? null : joined
}

/** Canvas's names for the folder of a course's files. */
const fileBase = /^\$(?:IMS-CC-FILEBASE|IMS_CC_FILEBASE)\$\/*/i
const fileReference = /^\$CANVAS_COURSE_REFERENCE\$\/file_ref\/([^/?#]+)/i

interface Place {
  files: PackageFiles
  /** The folder of the manifest. */
  root: string
  /** The folder of the file with the questions. */
  folder: string
  /** Paths by the identifier of their resource. */
  resources: ReadonlyMap<string, string>
}

const outside = 'its address leads outside the package'

/** The paths at which an address can be found, in order; a sentence if there are none. */
function pathsOf(src: string, { root, folder, resources }: Place): string[] | string {
  const [path = ''] = src.trim().split(/[?#]/)
  const address = decoded(path)
  const id = fileReference.exec(address)?.[1]
  if (id !== undefined) return [resources.get(id) ?? ''].filter((path) => path !== '')
  if (/^(?:https?:)?\/\//i.test(address)) return 'it is on another server; add it by hand'
  const isCourseFile = fileBase.test(address)
  const folders = isCourseFile
    ? [posix.join(root, 'web_resources'), root, folder]
    : [folder, root, posix.join(root, 'web_resources')]
  const paths = folders.flatMap((one) => insidePath(one, address.replace(fileBase, '')) ?? [])
  return paths.length === 0 ? outside : [...new Set(paths)]
}

async function fromData(media: Media, src: string): Promise<StoredImage> {
  const comma = src.indexOf(',')
  const content = src.slice(comma + 1)
  if (comma < 0 || comma > 200) return { flaw: 'its data cannot be read' }
  if (content.length > 2 * maxImageBytes) return { flaw: imageTooLarge }
  const isBase64 = /;\s*base64$/i.test(src.slice(0, comma))
  return await media.add(Buffer.from(decoded(content), isBase64 ? 'base64' : 'utf8'), 'image')
}

/** The file that Blackboard's address `…/xid-123_1` stands for. */
function blackboardFile(src: string, names: Iterable<string>): string | undefined {
  const id = /\bxid-\d{1,20}_\d{1,9}/.exec(src.slice(0, 500))?.[0]
  if (!id) return undefined
  for (const name of names) {
    const at = posix.basename(name).indexOf(`__${id}`)
    if (at >= 0 && /^(?:\.|$)/.test(posix.basename(name).slice(at + id.length + 2)) && !/\.xml$/i.test(name))
      return name
  }
  return undefined
}

/** @param place without it, images outside the text cannot be found */
export function imagesOf(media: Media, place?: Place): Images {
  const names = new Set(place?.files.names)
  return {
    embedded: async (base64, name) =>
      base64.length > 2 * maxImageBytes
        ? { flaw: imageTooLarge }
        : await media.add(Buffer.from(base64, 'base64'), name),
    at: async (src) => {
      if (/^data:/i.test(src)) return await fromData(media, src)
      if (src.trim() === '') return { flaw: 'it has no address' }
      if (!place) return { flaw: 'it is not inside this file; import the whole package' }
      const paths = pathsOf(src, place)
      if (typeof paths === 'string') return { flaw: paths }
      const path = paths.find((one) => names.has(one)) ?? blackboardFile(src, names)
      if (path === undefined) return { flaw: `“${posix.basename(paths[0] ?? src)}” is missing from the package` }
      try {
        return await media.add(await place.files.read(path), posix.basename(path))
      } catch (error) {
        if (error instanceof UnreadableFile) return { flaw: error.message }
        throw error
      }
    },
  }
}
