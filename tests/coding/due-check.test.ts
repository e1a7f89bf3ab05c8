import { expect, it } from 'vitest'
import { createQuestion, updateQuestion } from '#server/features/coding/bank/bank.ts'
import { resumeChecks } from '#server/features/coding/check.ts'
import { findResults } from '#server/features/reports/items/usage.ts'
import { createServices, type Services } from '#server/services.ts'
import { codingQuestionForm } from '#shared/coding/coding.schema.ts'
import { aCodingQuestion } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const form = (code: string) => codingQuestionForm.parse(aCodingQuestion({ solutions: [{ language: 'python', code }] }))

/** Services whose process is killed right after its first write. */
function killedAfterFirstWrite(platform: Services): Services {
  let written = false
  const write: Services['db']['write'] = async (job) => {
    if (written) throw new Error('killed')
    written = true
    await platform.db.write(job)
    throw new Error('killed')
  }
  return { ...platform, db: { ...platform.db, write } }
}

/** The next process on the same database, with a judge that accepts every program. */
function nextProcess(world: World): Services {
  const judge: Services['judge'] = {
    ...world.platform.judge,
    concurrency: 1,
    judge: async ({ cases }) => ({
      kind: 'judged',
      compileMs: 1,
      cases: cases.map((_, place) => ({ place, verdict: 'accepted', timeMs: 1, memoryKb: 1 })),
    }),
  }
  return createServices(world.platform, judge, findResults)
}

const only = async (world: World) => {
  const { coding } = world.call(world.admin)
  const [listed] = (await coding.list({})).questions
  return (await coding.get({ id: listed?.id ?? '' })).question
}

it('checks a question even if the process was killed before the check started', async () => {
  const world = await createWorld()
  await expect(createQuestion(killedAfterFirstWrite(world.platform), world.admin, form('first'))).rejects.toThrow(
    'killed',
  )
  await resumeChecks(nextProcess(world))
  await expect.poll(async () => (await only(world)).status).toBe('published')
  expect((await only(world)).solutions).toMatchObject([{ code: 'first', verdict: 'accepted' }])

  const { id } = await only(world)
  const killed = killedAfterFirstWrite(world.platform)
  await expect(updateQuestion(killed, world.admin, id, form('second'))).rejects.toThrow('killed')
  expect(await only(world)).toMatchObject({ status: 'checking', solutions: [{ code: 'second', verdict: null }] })
  await resumeChecks(nextProcess(world))
  await expect.poll(async () => (await only(world)).status).toBe('published')
  expect((await only(world)).solutions).toMatchObject([{ code: 'second', verdict: 'accepted' }])
})

it('does not check a question that was deleted before its check started', async () => {
  const world = await createWorld()
  await expect(createQuestion(killedAfterFirstWrite(world.platform), world.admin, form('gone'))).rejects.toThrow(
    'killed',
  )
  await world.call(world.admin).coding.delete({ id: (await only(world)).id })
  const next = nextProcess(world)
  let judged = 0
  const { judge } = next.judge
  next.judge.judge = (job, progress) => {
    judged++
    return judge(job, progress)
  }
  await resumeChecks(next)
  expect(judged).toBe(0)
})
