import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { runQuietly } from './run.mjs'
import { SetUpError } from './steps.mjs'

/** Sources of the built client. */
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
/** Vite empties its output folder first, so an interrupted build leaves no stamp. */
const stampFile = 'dist/client/.stamp'

function filesIn(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesIn(join(path, name)))
    .sort()
}

/** Hashes the names and contents of files and of all files in folders. */
export function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn)) {
    const content = readFileSync(file)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export const hashSources = () => hashFiles(sources)

const isBuilt = (hash) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash

/**
 * Builds the client into dist/client, even if it is up to date.
 *
 * @returns the exit code and the build's output
 */
export async function buildClient(node) {
  const hash = hashSources()
  const env = { ...process.env, NODE_ENV: 'production' }
  const result = await runQuietly(node, ['node_modules/vite/bin/vite.js', 'build'], env)
  if (result.code === 0) writeFileSync(stampFile, hash)
  return result
}

/** Builds the client unless it is up to date. */
export async function prepareClient(node, steps) {
  if (isBuilt(hashSources())) return
  await withLock(async () => {
    if (isBuilt(hashSources())) return
    await steps.run('Building the client', async () => {
      const { code, output } = await buildClient(node)
      if (code !== 0)
        throw new SetUpError(
          `${output.trim()}\n\nThe client could not be built. To see the error again: npx vite build`,
        )
    })
  })
}
