import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { runQuietly } from './run.mjs'
import { SetUpError } from './steps.mjs'

/** Everything the built client is made of. */
const sources = [
  'src/client',
  'src/shared',
  'public',
  'index.html',
  'vite.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]
/** Vite empties its folder first, so a build that was cut short leaves none. */
const stampFile = 'dist/client/.stamp'

function filesIn(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesIn(join(path, name)))
    .sort()
}

/** One hash over the names and contents of files, and of all files in folders. */
export function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn)) {
    const content = readFileSync(file)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** One hash over the client's sources. */
export const hashSources = () => hashFiles(sources)

const isBuilt = (hash) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash

/**
 * Builds the client into dist/client, whether or not it is there already.
 *
 * @returns the exit code and what the build printed
 */
export async function buildClient(node) {
  const hash = hashSources()
  const env = { ...process.env, NODE_ENV: 'production' }
  const result = await runQuietly(node, ['node_modules/vite/bin/vite.js', 'build'], env)
  if (result.code === 0) writeFileSync(stampFile, hash)
  return result
}

/** Builds the client unless the one that is there was made from the same sources. */
export async function prepareClient(node, steps) {
  if (isBuilt(hashSources())) return
  await withLock(async () => {
    if (isBuilt(hashSources())) return
    await steps.run('Building the client', async () => {
      const { code, output } = await buildClient(node)
      if (code !== 0)
        throw new SetUpError(`${output.trim()}\n\nThe client could not be built. To see it fail again: npx vite build`)
    })
  })
}
