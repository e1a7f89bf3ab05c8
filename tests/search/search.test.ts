import SqliteDatabase from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import { aCodingQuestion, aFaculty, aTest } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const { prepare } = SqliteDatabase.prototype
afterEach(() => {
  SqliteDatabase.prototype.prepare = prepare
})

const hour = 3_600_000

/** The results, each as `kind: title`. */
async function found(world: World, actor: Actor, query: string): Promise<string[]> {
  const { results } = await world.call(actor).search.find({ query })
  return results.map(({ kind, title }) => `${kind}: ${title}`)
}

/** Two colleges, each with a student, a faculty member and a test of the same name. */
async function twins() {
  const world = await createWorld()
  const make = async (mark: string) => {
    const college = await world.college()
    const student = await world.student(college, {
      name: `Asha ${mark}`,
      email: `asha@${mark}.example`,
      idNumber: `${mark}-7`,
    })
    await world
      .call(college.admin)
      .members.create(aFaculty({ name: `Ashok ${mark}`, email: `ashok@${mark}.example`, idNumber: `${mark}-F` }))
    const test = await world.assignedTest(college, [student], { testName: `Ashwin mock ${mark}` })
    return { college, student, test, faculty: await world.faculty(college) }
  }
  return { world, mine: await make('mine'), other: await make('other') }
}

describe('by role', () => {
  it('a college admin finds the college’s faculty, students and offered tests', async () => {
    const { world, mine } = await twins()
    const { test } = await world.call(world.admin).tests.create(aTest(world.clock.now(), { testName: 'Ashoka offer' }))
    await world.call(world.admin).assignments.assignColleges({ id: test.id, collegeIds: [mine.college.id] })
    await world.call(world.admin).tests.create(aTest(world.clock.now(), { testName: 'Ashes, not offered' }))
    expect((await found(world, mine.college.admin, 'ash')).sort()).toEqual([
      'faculty: Ashok mine',
      'student: Asha mine',
      'test: Ashoka offer',
      'test: Ashwin mock mine',
    ])
    const { results } = await world.call(mine.college.admin).search.find({ query: 'ashoka' })
    expect(results).toMatchObject([{ id: test.id, status: 'pending' }])
    expect(await found(world, mine.college.admin, 'other')).toEqual([])
  })

  it('a faculty member finds the college’s students and accepted tests', async () => {
    const { world, mine } = await twins()
    const { test } = await world.call(world.admin).tests.create(aTest(world.clock.now(), { testName: 'Ashoka offer' }))
    await world.call(world.admin).assignments.assignColleges({ id: test.id, collegeIds: [mine.college.id] })
    expect(await found(world, mine.faculty, 'ash')).toEqual(['student: Asha mine', 'test: Ashwin mock mine'])
  })

  it('a student finds their tests with their status, and practice questions', async () => {
    const { world, mine } = await twins()
    await world.assignedTest(mine.college, [], { testName: 'Ashwin for others' })
    await world.call(world.admin).coding.create(aCodingQuestion({ title: 'Ashen numbers' }))
    const inTest = await world.call(world.admin).coding.create(aCodingQuestion({ title: 'Ashen secret' }))
    await world.call(world.admin).tests.create(
      aTest(world.clock.now(), {
        testName: 'Coding round',
        hasCodingSection: true,
        codingQuestions: [{ questionId: inTest.question.id, points: 10, timeLimit: 600 }],
      }),
    )
    const { results } = await world.call(mine.student).search.find({ query: 'ash' })
    expect(results.map(({ kind, title, status }) => [kind, title, status])).toEqual([
      ['test', 'Ashwin mock mine', 'active'],
      ['question', 'Ashen numbers', undefined],
    ])
    await world.call(mine.student).attempts.start({ id: mine.test.id })
    await world.call(mine.student).attempts.submit({ id: mine.test.id })
    expect((await world.call(mine.student).search.find({ query: 'ashwin' })).results).toMatchObject([
      { id: mine.test.id, status: 'submitted' },
    ])
  })

  it('a master admin finds colleges, their admins, all tests and the question bank, but no members', async () => {
    const { world, mine, other } = await twins()
    await world.call(world.admin).coding.create(aCodingQuestion({ title: 'Ashen numbers' }))
    expect((await found(world, world.admin, 'ash')).sort()).toEqual([
      'question: Ashen numbers',
      'test: Ashwin mock mine',
      'test: Ashwin mock other',
    ])
    const { results } = await world.call(world.admin).search.find({ query: 'sahyadri' })
    const ids = results.filter(({ kind }) => kind === 'college').map(({ id }) => id)
    expect(ids.sort()).toEqual([mine.college.id, other.college.id].sort())
    // An admin's result opens the college.
    const [admin] = (await world.call(world.admin).search.find({ query: mine.college.admin.email })).results.filter(
      ({ kind }) => kind === 'collegeAdmin',
    )
    expect(admin?.id).toBe(mine.college.id)
  })
})

describe('results', () => {
  it('reflect new names, deactivated and deleted people, and deleted tests', async () => {
    const { world, mine } = await twins()
    const { members } = world.call(mine.college.admin)
    const { id } = mine.student
    const { user } = await members.get({ id })
    await members.update({ ...user, id, name: 'Zubin Rao' })
    expect(await found(world, mine.college.admin, 'zubin')).toEqual(['student: Zubin Rao'])
    await members.toggleStatus({ id })
    const { results } = await world.call(mine.college.admin).search.find({ query: 'zubin' })
    expect(results).toMatchObject([{ id, status: 'inactive' }])
    await members.delete({ id })
    expect(await found(world, mine.college.admin, 'zubin')).toEqual([])
    await world.call(world.admin).tests.delete({ id: mine.test.id })
    expect(await found(world, mine.college.admin, 'ashwin')).toEqual([])
    expect(await found(world, world.admin, 'ashwin mock mine')).toEqual([])
  })

  it('match all words in any order, by name, email and ID number, even beyond ASCII', async () => {
    const { world, mine } = await twins()
    const admin = mine.college.admin
    await world.student(mine.college, { name: 'Élodie Ångström', email: 'elodie@mine.example', idNumber: '28ECE07' })
    expect(await found(world, admin, 'MINE asha')).toEqual(['student: Asha mine'])
    expect(await found(world, admin, '28ece')).toEqual(['student: Élodie Ångström'])
    expect(await found(world, admin, 'elodie@')).toEqual(['student: Élodie Ångström'])
    expect(await found(world, admin, 'ÅNGSTRÖM élodie')).toEqual(['student: Élodie Ångström'])
    expect(await found(world, admin, 'asha nobody')).toEqual([])
  })

  it('list prefix matches first, at most 20', async () => {
    const { world, mine } = await twins()
    const admin = mine.college.admin
    for (let n = 0; n < 25; n++) await world.student(mine.college, { name: `Ravi Nandan ${n}` })
    await world.student(mine.college, { name: 'Nandan Zaveri' })
    await world.student(mine.college, { name: 'Anandana Rao' })
    const hits = await found(world, admin, 'nandan')
    expect(hits).toHaveLength(20)
    expect(hits[0]).toBe('student: Nandan Zaveri')
    expect(hits).not.toContain('student: Anandana Rao')
  })

  it('derive a test’s status from its dates', async () => {
    const { world } = await twins()
    const now = world.clock.now()
    const at = (ms: number) => new Date(now + ms).toISOString()
    await world
      .call(world.admin)
      .tests.create(aTest(now, { testName: 'Later', startDateTime: at(hour), endDateTime: at(3 * hour) }))
    expect((await world.call(world.admin).search.find({ query: 'later' })).results[0]?.status).toBe('upcoming')
    world.clock.advance(4 * hour)
    expect((await world.call(world.admin).search.find({ query: 'later' })).results[0]?.status).toBe('ended')
  })
})

it('treats hostile text literally', async () => {
  const { world, mine } = await twins()
  const admin = mine.college.admin
  await world.student(mine.college, { name: '100%_sure "Quote" O’Neil', email: 'odd@mine.example' })
  expect(await found(world, admin, '%_')).toEqual(['student: 100%_sure "Quote" O’Neil'])
  expect(await found(world, admin, '"quote"')).toEqual(['student: 100%_sure "Quote" O’Neil'])
  for (const query of [
    '%',
    '_',
    '\\',
    '*',
    'a*',
    '" OR 1=1 --',
    "'; drop table users; --",
    'name:asha',
    'NEAR(a b)',
    '(',
    '{{',
    '\u202e',
  ])
    for (const actor of [world.admin, admin, mine.faculty, mine.student])
      expect((await found(world, actor, query)).filter((title) => !title.includes('100%'))).toEqual([])
})

it('rejects an empty or overlong query', async () => {
  const { world, mine } = await twins()
  const { search } = world.call(mine.student)
  await expect(search.find({ query: '   ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(search.find({ query: 'a'.repeat(101) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

it('reads only the college’s part of an index on users', async () => {
  const { world, mine } = await twins()
  const prepared = new Set<string>()
  SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, source: string) {
    prepared.add(source)
    return prepare.call(this, source)
  } as typeof prepare
  await found(world, mine.college.admin, 'asha rao')
  const [query = ''] = [...prepared].filter((source) => /from "users".*like/.test(source))
  const db = new SqliteDatabase(`${world.platform.config.dataDir}/examhall.db`, { readonly: true })
  const bound = Array.from(query.matchAll(/\?/g), () => 'x')
  const plan = db.prepare(`explain query plan ${query}`).all(...bound) as { detail: string }[]
  db.close()
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH users USING INDEX users_college_role_\w+ \(college_id=\? AND role=\?\)$/),
    'USE TEMP B-TREE FOR ORDER BY',
  ])
})
