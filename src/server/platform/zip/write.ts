import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** The earliest date in a zip; fixed so that equal files produce equal bytes. */
const attributes = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

export interface StreamedFile {
  path: string
  content: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** Maximum size of a file without Zip64, which spreadsheets support poorly in streamed files. */
export const maxFileBytes = 0xffffffff

/**
 * Packs files one by one as a stream, without buffering. Backpressure reaches the contents. They are destroyed when the
 * consumer closes the stream.
 */
export async function* zipStream(files: AsyncIterable<StreamedFile> | Iterable<StreamedFile>): AsyncGenerator<Buffer> {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  let source: Readable | undefined
  const pack = async () => {
    for await (const { path, content } of files) {
      if (output.destroyed) return
      source = Readable.from(content, { objectMode: false })
      // Wait for the first chunk, so that its errors occur before the first byte is sent.
      await once(source, 'readable')
      archive.addReadStream(source, path, { ...attributes, compressionLevel: 3 })
      await finished(source)
    }
    archive.end()
  }
  const packing = pack().catch((error) => output.destroy(error))
  try {
    yield* output as AsyncIterable<Buffer>
  } finally {
    source?.destroy(new Error('The consumer has closed the zip'))
    await packing
  }
}

/** Packs files by path, one at a time, because the library's own function would hold 256 KB for each file at once. */
export const zip = (files: ReadonlyMap<string, string | Buffer>): Promise<Buffer> =>
  buffer(zipStream([...files].map(([path, content]) => ({ path, content: [Buffer.from(content)] }))))
