import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import type { Archive, Entry } from '#server/single-file/archive.ts'

/** A file or folder of this checkout, and its path when unpacked. */
export interface Source {
  from: string
  to: string
  executable?: boolean
}

const options = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }

/** Hidden files, tests, and the snapshots with which drizzle-kit writes the next migration. */
const unused = /(^|\/)\.|\.test\.ts$|(^|\/)meta\/\d+_snapshot\.json$/

function filesOf({ from, to, executable = false }: Source): Required<Source>[] {
  if (!statSync(from).isDirectory()) return [{ from, to, executable }]
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => !unused.test(name) && statSync(join(from, name)).isFile())
    .map((name) => ({ from: join(from, name), to: join(to, name), executable }))
}

/** Compresses a file if that saves at least 10%. */
function compressed(content: Buffer): { part: Buffer; codec: Entry['codec'] } {
  const part = zstdCompressSync(content, options)
  return part.length < content.length * 0.9 ? { part, codec: 'zstd' } : { part: content, codec: null }
}

/** Concatenates files. A file that stands beside its Brotli version, as the client's do, is unpacked from that. */
export function pack(sources: readonly Source[]): { archive: Archive; bytes: Buffer } {
  const entries = new Map<string, Entry>()
  const parts: Buffer[] = []
  let end = 0
  // The longer name, such as `a.js.br`, comes first.
  for (const { from, to, executable } of sources.flatMap(filesOf).reverse()) {
    const content = readFileSync(from)
    const beside = entries.get(`${to}.br`)
    const entry = { path: to, size: content.length, executable }
    if (beside) {
      entries.set(to, { ...beside, ...entry, codec: 'brotli' })
      continue
    }
    const { part, codec } = compressed(content)
    entries.set(to, { ...entry, at: end, length: part.length, codec })
    parts.push(part)
    end += part.length
  }
  const list = [...entries.values()]
  const bytes = Buffer.concat(parts)
  const name = createHash('sha256').update(JSON.stringify(list)).update(bytes).digest('hex')
  return { archive: { name, entries: list }, bytes }
}
