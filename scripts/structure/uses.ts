import type { Use } from './code.ts'
import { isTest, type Source, type Violation } from './sources.ts'

interface Guard {
  /** Paths where the rule applies. */
  within: string[]
  allowed: string[]
  fix: string
}

const minting: Guard = {
  within: ['src/', 'drizzle/'],
  allowed: ['src/server/platform/scope.ts', 'src/server/trpc/procedures.ts'],
  fix: 'Only the role builders (trpc/procedures.ts) create scopes. Take the scope as an argument.',
}

const guards: Record<Use['what'], Guard> = {
  'the system clock': {
    within: ['src/server/', 'src/shared/'],
    // The second file is the clock for judged programs.
    allowed: ['src/server/platform/clock.ts', 'src/server/judge/javascript/program/clock.ts'],
    fix: 'Take `now` as an argument, or call app.clock.now().',
  },
  'process.env': {
    within: ['src/server/'],
    allowed: ['src/server/platform/settings.ts'],
    fix: 'Add a setting to platform/config.ts and read it from app.config.',
  },
  mintAuthorScope: minting,
  mintCollegeScope: minting,
  mintStudentScope: minting,
}

/** Checks that only the allowed files use the clock, the environment and the functions that create scopes. */
export function checkUses(sources: readonly Source[]): Violation[] {
  return sources.flatMap(({ path, code }) => {
    if (!code || isTest(path)) return []
    const violations = code.uses.flatMap(({ what, line }): Violation[] => {
      const { within, allowed, fix } = guards[what]
      if (allowed.includes(path) || !within.some((folder) => path.startsWith(folder))) return []
      return [{ path, line, problem: `uses ${what}`, fix }]
    })
    const fromProcess = path.startsWith('src/server/') && !guards['process.env'].allowed.includes(path)
    const imported = fromProcess ? code.imports.filter(({ target }) => target === 'node:process') : []
    const { fix } = guards['process.env']
    return [...violations, ...imported.map(({ line }) => ({ path, line, problem: 'imports node:process', fix }))]
  })
}

/**
 * Extra tables that each feature may write, besides those in the schema file of the same name. The platform has no such
 * file, so all of its tables are listed.
 */
const others: Record<string, readonly string[]> = {
  attempts: ['codeAnswers', 'studentAssignments'],
  auth: ['apiTokens', 'colleges', 'groupRequests', 'users'],
  branding: ['colleges'],
  colleges: ['attempts', 'bankQuestions', 'mails', 'passwordResets', 'tests', 'users'],
  members: ['colleges'],
  platform: ['mails', 'massMails', 'settings'],
  privacy: ['auditEntries', 'users'],
  tests: ['testCodingQuestions'],
}

/** Checks that a feature writes only its own tables and the exceptions above. The demo may write all tables. */
export function checkWrites(sources: readonly Source[]): Violation[] {
  return sources.flatMap(({ path, code }) => {
    const owner = /^src\/server\/(?:features\/)?([^/]+)/.exec(path)?.[1]
    if (!owner || owner === 'demo' || isTest(path)) return []
    return (code?.writes ?? [])
      .filter(({ table, schema }) => schema !== owner && !others[owner]?.includes(table))
      .map(({ table, schema, line }) => ({
        path,
        line,
        problem: `${owner} writes ${table} of ${schema}`,
        fix: `Call a function of ${schema}, or pass one in with the services. List shared tables in scripts/structure/uses.ts.`,
      }))
  })
}
