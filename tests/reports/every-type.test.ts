import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import type { Actor } from '#server/platform/platform.ts'
import { aSectionedTest } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import {
  covariance,
  decimal,
  groupsOf,
  isAnswered,
  itemOf,
  mean,
  number,
  order,
  type Q,
  q,
  type Result,
  resultOf,
  share,
  two,
} from './exact-marks.ts'
import { drawing } from './random-data.ts'
import { arranged, choices, type Sat, type Sitting, sit, type Typed, values, written } from './typed-answers.ts'

const sections = [
  { sectionName: 'Choices', specs: choices, cutoff: 30 },
  { sectionName: 'Values', specs: values, cutoff: 25 },
  { sectionName: 'Arranged', specs: arranged, bestOf: 2 },
  { sectionName: 'Written', specs: written },
]
const specs = sections.flatMap((section) => section.specs)
const scheme = { floor: 'section', passMark: 47.5 } as const

const formOf = (now: number) =>
  aSectionedTest(now, {
    ...scheme,
    penalty: '1/3',
    sectionCutoffs: { Choices: 30, Values: 25 },
    sections: sections.map(({ sectionName, specs: of, bestOf }) => ({
      ...{ sectionName, sectionDuration: 10, numberOfQuestions: of.length, marksPerQuestion: 1 },
      ...(bestOf && { bestOf }),
      questions: of.map(({ form }) => form),
    })),
  })

const resultIn = ({ parts }: Sitting) =>
  resultOf(
    parts.map((answers, place) => ({ answers, bestOf: sections[place]?.bestOf, cutoff: sections[place]?.cutoff })),
    scheme,
  )

interface Campus {
  id: string
  admin: Actor
  faculty: Actor
  people: Actor[]
  sittings: Sitting[]
}
type Reported = Sitting & { result: Result; section: string; text: string }

/** Two colleges that took the test, each with two attempts awaiting marks, one running and one student yet to start. */
async function campuses(world: World) {
  const random = drawing(2_024)
  const { test } = await world.call(world.admin).tests.create(formOf(world.clock.now()))
  const all: Campus[] = []
  for (const size of [20, 18]) {
    const college = await world.college()
    const people: Actor[] = []
    for (let n = 0; n < size; n++) people.push(await world.student(college, { section: 'AB'[n % 2] as string }))
    await world.call(world.admin).assignments.assignColleges({ id: test.id, collegeIds: [college.id] })
    const office = world.call(college.admin).assignments
    const { assignments } = await office.listForCollege({})
    const offer = assignments[0]?.id ?? ''
    await office.decide({ id: offer, status: 'accepted' })
    await office.assignStudents({ id: offer, specificStudents: people.map(({ id }) => id) })
    const sittings: Sitting[] = []
    for (const person of people.slice(2)) {
      world.clock.advance(1_000)
      sittings.push(await sit(world, { person, id: test.id, specs, testPenalty: q(1, 3) }, random))
    }
    await world.call(people[0] as Actor).attempts.start({ id: test.id })
    all.push({ ...college, faculty: await world.faculty(college), people, sittings })
  }
  for (const { faculty, sittings } of all)
    for (const [place, { attemptId, parts }] of sittings.entries())
      for (const answer of parts.flat()) {
        const replaces =
          answer.name === 'Marked by staff' ? place % 3 === 0 : answer.name === 'Range' && place % 5 === 0
        const marks =
          answer.worth === 'staff' && place > 1 ? random.one([0, 1.25, 2.5, 3.33, 5]) : replaces ? 0.75 : null
        if (marks === null || !isAnswered(answer)) continue
        await world.call(faculty).marking.mark({ id: attemptId, questionId: answer.questionId, marks })
        answer.given = marks
      }
  return { test, all }
}

const sectionOf = ({ people }: Campus, { person }: Sitting) => 'AB'[people.indexOf(person) % 2] ?? ''
const reportedIn = (campus: Campus): Reported[] =>
  campus.sittings
    .map((one) => ({ ...one, result: resultIn(one), section: sectionOf(campus, one), text: one.person.email }))
    .filter(({ result }) => result.pending === 0)
const average = (some: readonly Reported[]) =>
  some.length === 0 ? 0 : two(mean(some.map((one) => one.result.percentage)))
const passedOf = (some: readonly Reported[]) => some.filter(({ result }) => result.passed).length
const figuresOf = (result: Result) => ({
  marksObtained: two(result.marks),
  totalMarks: two(result.total),
  percentage: two(result.percentage),
  correctAnswers: result.correctAnswers,
  incorrectAnswers: result.incorrectAnswers,
})
const near = (figure: number | null, exact: number | null) =>
  exact === null ? expect(figure).toBeNull() : expect(figure ?? Number.NaN).toBeCloseTo(exact, 1.9)

/** Compares an item analysis with statistics computed from individual answers. */
// biome-ignore lint/suspicious/noExplicitAny: a REST response
function expectItems({ analysis, questions }: any, reported: readonly Reported[]) {
  const scores = reported.map(({ result }) => result.score)
  const { size } = groupsOf(scores)
  const deviation = Math.sqrt(covariance(scores, scores))
  expect(analysis).toMatchObject({ attempts: reported.length, groupSize: size, alpha: null, standardError: null })
  near(analysis.mean, scores.reduce((sum, score) => sum + score, 0) / scores.length)
  near(analysis.standardDeviation, deviation)
  const sorted = scores.toSorted((a, b) => a - b)
  near(analysis.median, ((sorted[(scores.length - 1) >> 1] ?? 0) + (sorted[scores.length >> 1] ?? 0)) / 2)
  expect(questions.map(({ questionText }: { questionText: string }) => questionText)).toEqual(
    specs.map(({ form }) => form.questionText),
  )
  for (const [place, { form }] of specs.entries()) {
    const answers = reported.map(({ parts }) => parts.flat()[place] as Sat)
    const expected = itemOf(
      answers,
      scores,
      arranged.some((one) => one.form === form),
    )
    const { choices: chosen, ...item } = analysis.items[place]
    expect([form.questionText, item]).toMatchObject([
      form.questionText,
      {
        ...expected.counts,
        correctPercentage: expected.correctPercentage,
        facility: expected.facility,
        discrimination: expected.discrimination,
      },
    ])
    near(item.itemRest, expected.itemRest)
    if (form.type) expect(chosen).toBeNull()
    for (const { option, all, upper, lower } of chosen ?? []) {
      const own = answers.map(({ letter = null }) => letter === option)
      const weight = (group: readonly Q[]) => group.reduce((sum, part, at) => sum + (own[at] ? number(part) : 0), 0)
      expect([option, all]).toEqual([option, own.filter(Boolean).length])
      near(upper, weight(expected.upper))
      near(lower, weight(expected.lower))
    }
  }
}

it('reports the statistics of every question type as the contract defines them', { timeout: 300_000 }, async () => {
  const world = await createWorld()
  const { test, all } = await campuses(world)
  const get = async (path: string, as: Actor) => {
    const { status, body } = await world.rest('GET', path, { as })
    expect([path, status]).toEqual([path, 200])
    return body
  }
  const everybody = all.flatMap(reportedIn)
  expect(everybody.length).toBeGreaterThanOrEqual(30)
  expect(new Set(everybody.map(({ result }) => result.passed)).size).toBe(2)
  // Someone fails only because of a cut-off, and someone's section is below the floor.
  expect(
    everybody.some(({ result }) => !result.passed && order(result.percentage, decimal(scheme.passMark)) >= 0),
  ).toBe(true)
  expect(everybody.some(({ result }) => result.sections.some(({ raw }) => number(raw) < 0))).toBe(true)

  for (const campus of all) {
    const { people, faculty, admin, sittings } = campus
    const reported = reportedIn(campus)
    expect(reported.length).toBe(sittings.length - sittings.filter((one) => resultIn(one).pending > 0).length)

    // Reports for each student.
    for (const one of sittings) {
      const { person, parts, submitted, attemptId } = one
      const result = resultIn(one)
      const waiting = parts.flat().filter(({ worth }) => worth === 'staff').length
      expect(submitted.pendingMarks ?? 0).toBe(waiting)
      if (waiting > 0) expect(submitted.results).toBeNull()
      const own = await get('/tests/student/reports', person)
      const performance = await get('/reports/student/performance', person)
      if (result.pending > 0) {
        expect((await world.rest('GET', `/tests/${test.id}/results`, { as: person })).status).toBe(409)
        expect(own.reports).toMatchObject([
          { marksObtained: null, percentage: null, status: null, correctAnswers: null, pendingMarks: result.pending },
        ])
        const review = world.call(admin).reports.students.attempt
        const { report } = await review({ studentId: person.id, attemptId })
        expect(report?.sections.map(({ percentage }) => percentage === null)).toEqual([false, false, false, true])
        continue
      }
      expect(own.reports).toMatchObject([{ ...figuresOf(result), status: result.passed ? 'Pass' : 'Fail' }])
      expect(own.summary).toMatchObject({ averagePercentage: two(result.percentage), passed: Number(result.passed) })
      expect(performance).toMatchObject({ averagePercentage: two(result.percentage), failed: Number(!result.passed) })
      const { report } = await get(`/tests/${test.id}/results`, person)
      const { unanswered, passed } = result
      expect(report).toMatchObject({ ...figuresOf(result), unanswered, passed })
      expect(report.sections).toEqual(
        result.sections.map((section, place) => ({
          sectionName: sections[place]?.sectionName,
          ...(section.cutoff && { cutoff: section.cutoff }),
          marksObtained: two(section.marks),
          totalMarks: two(section.total),
          percentage: two(section.percentage),
          correctAnswers: section.correctAnswers,
          incorrectAnswers: section.incorrectAnswers,
          unanswered: section.unanswered,
        })),
      )
      for (const [place, answer] of parts.flat().entries()) {
        const { counts, marks } = itemMarks(answer)
        expect(report.questionAnalysis[place]).toMatchObject({
          questionText: answer.name,
          isCorrect: counts.correct === 1,
          marksObtained: marks,
          studentAnswer: isAnswered(answer) ? expect.any(String) : null,
        })
      }
    }

    // Reports for the college and its faculty.
    const statistics = {
      totalAssigned: people.length,
      totalCompleted: reported.length,
      completionRate: share(reported.length, people.length),
      averageScore: average(reported),
      highestScore: Math.max(...reported.map(({ result }) => two(result.percentage))),
      lowestScore: Math.min(...reported.map(({ result }) => two(result.percentage))),
      passRate: share(passedOf(reported), reported.length),
      passedStudents: passedOf(reported),
    }
    const college = await get(`/college/tests/${test.id}/report`, admin)
    expect(college.statistics).toEqual(statistics)
    const { students } = await get(`/faculty/tests/${test.id}/students`, faculty)
    for (const [place, person] of people.entries()) {
      const one = reported.find((other) => other.person === person)
      const sat = sittings.some((other) => other.person === person)
      const { correctAnswers, incorrectAnswers, ...marks } = one
        ? figuresOf(one.result)
        : { marksObtained: null, percentage: null, correctAnswers: undefined, incorrectAnswers: undefined }
      const row = {
        name: person.name,
        section: 'AB'[place % 2],
        status: one ? 'Completed' : sat ? 'Being Marked' : 'Not Attempted',
        ...marks,
      }
      expect(college.students).toContainEqual(expect.objectContaining(row))
      const passed = one ? one.result.passed : null
      const counts = one && { correctAnswers, incorrectAnswers }
      expect(students).toContainEqual(expect.objectContaining({ ...row, ...counts, id: person.id, passed }))
    }
    const ranked = await world.call(faculty).reports.tests.students({ id: test.id, status: 'Completed', limit: 200 })
    expect(ranked.students.map(({ percentage }) => two(decimal(Math.round((percentage ?? 0) * 100) / 100)))).toEqual(
      reported.map(({ result }) => two(result.percentage)).sort((a, b) => b - a),
    )
    for (const status of ['Pass', 'Fail', 'Being Marked', 'Not Attempted'] as const) {
      const wanted = people.filter((person) => {
        const one = reported.find((other) => other.person === person)
        if (status === 'Pass' || status === 'Fail') return one?.result.passed === (status === 'Pass')
        return !one && sittings.some((other) => other.person === person) === (status === 'Being Marked')
      })
      const page = await world.call(faculty).reports.tests.students({ id: test.id, status, limit: 200 })
      expect(page.pagination.total).toBe(wanted.length)
      expect(page.students.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort())
    }

    const full = await get(`/faculty/tests/${test.id}/report`, faculty)
    expect(full.analytics).toEqual({
      totalStudents: people.length,
      completed: reported.length,
      avgScore: statistics.averageScore,
      passPercentage: statistics.passRate,
      passedCount: passedOf(reported),
      failedCount: reported.length - passedOf(reported),
    })
    expect(full.sectionStats).toEqual(
      ['A', 'B'].map((section) => {
        const inIt = reported.filter((one) => one.section === section)
        return { section, avgScore: average(inIt), students: inIt.length }
      }),
    )
    const best = reported.map(({ result }) => two(result.percentage)).sort((a, b) => b - a)
    expect(full.topStudents.map(({ percentage }: { percentage: number }) => percentage)).toEqual(best.slice(0, 5))
    expect(full.attempts).toHaveLength(reported.length)
    for (const { attemptId, result } of reported)
      expect(full.attempts).toContainEqual(expect.objectContaining({ id: attemptId, ...figuresOf(result) }))
    expect(full.questionAnalysis).toEqual(
      specs.map(({ form }, place) => {
        const answers = reported.map(({ parts }) => parts.flat()[place] as Sat)
        const { correct, incorrect } = itemOf(answers, [], true).counts
        return {
          questionNumber: place + 1,
          questionText: form.questionText,
          correctCount: correct,
          incorrectCount: incorrect,
          correctPercentage: share(correct, correct + incorrect),
        }
      }),
    )
    expectItems(await get(`/reports/tests/${test.id}/items`, faculty), reported)

    // Results by attempt and by group.
    const { reports } = await get('/tests/faculty/student-reports', faculty)
    expect(reports).toHaveLength(reported.length)
    for (const { attemptId, result } of reported)
      expect(reports).toContainEqual(
        expect.objectContaining({
          ...figuresOf(result),
          id: attemptId,
          unanswered: result.unanswered,
          status: result.passed ? 'Pass' : 'Fail',
        }),
      )
    for (const section of ['A', 'B']) {
      const inIt = reported.filter((one) => one.section === section)
      const group = await get(`/reports/college/hierarchical?section=${section}`, admin)
      expect(group.summary).toMatchObject({ totalAttempts: inIt.length, averagePercentage: average(inIt) })
      const summary = await world.call(faculty).reports.results.summary({ section })
      expect(summary).toMatchObject({ totalAttempts: inIt.length, passed: passedOf(inIt) })
    }
    await expectFiles(world, campus, test.id, reported)
  }

  // Reports for the owner.
  const report = await get(`/admin/tests/${test.id}/report`, world.admin)
  expect(report).toMatchObject({
    totalAttempted: everybody.length,
    averageScore: average(everybody),
    completionRate: share(everybody.length, all.flatMap(({ people }) => people).length),
  })
  expect(report.collegeResults.map(({ averageScore }: { averageScore: number }) => averageScore).sort()).toEqual(
    all.map((campus) => average(reportedIn(campus))).sort(),
  )
  expectItems(await get(`/reports/tests/${test.id}/items`, world.admin), everybody)
})

/** One answer's counts and displayed marks. */
function itemMarks(answer: Sat) {
  const { sections: parts, ...result } = resultOf([{ answers: [answer] }], { floor: 'none', passMark: 0 })
  return { counts: { correct: result.correctAnswers }, marks: two(parts[0]?.raw ?? q(0)) }
}

/** Compares the students, questions and attempts exported to CSV and Excel with the computed results. */
async function expectFiles(
  world: World,
  { faculty, admin, people, sittings }: Campus,
  id: string,
  reported: Reported[],
) {
  const download = async (path: string, as: Actor) => {
    const token = await world.tokenOf(as)
    const answer = await fetch(`${world.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer())
  }
  const csv = async (path: string, as: Actor) =>
    Papa.parse<Record<string, string>>((await download(path, as)).toString().replace('\ufeff', ''), {
      header: true,
      skipEmptyLines: true,
    }).data
  const rows = await csv(`/college/tests/${id}/export?format=csv`, admin)
  const book = read(await download(`/faculty/tests/${id}/export?format=xlsx`, faculty))
  const cells = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
    defval: null,
  })
  expect([rows.length, cells.length]).toEqual([people.length, people.length])
  for (const { person, result } of reported) {
    const { marksObtained, totalMarks, percentage } = figuresOf(result)
    const row = rows.find((one) => one['Student Name'] === person.name)
    const texts = [row?.['Marks Obtained'], row?.['Total Marks'], row?.Percentage, row?.Status]
    expect(texts).toEqual([String(marksObtained), String(totalMarks), String(percentage), 'Completed'])
    const cell = cells.find((one) => one['Student Name'] === person.name)
    expect(cell?.['Marks Obtained']).toBe(marksObtained)
    expect(Number(cell?.Percentage) * 100).toBeCloseTo(number(result.percentage), 2)
  }
  const items = await csv(`/reports/tests/${id}/items/export?format=csv`, faculty)
  expect(items.map(({ Text, Facility }) => [Text, Facility])).toEqual(
    specs.map(({ form }: Typed, place) => {
      const answers = reported.map(({ parts }) => parts.flat()[place] as Sat)
      const scores = reported.map(({ result }) => result.score)
      return [form.questionText, String(itemOf(answers, scores, true).facility)]
    }),
  )
  for (const one of sittings.slice(0, 4)) {
    const [attempt] = await csv(`/reports/students/${one.person.id}/export?format=csv`, admin)
    const result = resultIn(one)
    const status = result.pending > 0 ? 'Being Marked' : result.passed ? 'Pass' : 'Fail'
    expect([attempt?.Percentage, attempt?.Result]).toEqual([
      result.pending > 0 ? '' : String(two(result.percentage)),
      status,
    ])
  }
}
