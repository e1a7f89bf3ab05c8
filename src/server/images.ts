import { type Stats, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sandboxHeaders } from './platform/export/response.ts'
import { imageFolder } from './platform/files.ts'
import { sendError } from './rest/adapter.ts'

const namePattern = /^[0-9a-f]{32}\.(png|jpe?g|gif|webp)$/
const contentTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** Maximum size of all cached images together, and of one, in bytes. */
const cacheSize = { total: 32 * 1024 * 1024, one: 1024 * 1024 }

/**
 * The most recently requested images. Opening, reading and closing the same few files for every student would be most
 * of the server's work when a whole hall starts (docs/decisions/072).
 */
class ImageCache {
  readonly #images = new Map<string, Buffer>()
  #bytes = 0

  /** Returns a file's content. @param size its current size */
  async read(path: string, size: number): Promise<Buffer> {
    const known = this.#images.get(path)
    if (known) this.#remove(path, known)
    const image = known?.length === size ? known : await readFile(path)
    if (!this.#images.has(path)) {
      this.#images.set(path, image)
      this.#bytes += image.length
    }
    for (const [oldest, content] of this.#images) {
      if (this.#bytes <= cacheSize.total) break
      this.#remove(oldest, content)
    }
    return image
  }

  #remove(path: string, image: Buffer) {
    this.#images.delete(path)
    this.#bytes -= image.length
  }
}

/**
 * Serves question images. Their names are unguessable, so they need no session, which an `<img>` could not send. Their
 * content never changes, so browsers cache them forever.
 */
export async function serveImages(server: FastifyInstance, dataDir: string) {
  const folder = imageFolder(dataDir)
  const cache = new ImageCache()
  server.get<{ Params: { name: string } }>('/images/:name', async (req, reply) => {
    const type = contentTypes[namePattern.exec(req.params.name)?.[1] ?? '']
    const path = join(folder, req.params.name)
    // Synchronous, because a thread would take several times as long. A deleted image must not be served.
    const facts: Stats | undefined = type ? statSync(path, { throwIfNoEntry: false }) : undefined
    if (!type || !facts) return sendError(reply, { code: 'NOT_FOUND', message: 'Image not found' })
    reply.headers({
      'content-type': type,
      'content-length': String(facts.size),
      'cache-control': 'public, max-age=31536000, immutable',
      ...sandboxHeaders,
    })
    if (facts.size <= cacheSize.one) return reply.send(await cache.read(path, facts.size))
    const file = await open(path, 'r')
    // With an explicit end, the stream finishes at its last byte, so that shutdown need not wait for the connection.
    return reply.send(file.createReadStream({ start: 0, end: facts.size - 1, highWaterMark: 256 * 1024 }))
  })
}
