import { describe, expect, it } from 'vitest'
import { aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const password = 'first-password'
const asked = 'Please enter your password to do this.'
const minute = 60_000

const guarded = ['reopen', 'release a key', 'change a key', 'delete a college'] as const
type Guarded = (typeof guarded)[number]

/** A college with a submitted attempt, and the REST call for each action that needs a step-up. */
async function anExam() {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const { id, assignmentId } = await world.assignedTest(college, [student])
  await world.call(student).attempts.start({ id })
  await world.call(student).attempts.submit({ id, answers: [] })
  const { test } = await world.call(world.admin).tests.get({ id })
  const withKey = (correctAnswer: 'A' | 'B' | 'C' | 'D') => ({
    ...test,
    questions: test.questions.map((question) => ({ ...question, correctAnswer })),
  })
  const calls: Record<Guarded, () => [method: string, path: string, body: object]> = {
    reopen: () => ['POST', `/tests/assignment/${assignmentId}/reopen`, { studentId: student.id, reason: 'Power cut' }],
    'release a key': () => ['POST', `/tests/${id}/release-key`, {}],
    'change a key': () => ['PUT', `/tests/${id}`, withKey('D')],
    'delete a college': () => ['DELETE', `/admin/colleges/${college.id}`, { confirm: 'nothing' }],
  }
  const caller = (name: Guarded) => (name === 'reopen' ? college.admin : world.admin)
  const send = (name: Guarded, token: string) => {
    const [method, path, body] = calls[name]()
    return world.rest(method, path, { token, body })
  }
  return { world, college, id, withKey, caller, send }
}

describe('step-up', () => {
  it.each(guarded)('asks for the password ten minutes after sign-in: %s', async (name) => {
    const { world, caller, send } = await anExam()
    const token = await world.tokenOf(caller(name))
    world.clock.advance(10 * minute + 1)
    const refused = await send(name, token)
    expect([refused.status, refused.body]).toEqual([403, { error: asked, message: asked }])
  })

  it.each(guarded)('does not ask within ten minutes of sign-in: %s', async (name) => {
    const { world, caller, send } = await anExam()
    const token = await world.tokenOf(caller(name))
    world.clock.advance(10 * minute)
    expect((await send(name, token)).status).not.toBe(403)
  })

  it('unlocks one session for ten minutes after the correct password', async () => {
    const { world, send } = await anExam()
    const [token, other] = [await world.tokenOf(world.admin), await world.tokenOf(world.admin)]
    const stepUp = (password: string) => world.rest('POST', '/auth/step-up', { token, body: { password } })
    world.clock.advance(11 * minute)
    const wrong = await stepUp('wrong')
    expect([wrong.status, wrong.body.errors]).toEqual([400, [{ field: 'password', message: 'Password is incorrect' }]])
    expect((await send('change a key', token)).status).toBe(403)
    expect((await stepUp(password)).status).toBe(200)
    expect((await send('change a key', token)).status).toBe(200)
    expect((await send('release a key', other)).status).toBe(403)
    world.clock.advance(10 * minute + 1)
    expect((await send('release a key', token)).status).toBe(403)
  })

  it('limits password guesses', async () => {
    const { world, send } = await anExam()
    const token = await world.tokenOf(world.admin)
    const stepUp = (password: string) => world.rest('POST', '/auth/step-up', { token, body: { password } })
    world.clock.advance(11 * minute)
    for (let guess = 0; guess < 10; guess++) expect((await stepUp(`guess-${guess}`)).status).toBe(400)
    expect((await stepUp(password)).status).toBe(429)
    expect((await send('change a key', token)).status).toBe(403)
  })

  it('is not needed if the key does not change, or if no college has the test', async () => {
    const { world, id, withKey } = await anExam()
    const { test: draft } = await world.call(world.admin).tests.create(aTest(world.clock.now()))
    const token = await world.tokenOf(world.admin)
    world.clock.advance(11 * minute)
    const { test } = await world.call(world.admin).tests.get({ id })
    const renamed = { ...test, testName: 'Renamed' }
    expect((await world.rest('PUT', `/tests/${id}`, { token, body: renamed })).status).toBe(200)
    const { questions } = withKey('C')
    const body = {
      ...draft,
      questions: draft.questions.map((one, place) => ({
        ...one,
        correctAnswer: questions[place]?.correctAnswer ?? 'C',
      })),
    }
    expect((await world.rest('PUT', `/tests/${draft.id}`, { token, body })).status).toBe(200)
  })

  it('does not apply to API tokens, which need the password when created', async () => {
    const { world, send } = await anExam()
    const session = await world.tokenOf(world.admin)
    const expiresAt = new Date(world.clock.now() + 86_400_000).toISOString()
    const form = { name: 'ERP', role: 'master_admin', access: 'full', expiresAt }
    const make = (fields: object) =>
      world.rest('POST', '/integrations/tokens', { token: session, body: { ...form, ...fields } })
    expect((await make({})).status).toBe(400)
    const wrong = await make({ password: 'wrong' })
    expect([wrong.status, wrong.body.errors]).toEqual([400, [{ field: 'password', message: 'Password is incorrect' }]])
    const { token } = (await make({ password })).body
    world.clock.advance(11 * minute)
    expect((await send('change a key', token)).status).toBe(200)
  })
})
