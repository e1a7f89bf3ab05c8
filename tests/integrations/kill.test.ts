import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aCollege, aTest } from '#tests/factories/forms.ts'
import { api, startServer } from '#tests/support/process.ts'
import { startReceiver } from './receiver.ts'

it('repeats a committed call with the same id after the server is killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-hook-'))
  // Never responds to the first call, so the server is killed between commit and delivery.
  const receiver = await startReceiver((res, call) => call > 1 && void res.writeHead(200).end())
  const start = () => startServer(dataDir, 'serve', { WEBHOOK_PRIVATE: 'true' })
  let server = await start()
  try {
    const signIn = async (email: string, password: string) =>
      (await api(server.url, 'POST', '/auth/login', undefined, { email, password })).body.token
    const master = await signIn('admin@localhost', 'first-password')
    const { body: made } = await api(server.url, 'POST', '/admin/colleges', master, aCollege())
    const hook = { url: receiver.url, events: ['assignment.accepted'] }
    const { body: added } = await api(server.url, 'POST', '/integrations/webhooks', master, hook)
    const { body: created } = await api(server.url, 'POST', '/tests', master, aTest(Date.now()))
    await api(server.url, 'POST', `/tests/${created.test.id}/assign-college`, master, { collegeIds: [made.college.id] })
    const admin = await signIn(made.credentials.email, made.credentials.temporaryPassword)
    const { body: offered } = await api(server.url, 'GET', '/tests/college/assigned', admin)
    const decide = `/tests/assignment/${offered.assignments[0].id}/status`
    expect((await api(server.url, 'PUT', decide, admin, { status: 'accepted' })).status).toBe(200)
    await receiver.arrived(1)
    await server.kill()
    server = await start()
    await receiver.arrived(2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const list = `/integrations/webhooks/${added.webhook.id}/deliveries`
    await expect
      .poll(async () => (await api(server.url, 'GET', list, master)).body.deliveries[0].status, { timeout: 20_000 })
      .toBe('delivered')
  } finally {
    await server.kill()
    rmSync(dataDir, { recursive: true })
  }
}, 180_000)
