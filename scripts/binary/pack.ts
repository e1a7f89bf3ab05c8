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

function filesOf({ from, to, executable = false }: Source): Required<Source>[] {
  if (!statSync(from).isDirectory()) return [{ from, to, executable }]
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => !/(^|\/)\.|\.test\.ts$/.test(name) && statSync(join(from, name)).isFile())
    .map((name) => ({ from: join(from, name), to: join(to, name), executable }))
}

/** Concatenates files, compressing each if that saves at least 10%. */
export function pack(sources: readonly Source[]): { archive: Archive; bytes: Buffer } {
  const entries: Entry[] = []
  const parts: Buffer[] = []
  let at = 0
  for (const { from, to, executable } of sources.flatMap(filesOf)) {
    const content = readFileSync(from)
    const small = zstdCompressSync(content, options)
    const packed = small.length < content.length * 0.9
    const part = packed ? small : content
    entries.push({ path: to, size: content.length, at, length: part.length, packed, executable })
    parts.push(part)
    at += part.length
  }
  const bytes = Buffer.concat(parts)
  const name = createHash('sha256').update(JSON.stringify(entries)).update(bytes).digest('hex')
  return { archive: { name, entries }, bytes }
}
