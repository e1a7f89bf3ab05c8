/**
 * Prepares the judge on this machine. Run during setup.
 *
 *     node scripts/judge.ts FOLDER           builds the native part
 *     node scripts/judge.ts FOLDER --status [LANGUAGE...]
 *         prints what is missing for the usual languages and these: {packages, products}
 */
import { resolve } from 'node:path'
import { preparedFolder } from '#server/judge/folders.ts'
import { missingPackages, usualLanguages } from '#server/judge/packages.ts'
import { missingProducts, prepare } from '#server/judge/prepare.ts'
import { languages } from '#shared/coding/languages.rules.ts'

const [given = 'dist/judge', asked, ...others] = process.argv.slice(2)
const wanted = languages.filter((language) => usualLanguages.includes(language) || others.includes(language))
const folder = preparedFolder(resolve(given))
if (asked === '--status') {
  console.log(JSON.stringify({ packages: missingPackages(wanted), products: missingProducts(folder) }))
} else {
  process.umask(0o022)
  const failures = await prepare(folder)
  for (const failure of failures) console.error(failure)
  process.exitCode = failures.length === 0 ? 0 : 1
}
