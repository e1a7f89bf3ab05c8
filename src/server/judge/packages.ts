import { existsSync } from 'node:fs'
import { type Language, languages } from '#shared/coding/languages.rules.ts'
import { languageSetups } from './languages.ts'
import { bubblewrap } from './sandbox.ts'

interface Part {
  packages: readonly string[]
  programs: readonly string[]
}

const sandbox: Part = { packages: ['bubblewrap'], programs: [bubblewrap] }

/** Languages that setup installs. */
export const usualLanguages = languages.filter((language) => !languageSetups[language].optional)

/** Lists the judge's Debian packages that this machine lacks for these languages. */
export function missingPackages(wanted: readonly Language[]): string[] {
  const parts: Part[] = [sandbox, ...wanted.map((language) => languageSetups[language])]
  const missing = parts.filter(({ programs }) => !programs.every((program) => existsSync(program)))
  return [...new Set(missing.flatMap(({ packages }) => packages))]
}
