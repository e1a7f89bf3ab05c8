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

/**
 * Tables that a feature may write besides those of the file in `drizzle/schema` with its name. Mail belongs to the
 * platform, which has no such file.
 */
const others: Record<string, readonly string[]> = {
  attempts: ['codeAnswers', 'studentAssignments'],
  auth: ['apiTokens', 'colleges', 'groupRequests', 'users'],
  branding: ['colleges'],
  colleges: ['attempts', 'mails', 'passwordResets', 'users'],
  members: ['colleges'],
  platform: ['letters', 'mails', 'settings'],
  privacy: ['auditEntries', 'users'],
  tests: ['testCodingQuestions'],
}

/** Who may write which table. The demo fills them all. */
export function checkWrites(sources: readonly Source[]): Breach[] {
  return sources.flatMap(({ path, code }) => {
    const owner = /^src\/server\/(?:features\/)?([^/]+)/.exec(path)?.[1]
    if (!owner || owner === 'demo' || isTest(path)) return []
    return (code?.writes ?? [])
      .filter(({ table, schema }) => schema !== owner && !others[owner]?.includes(table))
      .map(({ table, schema, line }) => ({
        path,
        line,
        problem: `${owner} writes ${table} of ${schema}`,
        mend: `Call a function of ${schema}, or let the services carry it. A shared table is listed in scripts/structure/uses.ts.`,
      }))
  })
}
