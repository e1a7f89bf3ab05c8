/**
 * Runs checks and tests, even after failures. The last line is `N passed, N failed`. The exit code is 0 only if nothing
 * failed and every part actually ran.
 *
 *     npm test               every check, and all tests except the long ones
 *     npm run test:full      the long tests too
 *     npm test -- auth       one part: lint, types, structure, dependencies, client, binary, browser, vitest, unit (tests in
 *                            src), or a folder of tests/
 */
import { delimiter, dirname } from 'node:path'
import { prepareJudge } from './setup/judge.mjs'
import { Steps } from './setup/steps.mjs'
import { missingPrograms } from './testing/debian.ts'
import { type Part, runPart, selectParts } from './testing/parts.ts'
import { table, tally, verdict } from './testing/summary.ts'

// Set before starting anything, so that servers and browsers also use this unusual time zone.
process.env.TZ = 'Asia/Kathmandu'
process.chdir(`${import.meta.dirname}/..`)
// Tests start servers hundreds of times; a compile cache saves about a second each.
process.env.NODE_COMPILE_CACHE = `${process.cwd()}/node_modules/.cache/compiled`
// Tools whose shebang is `node` must run with this Node.
process.env.PATH = [dirname(process.execPath), 'node_modules/.bin', process.env.PATH].join(delimiter)

const [given] = process.argv.slice(2)
const selected = selectParts(given)
if (typeof selected === 'string') {
  console.error(selected)
  process.exit(2)
}

const isCheck = ({ kind }: Part) => kind === 'check'
// These checks are independent, print nothing and need no Debian packages, so they run during the installation.
const checked = Promise.all(selected.filter(isCheck).map((part) => runPart(part, [])))

/** Optional languages small enough to install for their tests. */
const testedLanguages = ['php', 'ruby']

const needed = selected.flatMap((part) => part.needs ?? [])
const steps = new Steps()
const missing = await missingPrograms([...new Set(needed)], steps)
if (selected.some((part) => part.judges)) await prepareJudge(process.execPath, steps, testedLanguages)
steps.finish()

const results = (await checked).flat()
for (const part of selected.filter((part) => !isCheck(part))) results.push(...(await runPart(part, missing)))

const total = tally(results)
const failures = results.flatMap((result) => result.failures ?? [])
console.log(`\n${table(results)}\n`)
// Repeated here because early failures have scrolled out of view.
if (failures.length > 0) console.log(`${failures.join('\n')}\n`)
if (given === undefined) console.log('Without the long tests: npm run test:full runs them too')
console.log(verdict(total))
process.exitCode = total.failed === 0 ? 0 : 1
