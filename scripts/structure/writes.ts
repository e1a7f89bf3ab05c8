import { isTest, type Source, type Violation } from './sources.ts'

/**
 * Additional tables each feature may write, besides those in the file of `drizzle/schema` with its name. Mail belongs to the
 * platform, which has no such file.
 */
const others: Record<string, readonly string[]> = {
  attempts: ['codeAnswers', 'settings', 'studentAssignments'],
  audit: ['settings'],
  auth: ['apiTokens', 'colleges', 'groupRequests', 'users'],
  branding: ['colleges', 'settings'],
  colleges: ['attempts', 'mails', 'passwordResets', 'users'],
  members: ['colleges'],
  platform: ['letters', 'mails'],
  privacy: ['auditEntries', 'settings', 'users'],
  tests: ['testCodingQuestions'],
}

/** Checks which feature writes which table. The demo may fill all of them. */
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
        fix: `Call a use case of ${schema}, or one passed in by the services. Shared tables are listed in scripts/structure/writes.ts.`,
      }))
  })
}
