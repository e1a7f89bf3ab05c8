import { type Breach, isTest, type Source } from './sources.ts'

/**
 * Tables that a feature may write besides those of the file in `drizzle/schema` with its name. Mail belongs to the
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
        mend: `Call a function of ${schema}, or let the services carry it. A shared table is listed in scripts/structure/writes.ts.`,
      }))
  })
}
