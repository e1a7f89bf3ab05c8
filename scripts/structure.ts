/**
 * Checks the documented layout rules and prints a fix for each violation.
 *     node scripts/structure.ts [folder]
 */
import { checkStructure } from './structure/check.ts'
import { readSources } from './structure/sources.ts'

const folder = process.argv[2]
const sources = readSources(folder ?? `${import.meta.dirname}/..`)
const violations = checkStructure(sources)
for (const { path, line, problem, fix } of violations) {
  console.log(`${path}${line ? `:${line}` : ''}: ${problem}\n    ${fix}`)
}
if (violations.length > 0) {
  console.log(`\nstructure: ${sources.length} files, ${violations.length} violation${violations.length > 1 ? 's' : ''}`)
  process.exitCode = 1
} else {
  console.log(`structure: ${sources.length} files, no violations`)
}
