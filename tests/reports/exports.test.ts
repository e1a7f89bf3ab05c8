import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import type { Actor } from '#server/platform/platform.ts'
import { round2 } from '#shared/numbers.ts'
import { aCodingQuestion, aQuestion, aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { fillWithRandom } from './random-data.ts'

/** Downloads a file as a given user. */
async function download(world: World, path: string, actor: Actor) {
  const token = await world.tokenOf(actor)
  const answer = await fetch(`${world.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return { bytes: Buffer.from(await answer.arrayBuffer()), name: answer.headers.get('content-disposition') ?? '' }
}

const rowsOfCsv = (bytes: Buffer) =>
  Papa.parse<Record<string, string>>(bytes.toString().replace('\ufeff', ''), { header: true, skipEmptyLines: true })
    .data

function rowsOfXlsx(bytes: Buffer) {
  const book = read(bytes)
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return utils.sheet_to_json<Record<string, string | number>>(sheet ?? {}, { defval: '' })
}

const columns = [
  ...['Student Name', 'ID Number', 'Branch', 'Batch', 'Section', 'Status'],
  ...['Marks Obtained', 'Total Marks', 'Percentage', 'Time Spent (min)'],
]

describe('test results as a file', () => {
  it('have the report’s ten columns and rows, for the college and its faculty', async () => {
    const world = await createWorld()
    const data = await fillWithRandom(world, 31)
    const college = data.colleges[0] as (typeof data.colleges)[number]
    const faculty = await world.faculty(college)
    const [offer] = data.assignments.filter((row) => row.college_id === college.id && row.status === 'accepted')
    const testId = String(offer?.test_id)
    const { body: report } = await world.rest('GET', `/college/tests/${testId}/report`, { as: college.admin })
    const expected = report.students.map((student: Record<string, unknown>) => [
      student.name,
      student.idNumber,
      student.branch,
      student.batch,
      student.section,
      student.status,
      student.marksObtained,
      student.totalMarks,
      student.percentage,
      student.timeSpent === null ? null : Math.round(Number(student.timeSpent) / 0.6) / 100,
    ])
    expect(expected.length).toBeGreaterThan(5)

    const csv = await download(world, `/college/tests/${testId}/export`, college.admin)
    expect(csv.name).toContain(`filename="${report.test.testName}_results.csv"`)
    expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const texts = expected.map((row: unknown[]) => row.map((cell) => String(cell ?? '')))
    expect(Object.keys(rowsOfCsv(csv.bytes)[0] ?? {})).toEqual(columns)
    expect(rowsOfCsv(csv.bytes).map((row) => columns.map((column) => row[column]))).toEqual(texts)
    expect((await download(world, `/faculty/tests/${testId}/export?format=csv`, faculty)).bytes).toEqual(csv.bytes)

    const xlsx = rowsOfXlsx((await download(world, `/college/tests/${testId}/export?format=xlsx`, college.admin)).bytes)
    expect(xlsx.map((row) => columns.map((column) => row[column]))).toEqual(
      // Excel gets percentages as fractions with a percent format.
      expected.map((row: unknown[]) =>
        row.map((cell, place) => (cell === null ? '' : place === 8 ? expect.closeTo(Number(cell) / 100, 8) : cell)),
      ),
    )

    const json = await download(world, `/faculty/tests/${testId}/export?format=json`, faculty)
    expect(json.name).toContain(`filename="${report.test.testName}_results.json"`)
    const { results } = JSON.parse(json.bytes.toString())
    expect(results.map(({ name, percentage }: Record<string, unknown>) => [name, percentage])).toEqual(
      expected.map((row: unknown[]) => [row[0], row[8]]),
    )

    const narrowed = await download(world, `/college/tests/${testId}/export?status=Pass&section=A`, college.admin)
    const passed = report.students.filter(
      ({ section, percentage }: { section: string; percentage: number }) => section === 'A' && percentage >= 40,
    )
    expect(rowsOfCsv(narrowed.bytes)).toHaveLength(passed.length)
  })

  it('contain the same question statistics as the screen, for each role', async () => {
    const world = await createWorld()
    const data = await fillWithRandom(world, 33)
    const college = data.colleges[0] as (typeof data.colleges)[number]
    const accepted = data.assignments.filter(({ status }) => status === 'accepted')
    const elsewhere = new Set(accepted.flatMap((row) => (row.college_id === college.id ? [] : [row.test_id])))
    const offer = accepted.find((row) => row.college_id === college.id && elsewhere.has(row.test_id as string))
    const id = String(offer?.test_id)
    const people = [world.admin, college.admin, await world.faculty(college)]
    for (const person of people) {
      const { analysis, questions } = await world.call(person).reports.items.get({ id })
      expect(analysis.attempts).toBeGreaterThan(5)
      const expected = analysis.items.map(({ choices, ...item }, place) => [
        ...[questions[place]?.questionNumber, questions[place]?.questionText, 'Multiple choice', ''],
        ...[
          analysis.attempts,
          item.facility && round2(item.facility),
          item.discrimination,
          item.itemRest,
          item.correctAnswer,
        ],
        ...(choices ?? []).map(({ all }) => all),
        item.hints.join('. '),
      ])
      const csv = await download(world, `/reports/tests/${id}/items/export`, person)
      expect(csv.name).toMatch(/filename="Test \d_questions.csv"/)
      expect(rowsOfCsv(csv.bytes).map((row) => Object.values(row))).toEqual(
        expected.map((row) => row.map((cell) => String(cell ?? ''))),
      )
      const xlsx = await download(world, `/reports/tests/${id}/items/export?format=xlsx`, person)
      expect(rowsOfXlsx(xlsx.bytes).map((row) => Object.values(row))).toEqual(
        expected.map((row) => row.map((cell, at) => (at === 5 ? expect.closeTo(Number(cell) / 100, 8) : (cell ?? '')))),
      )
    }
    const [all, own] = await Promise.all(people.map((person) => world.call(person).reports.items.get({ id })))
    expect(all?.analysis.attempts).toBeGreaterThan(own?.analysis.attempts ?? 0)
    expect(
      Object.keys(rowsOfCsv((await download(world, `/reports/tests/${id}/items/export`, world.admin)).bytes)[0] ?? {}),
    ).toEqual([
      ...[
        'Question',
        'Text',
        'Type',
        'Section',
        'Attempts',
        'Facility',
        'Discrimination',
        'Item-rest (point-biserial)',
      ],
      ...['Key', 'A', 'B', 'C', 'D', 'Unanswered', 'Hints'],
    ])
  })

  it('name a question’s section, and mark coding questions', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
    const form = aSectionedTest(world.clock.now(), {
      hasCodingSection: true,
      codingQuestions: [{ questionId: question.id }],
    })
    const test = await world.assignedTest(college, [await world.student(college)], form)
    const path = `/reports/tests/${test.id}/items/export`
    const [first, ...others] = rowsOfCsv((await download(world, path, world.admin)).bytes)
    const Section = form.sections[0]?.sectionName
    expect(first).toMatchObject({ Section, Type: 'Multiple choice', Key: 'B', A: '0', Attempts: '0', Facility: '' })
    const [unseen] = rowsOfCsv((await download(world, path, college.admin)).bytes)
    expect(unseen, 'college staff see the key after the first submission').toEqual({ ...first, Key: '' })
    expect(others.at(-1)).toMatchObject({ Section: '', Type: 'Coding', Key: '', A: '', Text: question.title })
    expect((await world.rest('GET', `/reports/tests/nowhere/items/export`, { as: college.admin })).status).toBe(404)
  })

  it('add columns for options beyond D, and name the type of other questions', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const options = { A: 'a', B: 'b', C: 'c', D: 'd', E: 'e', F: 'f' }
    const questions = [
      aQuestion({ options, correctAnswer: 'F' }),
      { type: 'numeric' as const, questionText: 'Two?', correctValue: 2, marks: 4, penalty: 1 },
      { type: 'essay' as const, questionText: 'Why?' },
    ]
    const test = await world.assignedTest(college, [student], { questions })
    const sits = world.call(student).attempts
    const { id, questionIds } = test
    const [single = '', numeric = ''] = questionIds
    await sits.start({ id })
    const answers = [
      { questionId: single, selectedAnswer: 'E' as const },
      { questionId: numeric, answer: '3' },
    ]
    await sits.submit({ id, answers })
    const { bytes } = await download(world, `/reports/tests/${id}/items/export`, college.admin)
    const [first, second, third] = rowsOfCsv(bytes)
    expect(Object.keys(first ?? {}).slice(8, 16)).toEqual(['Key', 'A', 'B', 'C', 'D', 'E', 'F', 'Unanswered'])
    expect(first).toMatchObject({ Type: 'Multiple choice', Key: 'F', A: '0', E: '1', F: '0' })
    expect(second).toMatchObject({ Type: 'Numeric', Key: '', A: '', E: '', Facility: '-25', Unanswered: '0' })
    expect(third).toMatchObject({ Type: 'Essay', Unanswered: '1' })
  })

  it('return 404 for another college and 400 for an unknown format', async () => {
    const world = await createWorld()
    const [one, other] = [await world.college(), await world.college()]
    const test = await world.assignedTest(one, [await world.student(one)])
    const path = `/college/tests/${test.id}/export`
    expect((await world.rest('GET', path, { as: other.admin })).status).toBe(404)
    expect(await world.rest('GET', `${path}?format=pdf`, { as: one.admin })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'format', message: 'Please choose csv, xlsx or json' }] },
    })
    // An unknown id, or another college's, returns 404 even if the format is invalid.
    const admin = { as: other.admin }
    for (const [path, who] of [
      ['/college/tests/:/export', admin],
      ['/faculty/tests/:/export', { as: await world.faculty(other) }],
      ['/reports/tests/:/items/export', admin],
      ['/reports/tests/:/items/export', { as: world.admin }],
      ['/admin/tests/:/report/export', { as: world.admin }],
    ] as const)
      for (const id of who.as === world.admin ? ['nope'] : ['nope', test.id]) {
        const asked = `${path.replace(':', id)}?format=pdf`
        expect([asked, (await world.rest('GET', asked, who)).status]).toEqual([asked, 404])
      }
  })

  it('contain no formulas, whatever a student’s name is', async () => {
    const world = await createWorld()
    const college = await world.college()
    const test = await world.assignedTest(college, [
      await world.student(college, { name: '=HYPERLINK("http://x.example")', idNumber: '@SUM(1)' }),
    ])
    const { bytes } = await download(world, `/college/tests/${test.id}/export`, college.admin)
    expect(rowsOfCsv(bytes)[0]).toMatchObject({
      'Student Name': '\'=HYPERLINK("http://x.example")',
      'ID Number': "'@SUM(1)",
    })
  })
})

describe('student performance as a file', () => {
  it('has everyone with attempts, best first, across many query pages', async () => {
    const world = await createWorld()
    const data = await fillWithRandom(world, 32)
    const college = data.colleges[0] as (typeof data.colleges)[number]
    const zone = 'timeZone=Asia/Kathmandu'
    const today = new Date(world.clock.now() + 5.75 * 3_600_000).toISOString().slice(0, 10)
    const csv = await download(world, `/reports/performance/export?${zone}`, college.admin)
    expect(csv.name).toContain(`filename="performance-report-${today}.csv"`)
    const { body } = await world.rest('GET', '/reports/college/overview', { as: college.admin })
    expect(rowsOfCsv(csv.bytes).map((row) => [row.Email, row['Total Attempts'], row['Average Score']])).toEqual(
      body.performance.map((row: Record<string, Record<string, unknown>>) => [
        row.student?.email,
        String(row.totalAttempts),
        String(row.averagePercentage),
      ]),
    )
    const all = rowsOfCsv((await download(world, '/reports/performance/export', world.admin)).bytes)
    const active = new Set(data.attempts.filter((row) => row.submitted_at !== null).map((row) => row.student_id))
    expect(new Set(all.map((row) => row.Email))).toEqual(
      new Set(data.users.filter(({ id }) => active.has(id)).map(({ email }) => email)),
    )
    expect(all).toHaveLength(active.size)
    expect(all[0]?.College).toMatch(/./)
  })
})
