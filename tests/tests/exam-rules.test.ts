import { describe, expect, it } from 'vitest'
import { examPresets, relaxedRules } from '#shared/tests/exam.rules.ts'
import { aSectionedTest, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

describe('the rules of a test', () => {
  it('default to the most relaxed ones', async () => {
    const world = await createWorld()
    const { status, body } = await world.rest('POST', '/tests', { as: world.admin, body: aTest(world.clock.now()) })
    expect(status).toBe(201)
    expect(body.test.rules).toEqual(relaxedRules)
  })

  it('are kept when a client omits them in an edit', async () => {
    const world = await createWorld()
    const tests = world.call(world.admin).tests
    const form = aSectionedTest(world.clock.now(), { rules: examPresets.strict })
    const { test } = await tests.create(form)
    expect(test.rules).toEqual(examPresets.strict)
    const { rules: _, ...without } = form
    expect((await tests.update({ id: test.id, ...without, testName: 'Renamed' })).test).toMatchObject({
      testName: 'Renamed',
      rules: examPresets.strict,
    })
  })

  it('cannot withhold results or keys in Practice', async () => {
    const world = await createWorld()
    const body = aTest(world.clock.now(), { testType: 'Practice', rules: examPresets.standard })
    expect(await world.rest('POST', '/tests', { as: world.admin, body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'rules.keyRelease', message: 'Practice tests show everything at once' }] },
    })
  })

  it('can change after students have started, except section locking, and changes are logged', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const form = aSectionedTest(world.clock.now(), { rules: examPresets.strict })
    const { id } = await world.assignedTest(college, [student], form)
    await world.call(student).attempts.start({ id })
    const { test } = await world.call(world.admin).tests.get({ id })
    const change = (rules: typeof relaxedRules) =>
      world.call(world.admin).tests.update({ ...form, id, sections: test.sections as never, rules })
    await expect(change(relaxedRules)).rejects.toMatchObject({ code: 'CONFLICT' })
    const rules = { ...examPresets.strict, keyRelease: 'never' as const }
    expect((await change(rules)).test.rules).toEqual(rules)
    const { entries } = await world.call(world.admin).audit.list({ action: 'test.update' })
    expect(entries[0]?.detail).toMatchObject({ rules: { from: examPresets.strict, to: rules } })
  })
})
