/**
 * Builds the single file, dist/examhall, for this machine's architecture, with its SBOM and checksums. Requires the
 * built client and warden; `npm run build:binary` builds everything. Does nothing if the inputs are unchanged.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { preparedFolder } from '#server/judge/folders.ts'
import { wardenIn } from '#server/judge/workshop.ts'
import { assetNames } from '#server/single-file/archive.ts'
import { bundlePrograms, bundleUnpacker } from './binary/bundle.ts'
import { injectInto } from './binary/inject.ts'
import { pack, type Source } from './binary/pack.ts'
import { hashFiles } from './setup/client.mjs'

process.chdir(`${import.meta.dirname}/..`)
const result = 'dist/examhall'
/** The executable's SBOM, in CycloneDX format. */
const parts = 'dist/examhall.cdx.json'
/** Checksums of the executable and its SBOM, for `sha256sum --check`. */
const checksums = 'dist/SHA256SUMS'
const stampFile = 'dist/.examhall-stamp'
const folder = resolve('dist/.binary')
const arch = process.arch
const node = resolve(`node_modules/node-linux-${arch}/bin/node`)
const warden = wardenIn(preparedFolder(resolve('dist/judge')))

/** Native packages, which must be loaded from their own files, and the files that this machine needs. */
const nativePackages: Record<string, string[]> = {
  'better-sqlite3': ['package.json', 'lib', `prebuilds/linux-${arch}.node`],
  'isolated-vm': ['package.json', `prebuilds/linux-${arch}/isolated-vm.abi${process.versions.modules}.glibc.node`],
  'node-gyp-build': ['package.json', 'index.js', 'node-gyp-build.js'],
}

const as = (path: string): Source => ({ from: path, to: path })
const sources: Source[] = [
  ...['migrations', 'dist/client', 'src/server/judge/javascript', 'src/server/judge/python'].map(as),
  ...Object.entries(nativePackages).flatMap(([name, files]) => files.map((file) => as(`node_modules/${name}/${file}`))),
  { from: warden, to: 'warden', executable: true },
  { from: 'package.json', to: 'package.json' },
  { from: join(folder, 'server'), to: 'server' },
]

/** Inputs of the build; packages are covered by the lock file. */
const inputs = [
  'src/server',
  'src/shared',
  'drizzle',
  'migrations',
  'dist/client',
  'scripts/binary',
  'scripts/binary.ts',
]
function currentStamp(): string {
  const { size, mtimeMs } = statSync(node)
  const facts = [hashFiles([...inputs, 'package.json', 'package-lock.json', warden]), node, size, mtimeMs]
  return createHash('sha256').update(facts.join('\0')).digest('hex')
}

async function build() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await bundlePrograms(join(folder, 'server'), Object.keys(nativePackages))
  await bundleUnpacker(join(folder, 'main.cjs'))
  const { archive, bytes } = pack(sources)
  writeFileSync(join(folder, assetNames.list), JSON.stringify(archive))
  writeFileSync(join(folder, assetNames.bytes), bytes)
  // Renaming lets a running process keep the old file.
  renameSync(await injectInto(node, folder), result)
  rmSync(folder, { recursive: true })
}

interface Component {
  'bom-ref'?: string
  type: string
  name: string
  version: string
  purl: string
  properties?: { name: string; value: string }[]
}

/** Writes the SBOM: the lock file's production packages and the embedded Node. */
function writeParts() {
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--sbom-type', 'application']
  // `--omit dev` would also omit packages shared with development dependencies.
  const bill = JSON.parse(execFileSync('npm', asked, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }))
  const version = process.version.slice(1)
  const all: Component[] = bill.components
  const components = all.filter(
    ({ properties }) => !properties?.some(({ name }) => name === 'cdx:npm:package:development'),
  )
  const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])])
  const dependencies = (bill.dependencies as { ref: string; dependsOn: string[] }[])
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  // npm names the component after the folder.
  bill.metadata.component.name = 'examhall'
  const node: Component = { type: 'platform', name: 'node', version, purl: `pkg:generic/node@${version}` }
  writeFileSync(parts, `${JSON.stringify({ ...bill, components: [...components, node], dependencies }, null, 2)}\n`)
}

function writeChecksums() {
  const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  writeFileSync(checksums, [result, parts].map((path) => `${sumOf(path)}  ${basename(path)}\n`).join(''))
}

const missingPart = [node, warden, 'dist/client/index.html'].find((path) => !existsSync(path))
if (missingPart) {
  console.error(`${missingPart} is missing. Run npm run build:binary on Linux with gcc to build or install it`)
  process.exit(1)
}
const stamp = currentStamp()
const isBuilt =
  [result, parts, checksums, stampFile].every((path) => existsSync(path)) && readFileSync(stampFile, 'utf8') === stamp
if (!isBuilt) {
  await build()
  writeParts()
  writeChecksums()
  writeFileSync(stampFile, stamp)
}
console.log(`${result}: ${(statSync(result).size / 1e6).toFixed(1)} MB${isBuilt ? ', unchanged' : ''}`)
