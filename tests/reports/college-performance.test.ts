import { expect, it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'
import { fillWithRandom } from './random-data.ts'

it("sums up one college's attempts for the owner", async () => {
  const world = await createWorld()
  const data = await fillWithRandom(world, 51)
  const { performance } = world.call(world.admin).reports
  for (const college of data.colleges) {
    const own = data.attempts.filter((row) => row.college_id === college.id && row.submitted_at !== null)
    const subjectOf = (testId: unknown) => data.tests.find(({ id }) => id === testId)?.subject
    const averageOf = (attempts: typeof own) =>
      expect.closeTo(attempts.reduce((sum, { percentage }) => sum + Number(percentage), 0) / attempts.length, 6)
    const passed = own.filter(({ percentage }) => Number(percentage) >= 40)
    const { trend, subjects, ...figures } = await performance.ofCollege({ collegeId: college.id })
    expect(figures).toEqual({
      totalAttempts: own.length,
      averagePercentage: averageOf(own),
      passRate: expect.closeTo((passed.length / own.length) * 100, 6),
      lastSubmittedAt: new Date(Math.max(...own.map(({ submitted_at }) => Number(submitted_at)))).toISOString(),
    })
    expect(subjects.map(({ subject }) => subject).sort()).toEqual(
      [...new Set(own.map(({ test_id }) => subjectOf(test_id)))].sort(),
    )
    for (const { subject, ...sums } of subjects) {
      const inSubject = own.filter(({ test_id }) => subjectOf(test_id) === subject)
      expect(sums).toEqual({ attempts: inSubject.length, averagePercentage: averageOf(inSubject) })
    }
    const averages = subjects.map(({ averagePercentage }) => averagePercentage)
    expect(averages).toEqual(averages.toSorted((one, other) => other - one))
    expect(trend.points.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(own.length)
  }
})

it('has no statistics before the first attempt, and returns 404 for an unknown or deleted college', async () => {
  const world = await createWorld()
  const { id } = await world.college()
  const owner = world.call(world.admin)
  expect(await owner.reports.performance.ofCollege({ collegeId: id })).toEqual({
    totalAttempts: 0,
    averagePercentage: 0,
    passRate: 0,
    lastSubmittedAt: null,
    subjects: [],
    trend: { unit: 'day', passMark: null, points: [] },
  })
  const { code } = (await owner.colleges.get({ id })).college
  await owner.colleges.delete({ id, confirm: code })
  for (const collegeId of [id, 'no-such-college', ''])
    await expect(owner.reports.performance.ofCollege({ collegeId })).rejects.toThrow('College not found')
})
