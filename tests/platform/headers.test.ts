import { expect, it } from 'vitest'
import { png } from '#tests/support/images.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** The sources in the content security policy, by directive. */
const policyOf = (answer: Response) =>
  new Map(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')] as const
    }),
  )

const ask = async (world: World, path: string, init: RequestInit & { token?: string } = {}) => {
  const { token, ...rest } = init
  const answer = await fetch(`${world.url}${path}`, {
    redirect: 'manual',
    ...rest,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...rest.headers },
  })
  await answer.arrayBuffer()
  return answer
}

it('sends strict security headers with every kind of response: pages, client files, both APIs, errors', async () => {
  const world = await createWorld()
  const kinds = {
    page: '/dashboard',
    first: '/',
    asset: '/assets/app-1a2b3c.js',
    'missing asset': '/assets/none.js',
    'missing image': '/images/none.png',
    rest: '/api/auth/me',
    'unknown path': '/api/nothing',
    openapi: '/api/openapi.json',
    docs: '/api/docs',
    trpc: '/trpc/auth.me',
    health: '/healthz',
    'bad address': '/api/%zz',
  }
  for (const [kind, path] of Object.entries(kinds)) {
    const answer = await ask(world, path)
    const policy = policyOf(answer)
    expect(policy.get('default-src'), kind).toBe("'none'")
    expect(policy.get('script-src'), kind).toBe("'self'")
    for (const directive of ['script-src-attr', 'object-src', 'base-uri', 'frame-ancestors'])
      expect(policy.get(directive), `${kind}: ${directive}`).toBe("'none'")
    const scripts = [...policy].filter(([name]) => /script|default|worker/.test(name)).map(([, sources]) => sources)
    expect(scripts.join(' '), kind).not.toMatch(/unsafe|http|\*|data:|blob:/)
    expect(Object.fromEntries(answer.headers), kind).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(answer.headers.get('strict-transport-security'), 'plain http has none').toBeNull()
  }
})

it('sends HSTS to visitors over https', async () => {
  const world = await createWorld({ publicUrl: 'https://exams.example' })
  for (const path of ['/', '/api/auth/me', '/healthz'])
    expect((await ask(world, path)).headers.get('strict-transport-security')).toBe('max-age=31536000')
})

it('serves every download with a fixed, non-executable type, whoever uploaded it', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const token = await world.tokenOf(college.admin)
  const form = new FormData()
  const html = '<script>alert(1)</script>'
  form.append('title', 'Plan')
  form.append('message', 'Read it')
  form.append('targetType', 'students')
  form.append('attachment', new File([html], 'plan.txt', { type: 'text/html' }))
  const sent = await world.rest('POST', '/notifications', { token, raw: form })
  expect(sent.status).toBe(201)
  const images = new FormData()
  images.append('file', new File([Uint8Array.from(png(2, 2))], 'a.png'))
  const owner = await world.tokenOf(world.admin)
  const uploaded = await world.rest('POST', '/tests/upload-image', { token: owner, raw: images })
  const downloads = {
    [`/api/notifications/${sent.body.notification.id}/attachment`]: 'text/plain',
    '/api/college/users/sample-template/student': 'spreadsheetml',
    [`/api/college/users/${student.id}/personal-data/export`]: 'application/zip',
    [uploaded.body.imageUrl]: 'image/png',
  }
  for (const [path, type] of Object.entries(downloads)) {
    const answer = await ask(world, path, { token })
    expect(answer.status, path).toBe(200)
    expect(answer.headers.get('content-type'), path).toContain(type)
    expect(answer.headers.get('content-security-policy'), path).toBe("default-src 'none'; sandbox")
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
    // Images are shown inline.
    if (!path.startsWith('/images/')) expect(answer.headers.get('content-disposition'), path).toMatch(/^attachment; /)
  }
})
