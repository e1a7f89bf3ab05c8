import { open } from 'node:fs/promises'
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

/**
 * Serves question images. Their names are unguessable, so they need no session, which an `<img>` could not send. Their
 * content never changes, so browsers cache them forever.
 */
export async function serveImages(server: FastifyInstance, dataDir: string) {
  const folder = imageFolder(dataDir)
  server.get<{ Params: { name: string } }>('/images/:name', async (req, reply) => {
    const type = contentTypes[namePattern.exec(req.params.name)?.[1] ?? '']
    const file = type && (await openFile(join(folder, req.params.name)))
    if (!file) return sendError(reply, { code: 'NOT_FOUND', message: 'Image not found' })
    const { size } = await file.stat()
    return (
      reply
        .headers({
          'content-type': type,
          'content-length': String(size),
          'cache-control': 'public, max-age=31536000, immutable',
          ...sandboxHeaders,
        })
        // With an explicit end, the stream finishes at its last byte, so that shutdown need not wait for the
        // connection.
        .send(file.createReadStream({ start: 0, end: size - 1, highWaterMark: 256 * 1024 }))
    )
  })
}

async function openFile(path: string) {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
