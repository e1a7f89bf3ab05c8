import { it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'
import { aTest } from '#tests/factories/forms.ts'
import SqliteDatabase from 'better-sqlite3'
import { testTypes, subjects, difficulties } from '#shared/tests/schema.ts'

it('measures', async () => {
  const prepared = new Map<string, number>()
  const world = await createWorld()
  const now = world.clock.now()
  await world.call(world.admin).tests.create(aTest(now))
  const db: SqliteDatabase.Database = (world.platform.db.read as any).$client
  const w = new SqliteDatabase(db.name)
  const row = w.prepare('select * from tests').get() as any
  const cols = Object.keys(row)
  const ins = w.prepare(`insert into tests (${cols.join(',')}) values (${cols.map((c) => '@' + c).join(',')})`)
  w.transaction(() => {
    for (let n = 0; n < 5000; n++) {
      const start = now + ((n * 7919) % 5000 - 2500) * 3_600_000
      ins.run({ ...row, id: `t${String((n*31)%5000).padStart(6, '0')}`, test_name: `Test ${(n * 37) % 5000} of aptitude`, test_description: 'x'.repeat(1500),
        test_type: testTypes[n % 5], subject: subjects[(n >> 3) % 5], difficulty: difficulties[n % 3], start_date_time: start, end_date_time: start + 36e5 * 24, created_at: now - n * 1000, deleted_at: n % 11 === 0 ? now : null })
    }
  })()
  w.exec('analyze'); w.close()
  const college = await world.college()
  const w2 = new SqliteDatabase(db.name)
  w2.exec(`insert into assignments (id, test_id, college_id, status, assigned_at) select 'a'||id, id, '${college.id}', 'accepted', ${now} from tests where id like 't%'`)
  const student = await world.student(college)
  w2.exec(`insert into student_assignments (assignment_id, student_id, assigned_at) select 'a'||id, '${student.id}', ${now} from tests where id like 't%' limit 300`)
  w2.close()
  const author = world.call(world.admin).tests
  const cases: [string, () => Promise<unknown>][] = []
  for (const sort of ['recent', 'name', 'upcoming'] as const)
    for (const f of [{}, { testType: 'Practice' as const }, { testType: 'Practice' as const, subject: 'Verbal' as const }, { difficulty: 'Hard' as const }, { timing: 'Active' as const }, { search: 'aptit' }, { search: '4999' }])
      cases.push([`${sort} ${JSON.stringify(f)}`, () => author.list({ sort, ...f })])
  cases.push(['page 200', () => author.list({ page: 200 })], ['limit 200', () => author.list({ limit: 200 })])
  cases.push(['typeCounts', () => author.typeCounts()], ['subjectCounts', () => author.subjectCounts()])
  cases.push(['college counts', () => world.call(college.admin).tests.subjectCounts()], ['college exams', () => world.call(college.admin).tests.exams({ testType: 'Practice', subject: 'Verbal' })], ['college all', () => world.call(college.admin).tests.exams({})])
  cases.push(['student counts', () => world.call(student).tests.subjectCounts()], ['student exams', () => world.call(student).tests.exams({ testType: 'Practice' })])
  const orig = SqliteDatabase.prototype.prepare
  const seen = new Set<string>()
  SqliteDatabase.prototype.prepare = function (this: any, s: string) { seen.add(s); return orig.call(this, s) } as any
  for (const [name, run] of cases) {
    seen.clear()
    await run()
    const t = performance.now()
    for (let i = 0; i < 5; i++) await run()
    console.log(name, ((performance.now() - t) / 5).toFixed(2), 'ms')
    if (process.env.PLANS) for (const s of seen) if (/^select/.test(s)) {
      const values = Array.from(s.matchAll(/\?/g), () => null)
      console.log('   ', s.slice(0, 60), '|', (orig.call(db, `explain query plan ${s}`).all(values) as any[]).map((r) => r.detail).join(' ; '))
    }
  }
  SqliteDatabase.prototype.prepare = orig
}, 120_000)
