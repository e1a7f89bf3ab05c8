import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { openServices } from '#server/app.ts'
import { appRouter } from '#server/app-router.ts'
import { authRepo } from '#server/features/auth/auth.repo.ts'
import { createFirstAdmin } from '#server/features/auth/auth.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Letter } from '#shared/bank/types/choice.rules.ts'
import { aCollege, aQuestion, aSection, aSectionedTest, aTest, singleChoice } from '#tests/factories/forms.ts'
import { testConfig } from '#tests/support/config.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'

export interface Hall {
  testId: string
  /** Questions by section. A flat test has one section. */
  sections: { id: string; key: Letter; marks: number; image: string | null }[][]
  /** One session per student. */
  students: { id: string; token: string }[]
}

const letters = ['A', 'B', 'C', 'D'] as const

/** A real PNG of grey noise, about 10 kB. */
function noise(): Buffer {
  const [width, height] = [120, 80]
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const whole = Buffer.alloc(body.length + 8)
    whole.writeUInt32BE(data.length, 0)
    body.copy(whole, 4)
    whole.writeUInt32BE(crc32(body), body.length + 4)
    return whole
  }
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0])
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), randomBytes(width)])),
  )
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Stores an image among the uploads. @returns its URL */
function hangImage(dataDir: string): string {
  const folder = join(dataDir, 'uploads/images')
  mkdirSync(folder, { recursive: true })
  const name = `${randomBytes(16).toString('hex')}.png`
  writeFileSync(join(folder, name), noise())
  return `/images/${name}`
}

/** Text as long as a typical question. */
const wordy = (n: number) =>
  `Question ${n}: a train of ${n + 90} metres passes a pole in ${n + 5} seconds and a bridge in ${n + 20} seconds. ` +
  'Find the length of the bridge, when both are passed at the same constant speed, and choose the nearest answer below.'

/**
 * Creates a college whose students are all assigned one accepted 60-question test, flat or in three sections of 20.
 * Every third question has an image. Everyone is signed in, but no one has started.
 */
export async function prepareHall(dataDir: string, size: number, { sectioned = true } = {}): Promise<Hall> {
  const app = await openServices(testConfig(dataDir))
  await createFirstAdmin(app)
  const call = (actor: Actor) =>
    appRouter.createCaller({ app, actor, token: null, address: '127.0.0.1', requestId: 'prepare' })
  const actorOf = async (email: string): Promise<Actor> => {
    const found = await authRepo(app.db.read).findByEmail(email)
    if (!found) throw new Error(`No user ${email}`)
    return { ...found.user, address: '127.0.0.1' }
  }
  const master = call(await actorOf(app.config.masterAdmin.email))
  const { college } = await master.colleges.create(aCollege())
  const office = call(await actorOf(college.email))
  enrolCrowd(dataDir, college.id, size)

  const questions = Array.from({ length: 60 }, (_, n) =>
    aQuestion({
      questionText: wordy(n),
      correctAnswer: letters[n % 4] ?? 'A',
      questionImageUrl: n % 3 === 0 ? hangImage(dataDir) : null,
    }),
  )
  const now = app.clock.now()
  const thirds = [0, 20, 40].map((from) =>
    aSection({ sectionDuration: 60, marksPerQuestion: 2, questions: questions.slice(from, from + 20) }),
  )
  const form = sectioned ? aSectionedTest(now, { sections: thirds }) : aTest(now, { questions, duration: 180 })
  const { test } = await master.tests.create(form)
  await master.assignments.assignColleges({ id: test.id, collegeIds: [college.id] })
  const [assignment] = (await office.assignments.listForCollege({})).assignments
  const id = assignment?.id ?? ''
  await office.assignments.decide({ id, status: 'accepted' })
  const { branches } = await office.members.branches()
  await office.assignments.assignStudents({ id, branches })

  const students: Hall['students'] = []
  for (let n = 0; n < size; n++) students.push({ id: `crowd-${college.id}-${String(n).padStart(6, '0')}`, token: '' })
  for (let from = 0; from < size; from += 500)
    await Promise.all(
      students.slice(from, from + 500).map(async (student) => {
        student.token = await app.sessions.open(student.id, false)
      }),
    )
  await app.db.close()
  const parts = sectioned ? test.sections : [test]
  const sections = parts.map((part) =>
    singleChoice(part.questions).map(({ id, correctAnswer: key, marks, questionImageUrl: image }) => ({
      id,
      key,
      marks,
      image,
    })),
  )
  return { testId: test.id, sections, students }
}
