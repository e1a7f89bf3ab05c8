import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'
import type { AppRouter } from '#server/app-router.ts'
import { createWorld } from '#tests/support/world.ts'

async function aClient() {
  const world = await createWorld()
  const token = await world.tokenOf(world.admin)
  const headers = { authorization: `Bearer ${token}` }
  const url = `${world.url}/trpc`
  const single = createTRPCClient<AppRouter>({ links: [httpLink({ url, headers })] })
  const batch = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url, headers })] })
  const post = (path: string, body: string, sent: Record<string, string> = headers) =>
    fetch(`${url}/${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...sent } })
  return { world, single, batch, post }
}

describe('mutations over HTTP', () => {
  it('work with the typed client, one by one and in batches', async () => {
    const { world, single, batch } = await aClient()
    const profile = { name: 'Platform Owner' }
    expect((await single.auth.updateProfile.mutate(profile)).user.name).toBe('Platform Owner')
    const [first, second] = await Promise.all([
      batch.auth.updateProfile.mutate({ name: 'One' }),
      batch.auth.updateProfile.mutate({ name: 'Two' }),
    ])
    expect([first.user.id, second.user.id]).toEqual([world.admin.id, world.admin.id])
  })

  it('settle each call in a batch separately', async () => {
    const { batch, post } = await aClient()
    const [done, refused] = await Promise.allSettled([
      batch.auth.updateProfile.mutate({ name: 'One' }),
      batch.tests.delete.mutate({ id: 'nowhere' }),
    ])
    expect(done.status).toBe('fulfilled')
    const error = refused.status === 'rejected' && refused.reason
    expect(error).toBeInstanceOf(TRPCClientError)
    expect(error).toMatchObject({
      message: 'Test not found',
      data: { code: 'NOT_FOUND', httpStatus: 404, domainCode: 'NOT_FOUND', path: 'tests.delete' },
    })
    const mixed = await post(
      'auth.updateProfile,tests.delete?batch=1',
      JSON.stringify({ 0: { name: 'One' }, 1: { id: 'nowhere' } }),
    )
    expect(mixed.status).toBe(207)
  })

  it('return the invalid fields', async () => {
    const { single } = await aClient()
    await expect(single.colleges.create.mutate({} as never)).rejects.toMatchObject({
      message: 'Validation failed',
      data: { httpStatus: 400, errors: expect.arrayContaining([expect.objectContaining({ field: 'name' })]) },
    })
  })

  it('return 401 before reading the body, and 400 for invalid JSON', async () => {
    const { post } = await aClient()
    const nobody = await post('tests.delete', '{"id":', {})
    expect(nobody.status).toBe(401)
    const broken = await post('tests.delete', '{"id":')
    expect(broken.status).toBe(400)
    expect(await broken.json()).toMatchObject({ error: { message: 'The request body is not valid JSON' } })
  })

  it.each([
    ['nothing.here', 404],
    ['tests.list', 405],
    ['__proto__', 404],
    ['constructor', 404],
  ])('do not execute %s', async (path, status) => {
    const { post } = await aClient()
    expect((await post(path, '{}')).status).toBe(status)
  })

  it('leave other content types to REST', async () => {
    const { post } = await aClient()
    expect((await post('tests.delete', 'id=1', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('return Retry-After for a limited account', async () => {
    const { post, world } = await aClient()
    const body = JSON.stringify({ email: world.admin.email, password: 'wrong' })
    let answer = await post('auth.login', body, {})
    for (let tries = 0; tries < 12 && answer.status !== 429; tries++) answer = await post('auth.login', body, {})
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
