import { existsSync } from 'node:fs'
import { languageSetups } from './languages.ts'
import { bubblewrap } from './sandbox.ts'

const parts = [{ packages: ['bubblewrap'], programs: [bubblewrap] }, ...Object.values(languageSetups)]

/** Lists the judge's Debian packages that this machine lacks. */
export const missingPackages = (): string[] =>
  parts
    .filter(({ programs }) => !programs.every((program) => existsSync(program)))
    .flatMap(({ packages }) => [...packages])
