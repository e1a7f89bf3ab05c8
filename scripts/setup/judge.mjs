import { installDebian } from './debian.mjs'
import { withLock } from './lock.mjs'
import { runQuietly } from './run.mjs'

const script = 'scripts/judge.ts'
const folder = 'dist/judge'

/** Lists the Debian packages and built files that the judge is missing. */
async function status(node, languages) {
  const { code, output } = await runQuietly(node, [script, folder, '--status', ...languages])
  if (code !== 0) throw new Error(output)
  return JSON.parse(output)
}

const isComplete = ({ packages, products }) => packages.length === 0 && products.length === 0

/**
 * Installs compilers and runtimes and builds the judge's native part. Failures are printed but do not stop setup:
 * the affected languages are unavailable.
 *
 * @param languages to install in addition to the usual ones
 */
export async function prepareJudge(node, steps, languages = []) {
  if (isComplete(await status(node, languages))) return
  await withLock(async () => {
    const { packages } = await status(node, languages)
    if (packages.length > 0) await installDebian(packages, steps)
    const { products } = await status(node, languages)
    if (products.length === 0) return
    await steps.run('Preparing the judge', async () => {
      const { code, output } = await runQuietly(node, [script, folder])
      if (code !== 0) console.log(`\n${output.trim()}`)
    })
  })
}
