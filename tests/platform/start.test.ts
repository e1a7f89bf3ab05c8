import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

let inputs: Metafile['inputs'] = {}
/** The packages that a server loads before it listens. */
const packages = new Set<string>()
/** Our own files that it loads. */
const files = new Set<string>()

beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: ['src/server/main.ts'],
    absWorkingDir: root,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    splitting: true,
    outdir: 'unused',
    write: false,
    metafile: true,
  })
  inputs = metafile.inputs
  const next = ['src/server/cli/serve.ts']
  for (let file = next.pop(); file; file = next.pop()) {
    if (files.has(file)) continue
    files.add(file)
    for (const { path, kind, external } of inputs[file]?.imports ?? []) {
      if (kind === 'dynamic-import') continue
      if (external) packages.add(path)
      else next.push(path)
    }
  }
})

it('loads what every server needs', () => {
  expect([...packages]).toEqual(expect.arrayContaining(['better-sqlite3', 'fastify', 'zod', '@trpc/server']))
  expect(files).toContain('src/server/features/attempts/save.ts')
})

it('starts without the libraries that few requests need', () => {
  const late = [
    ...['@dodona/dolos-core', '@simplewebauthn/server', '@zxcvbn-ts/language-common', 'age-encryption', 'isolated-vm'],
    ...['nodemailer', 'parse5', 'saxes', 'xlsx', 'yaml'],
  ]
  expect(late.filter((name) => packages.has(name))).toEqual([])
})

it('starts without the readers and writers of question files, packages and demo data', () => {
  const late = [
    'src/server/features/bank/formats/writers.ts',
    'src/server/features/coding/packages/packages.ts',
    'src/server/demo/load.ts',
    'src/server/cli/doctor.ts',
    'src/server/judge/main.ts',
  ]
  for (const file of late.slice(0, 4)) expect(inputs, file).toHaveProperty([file])
  expect(late.filter((file) => files.has(file))).toEqual([])
})
