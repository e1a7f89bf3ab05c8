import { createHash, randomBytes } from 'node:crypto'
import { deleteFile, imageFolder, writeStored } from '#server/platform/files.ts'
import { readImage, sizeFlaw } from '#server/platform/image.ts'
import type { Platform } from '#server/platform/platform.ts'
import { maxImageBytes } from '#shared/tests/images.schema.ts'
import type { Media, StoredImage } from '../formats/found.ts'

/** Maximum total size of a file's images. */
const maxBytes = 500 * 1024 * 1024

/** Writes the images of a question file to a separate folder. */
export class ImportMedia implements Media {
  /** Names of the images written. */
  readonly names: string[] = []
  readonly #folder: string
  /** By content, because packages often repeat an image. */
  readonly #known = new Map<string, StoredImage>()
  #bytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async add(bytes: Buffer, name: string): Promise<StoredImage> {
    const content = createHash('sha256').update(bytes).digest('base64')
    const known = this.#known.get(content)
    if (known) return known
    const stored = await this.#store(bytes, name)
    this.#known.set(content, stored)
    return stored
  }

  async #store(bytes: Buffer, name: string): Promise<StoredImage> {
    const image = readImage(bytes)
    if (!image) return { flaw: `${name} is not a JPEG, PNG, GIF or WebP image` }
    if (image === 'damaged') return { flaw: `${name} is damaged` }
    const flaw = sizeFlaw(image)
    if (flaw) return { flaw: `${name} ${flaw}` }
    if (bytes.length > maxImageBytes) return { flaw: `${name} is larger than 5 MB` }
    this.#bytes += bytes.length
    if (this.#bytes > maxBytes) return { flaw: `The file has more than 500 MB of images` }
    const stored = `${randomBytes(16).toString('hex')}.${image.type}`
    await writeStored(this.#folder, stored, bytes.subarray(0, image.end))
    this.names.push(stored)
    return { url: `/images/${stored}` }
  }
}

/** Deletes images of an import that no question uses. */
export async function deleteImages({ config }: Platform, names: readonly string[]) {
  for (const name of names) await deleteFile(imageFolder(config.dataDir), name)
}
