import { expect, it } from 'vitest'
import { createToken } from '#server/features/integrations/tokens.ts'
import { listProcedures } from '#server/rest/procedures.ts'
import type { ApiAccess } from '#shared/integrations/integrations.schema.ts'
import type { Role } from '#shared/roles.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { matrix } from './matrix.ts'

const admins: readonly Role[] = ['master_admin', 'college_admin']
const inPerson = 'An API token cannot do this. Please sign in.'
const readsOnly = 'This API token is read-only.'

/** Procedures that no token may call. Deliberately a second list. */
const closed = [
  'auth.addPasskey',
  'auth.beginPasskey',
  'auth.beginStepUp',
  'auth.beginTwoStep',
  'auth.changePassword',
  'auth.confirmTwoStep',
  'auth.endSession',
  'auth.endSessions',
  'auth.groupRequest',
  'auth.liftSignInLimit',
  'auth.logout',
  'auth.passkeys',
  'auth.putSecondStep',
  'auth.removePasskey',
  'auth.renewRecoveryCodes',
  'auth.secondStep',
  'auth.sessions',
  'auth.stepUp',
  'auth.turnOffTwoStep',
  'auth.twoStep',
  'auth.updateAdminProfile',
  'auth.updateProfile',
  'auth.waitingSignIns',
  'auth.withdrawGroupRequest',
  'colleges.reissuePassword',
  'colleges.turnOffTwoStep',
  'integrations.tokens.create',
  'integrations.tokens.delete',
  'integrations.tokens.list',
  'integrations.webhooks.create',
  'integrations.webhooks.delete',
  'integrations.webhooks.renewSecret',
  'integrations.webhooks.toggleStatus',
  'integrations.webhooks.update',
  'judgeWorkers.create',
  'judgeWorkers.drain',
  'judgeWorkers.revoke',
  'members.reissuePassword',
  'members.selection.reissuePasswords',
  'privacy.erase',
  'privacy.export',
  'privacy.exportOwn',
]
/** The only account calls that a token may make. They read its owner's profile. */
const openOfAccount = ['auth.adminProfile', 'auth.me']

const procedures = listProcedures().filter(({ meta }) => meta.roles !== 'public')

it('keeps accounts, sessions, passwords, tokens and secrets out of reach of tokens', () => {
  expect(procedures.filter(({ meta }) => meta.inPerson).map(({ name }) => name)).toEqual(closed)
  const ofAccount = procedures.filter(({ name }) => name.startsWith('auth.') || name.startsWith('integrations.tokens.'))
  expect(ofAccount.filter(({ meta }) => !meta.inPerson).map(({ name }) => name)).toEqual(openOfAccount)
})

async function tokensOf(world: World) {
  const { admin } = await world.college()
  const expiresAt = world.clock.now() + 86_400_000
  const make = async (role: Role, access: ApiAccess) => {
    const owner = role === 'master_admin' ? world.admin : admin
    const password = await world.passwordOf(owner)
    return (await createToken(world.platform, owner, { name: 'Walk', role, access, expiresAt, password })).token
  }
  const tokens: { role: Role; full: string; read: string }[] = []
  for (const role of admins) tokens.push({ role, full: await make(role, 'full'), read: await make(role, 'read') })
  return tokens
}

/** Calls over tRPC, which has every procedure. Ids need not exist, because permission is checked first. */
async function answerOf(world: World, name: string, type: string, token: string) {
  const isQuery = type !== 'mutation'
  const stream: Record<string, string> =
    type === 'subscription' ? { accept: 'text/event-stream' } : { 'content-type': 'application/json' }
  const input = isQuery ? `?input=${encodeURIComponent(JSON.stringify({ id: 'nothing' }))}` : ''
  const answer = await fetch(`${world.url}/trpc/${name}${input}`, {
    method: isQuery ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...stream },
    ...(isQuery ? {} : { body: '{"id":"nothing"}' }),
  })
  return { status: answer.status, text: await answer.text() }
}

it('refuses restricted calls to a token, and changes to a read-only token, whatever its role', async () => {
  const world = await createWorld()
  const tokens = await tokensOf(world)
  let refused = 0
  for (const { name, type, meta } of procedures)
    for (const { role, full, read } of tokens) {
      const rule = matrix[name]
      if (rule === undefined || rule.roles === 'public' || !rule.roles.includes(role)) continue
      const isClosed = meta.inPerson === true
      for (const [token, sentence] of [
        [full, isClosed ? inPerson : undefined],
        [read, isClosed ? inPerson : type === 'mutation' ? readsOnly : undefined],
      ] as const) {
        // Each feature's tests cover the responses; here it is enough that a token is not refused.
        if (type !== 'mutation' || sentence) {
          const { status, text } = await answerOf(world, name, type, token)
          if (sentence) expect([name, role, status, text]).toEqual([name, role, 403, expect.stringContaining(sentence)])
          else expect(text, name).not.toMatch(/API token/)
          if (sentence) refused++
        }
      }
    }
  expect(refused).toBeGreaterThan(60)
})
