/**
 * `npm run pictures`: updates the screenshots that the browser tests compare with the built client, and lists the
 * changed ones. Review each before committing it.
 *
 *     npm run pictures -- my-tests     only tests with "my-tests" in their name
 */
import { runOne, runQuietly } from './setup/run.mjs'

process.chdir(`${import.meta.dirname}/..`)
const [name] = process.argv.slice(2)
const args = ['test', 'pictures/', '--update-snapshots=changed', '--workers=2', ...(name ? ['--grep', name] : [])]
const code = await runOne('node_modules/.bin/playwright', args, process.env)
const { output } = await runQuietly('git', ['status', '--porcelain', '--untracked-files=all', 'docs/images/screens'])
console.log(output.trim() ? `\nReview these pictures before you commit them:\n${output}` : '\nNo picture changed.')
process.exitCode = code
