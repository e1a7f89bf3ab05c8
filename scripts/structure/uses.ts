import type { Use } from './code.ts'
import { type Breach, isTest, type Source } from './sources.ts'

interface Guard {
  /** Paths where the rule applies. */
  within: string[]
  /** The files that may. */
  allowed: string[]
  mend: string
}

const minting: Guard = {
  within: ['src/', 'drizzle/'],
  allowed: ['src/server/platform/scope.ts', 'src/server/trpc/procedures.ts'],
  mend: 'A scope comes from the role builders (trpc/procedures.ts) alone: take it as an argument.',
}

const guards: Record<Use['what'], Guard> = {
  'the system clock': {
    within: ['src/server/', 'src/shared/'],
    // The second is the clock of the programs that are judged.
    allowed: ['src/server/platform/clock.ts', 'src/server/judge/javascript/program/clock.ts'],
    mend: 'Take `now` as an argument, or ask app.clock.now().',
  },
  'process.env': {
    within: ['src/server/'],
    allowed: ['src/server/platform/settings.ts'],
    mend: 'Add a setting to platform/config.ts and read it from app.config.',
  },
  mintCollegeScope: minting,
  mintStudentScope: minting,
}

/** Things with one home: the clock, the environment, the makers of scopes. */
export function checkUses(sources: readonly Source[]): Breach[] {
  return sources.flatMap(({ path, code }) => {
    if (!code || isTest(path)) return []
    const breaches = code.uses.flatMap(({ what, line }): Breach[] => {
      const { within, allowed, mend } = guards[what]
      if (allowed.includes(path) || !within.some((folder) => path.startsWith(folder))) return []
      return [{ path, line, problem: `uses ${what}`, mend }]
    })
    const fromProcess = path.startsWith('src/server/') && !guards['process.env'].allowed.includes(path)
    const imported = fromProcess ? code.imports.filter(({ target }) => target === 'node:process') : []
    const { mend } = guards['process.env']
    return [...breaches, ...imported.map(({ line }) => ({ path, line, problem: 'imports node:process', mend }))]
  })
}
