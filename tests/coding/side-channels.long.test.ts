import { expect, it } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'

/** A program that reveals the first digit of its input by using 20 ms and 2 MB per unit. */
const leaky = `
const digit = Number(require('fs').readFileSync(0, 'utf8')[0])
const taken = Buffer.alloc(digit * 2_000_000, 1)
for (const end = Date.now() + digit * 20; Date.now() < end;);
console.log(taken.length > 0 && digit < 7 ? 'yes' : 'no')`

async function aSolver(world: World) {
  const student = await world.student(await world.college())
  const { question } = await world.call(world.admin).coding.create({
    title: 'Tells its input',
    description: 'Print yes.',
    supported_languages: ['javascript', 'c'],
    time_limit: 2_000,
    testCases: ['1', '2', '7', '8'].map((input) => ({ input, expected_output: 'yes' })),
  })
  const submit = (code: string, language = 'javascript') =>
    world.rest('POST', '/coding/submit', { as: student, body: { questionId: question.id, code, language } })
  return { student, question, submit }
}

it('shows students only coarse times for hidden cases, and none for failing ones', async () => {
  const world = await createWorld()
  const { student, question, submit } = await aSolver(world)
  const { body } = await submit(leaky)
  const times = body.testResults.map((result: { execution_time: number }) => result.execution_time)
  expect(body.testResults.map(({ passed }: { passed: boolean }) => passed)).toEqual([true, true, false, false])
  for (const time of times.slice(0, 2)) expect(time % 50).toBe(0)
  expect(times.slice(2)).toEqual([0, 0])
  const listed = (await world.rest('GET', `/coding/submissions?questionId=${question.id}`, { as: student })).body
  const one = (await world.rest('GET', `/coding/submissions/${body.submissionId}`, { as: student })).body
  for (const shown of [listed.submissions[0], one.submission]) {
    expect(shown.execution_time).toBe(Math.max(...times))
    expect(shown.memory_kb % (16 * 1024)).toBe(0)
  }
  expect(one.submission.testResults).toEqual(body.testResults)
})

it('limits submissions to 60 per question, student and hour', async () => {
  const world = await createWorld()
  const { submit } = await aSolver(world)
  const startedAt = world.clock.now()
  for (let made = 0; made < 60; made++) {
    expect((await submit('wrong', 'c')).status).toBe(200)
    world.clock.advance(30_000)
  }
  const refused = await submit('wrong', 'c')
  expect(refused.status).toBe(429)
  expect(refused.body.message).toBe(
    'You have submitted 60 times for this question in the last hour. Try again in 30 minutes.',
  )
  expect(world.clock.now()).toBe(startedAt + 30 * 60_000)
  world.clock.advance(30 * 60_000)
  expect((await submit('wrong', 'c')).status).toBe(200)
  expect((await submit('wrong', 'c')).status).toBe(429)
})
