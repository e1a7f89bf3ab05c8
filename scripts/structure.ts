/**
 * Checks the layout rules of the docs, and prints how to fix each breach.
 *     node scripts/structure.ts [folder]
 */
import { checkStructure } from './structure/check.ts'
import { known } from './structure/known.ts'
import { readSources } from './structure/sources.ts'

const folder = process.argv[2]
const sources = readSources(folder ?? `${import.meta.dirname}/..`)
const breaches = checkStructure(sources, folder ? [] : known)
for (const { path, line, problem, fix } of breaches) {
  console.log(`${path}${line ? `:${line}` : ''}: ${problem}\n    ${fix}`)
}
if (breaches.length > 0) {
  console.log(`\nstructure: ${sources.length} files, ${breaches.length} breach${breaches.length > 1 ? 'es' : ''}`)
  process.exitCode = 1
} else {
  console.log(`structure: ${sources.length} files, no breach`)
}
