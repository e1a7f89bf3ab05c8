import { aQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { png } from '#tests/support/images.ts'
import { Wire } from '../exam/connection.ts'
import type { Caller } from './caller.ts'
import type { Day } from './clock.ts'
import type { College } from './setup.ts'

/** In simulated minutes: the length of a section, and the periods in which all students sign in and then start. */
const sectionMinutes = 12
const arrivalMinutes = 20
const startingMinutes = 4
/** Interval between saves in simulated seconds, as in the browser. */
const saveEvery = 15

export interface Window {
  college: College
  testId: string
  assignmentId: string
}

interface Paper {
  id: string
  sections: { questions: { id: string; questionImageUrl: string | null }[] }[]
}

/** Creates a test with images and offers it to a college, which accepts it and assigns it to some students. */
export async function openWindow(
  caller: Caller,
  day: Day,
  college: College,
  students: College['students'],
): Promise<Window> {
  const [master, admin] = [await caller.master(), await caller.signIn(college.admin)]
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(png(300, 200))]), 'figure.png')
  const { imageUrl } = await caller.get('image upload', 'POST', '/tests/upload-image', { token: master, body: form })
  const questions = () =>
    Array.from({ length: 10 }, (_, n) => aQuestion({ questionImageUrl: n % 3 === 0 ? imageUrl : null }))
  const sections = [0, 1, 2].map(() => aSection({ sectionDuration: sectionMinutes, questions: questions() }))
  for (const section of sections) section.numberOfQuestions = section.questions.length
  const body = aSectionedTest(day.now(), { sections })
  const { test } = await caller.get('test written', 'POST', '/tests', { token: master, body })
  const offer = { token: master, body: { collegeIds: [college.id] } }
  await caller.get('test offered', 'POST', `/tests/${test.id}/assign-college`, offer)
  const { assignments } = await caller.get('list', 'GET', '/tests/college/assigned', { token: admin })
  const assignment = assignments.find(({ testId }: { testId: { id: string } }) => testId.id === test.id)
  const path = `/tests/assignment/${assignment.id}`
  await caller.get('test accepted', 'PUT', `${path}/status`, { token: admin, body: { status: 'accepted' } })
  const specificStudents = students.map(({ id }) => id)
  await caller.get('test given', 'POST', `${path}/assign-students`, { token: admin, body: { specificStudents } })
  return { college, testId: test.id, assignmentId: assignment.id }
}

/** Simulates one student from sign-in to the result. One in ten never submits and is auto-submitted at the deadline. */
export async function sit(caller: Caller, day: Day, { testId }: Window, email: string): Promise<void> {
  const opened = day.hour
  await day.wait(Math.random() * arrivalMinutes)
  const token = await caller.signIn(email)
  await caller.ask('list', 'GET', '/tests/student/assigned', { token })
  await day.until(opened + (arrivalMinutes + Math.random() * startingMinutes) / 60)
  const wire = new Wire(token)
  const call = async (kind: string, procedure: string, input: object, keep = false) => {
    const { status, body } = await wire.call(caller.url, procedure, input, keep)
    caller.count(kind, status)
    return body
  }
  const input = { id: testId, writer: `day-${email.slice(0, 11)}` }
  try {
    const started = JSON.parse(await call('start', 'attempts.start', input, true))[0].result.data
    const { sections }: Paper = started.test
    const startedAt = day.hour
    const stays = sectionMinutes * (0.7 + Math.random() * 0.2)
    let revision = 0
    for (const [place, { questions }] of sections.entries()) {
      for (const { questionImageUrl } of questions)
        if (questionImageUrl) caller.count('image', (await wire.get(caller.url, questionImageUrl)).status)
      while (day.hour < startedAt + ((place + 1) * stays) / 60) {
        await day.wait(saveEvery / 60)
        const answers = [0, 1, 2].map(() => ({
          questionId: questions[Math.floor(Math.random() * questions.length)]?.id,
          selectedAnswer: Math.random() < 0.05 ? null : 'ABCD'[Math.floor(Math.random() * 4)],
          timeSpent: revision,
          revision: ++revision,
        }))
        const violations = Math.random() < 0.01 ? [{ kind: 'tab_switch', at: new Date(day.now()).toISOString() }] : []
        await call('save', 'attempts.save', { ...input, answers, violations })
      }
      if (place < sections.length - 1) await call('next section', 'attempts.nextSection', { ...input, from: place })
    }
    if (Math.random() < 0.1) return
    await call('submit', 'attempts.submit', { id: testId, answers: [], violations: [] })
    await caller.ask('result', 'GET', `/tests/${testId}/results`, { token })
    await caller.ask('sign out', 'POST', '/auth/logout', { token })
  } finally {
    wire.close()
  }
}
