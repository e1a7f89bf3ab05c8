import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '#drizzle/schema/members.ts'
import { type App, builtParts, createApp, openServices } from '#server/app.ts'
import { appRouter } from '#server/app-router.ts'
import { authRepo } from '#server/features/auth/auth.repo.ts'
import type { Judge } from '#server/judge/types.ts'
import { ManualClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { hashTemporary, temporaryPassword } from '#server/platform/password.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import type { memberForm } from '#shared/members/members.schema.ts'
import type { FlatFormInput, SectionedFormInput } from '#shared/tests/form.schema.ts'
import { aCollege, aFaculty, aStudent, aTest } from '#tests/factories/forms.ts'
import { afterThisFile, afterThisTest } from './cleanup.ts'
import { testConfig } from './config.ts'
import { databaseFile, fillFresh } from './fresh-database.ts'
import { sharedJudge } from './judge.ts'

export interface RestAnswer {
  status: number
  // Tests may read any field of a response. A wrong field name fails the expectation.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check
  body: any
  headers: Headers
}

/** A running server: real SQLite in a temporary folder, real HTTP, and a clock that tests move. */
export interface World {
  app: App
  platform: Services
  clock: ManualClock
  url: string
  admin: Actor
  /** Returns a typed caller with a user's rights, or an anonymous caller for null. */
  call(actor: Actor | null): ReturnType<typeof appRouter.createCaller>
  /** Opens a session without the cost of a password hash. @returns its token */
  tokenOf(actor: Actor): Promise<string>
  /** Sets and returns a new password. */
  passwordOf(actor: Actor): Promise<string>
  rest(
    method: string,
    path: string,
    options?: {
      as?: Actor
      token?: string
      body?: unknown
      raw?: BodyInit
      type?: string
      headers?: Record<string, string>
    },
  ): Promise<RestAnswer>
  /** Creates a college and its admin. */
  college(): Promise<{ id: string; admin: Actor }>
  student(college: { admin: Actor }, fields?: Partial<z.input<typeof memberForm>>): Promise<Actor>
  faculty(college: { admin: Actor }): Promise<Actor>
  /** Creates a test that the college has accepted and assigned to the students. */
  assignedTest(
    college: { id: string; admin: Actor },
    students: Actor[],
    fields?: Partial<FlatFormInput> | SectionedFormInput,
  ): Promise<{ id: string; assignmentId: string; questionIds: string[] }>
}

/** Writes a client of two files, so tests do not depend on a built client. */
function stubClient(dataDir: string): string {
  const folder = join(dataDir, 'client')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Academic System</title>')
  writeFileSync(join(folder, 'assets/app-1a2b3c.js'), 'export {}')
  return folder
}

let ofFile: Judge | undefined
/** Returns the judge shared by all worlds of a test file. */
function judgeOfFile(): Judge {
  if (ofFile) return ofFile
  const { judge, end } = sharedJudge()
  ofFile = judge
  afterThisFile(async () => {
    ofFile = undefined
    await end()
  })
  return judge
}

/**
 * Creates a world that is closed after the test. Recurring jobs do not run, so tests call them.
 * @param database a copy of another world's database; a new one without it
 */
export async function createWorld(fields: Partial<Config> = {}, database?: Buffer): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-'))
  const clock = new ManualClock()
  const judge = judgeOfFile()
  if (database) writeFileSync(join(dataDir, databaseFile), database)
  else await fillFresh(dataDir, judge)
  const platform = await openServices(testConfig(dataDir, fields), clock, builtParts, judge)
  const app = await createApp(platform, { jobs: [], parts: { ...builtParts, client: stubClient(dataDir) } })
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  afterThisTest(async () => {
    // The test may have closed the app already.
    if (app.server.server.listening) await app.close()
    rmSync(dataDir, { recursive: true })
  })

  const call = (actor: Actor | null) =>
    // By default, every caller has just signed in.
    appRouter.createCaller(() => ({
      app: platform,
      actor: actor && { provedAt: clock.now(), ...actor },
      token: null,
      address: '127.0.0.1',
      requestId: 'test',
    }))
  const address = '127.0.0.1'
  const first = await authRepo(platform.db.read).findByEmail(platform.config.masterAdmin.email)
  if (!first) throw new Error('There is no first master admin')
  const admin: Actor = { ...first.user, collegeId: null, address }
  const tokenOf = (actor: Actor) => platform.sessions.open(actor.id, false)

  const passwordOf = async ({ id }: Actor) => {
    const password = temporaryPassword()
    const passwordHash = hashTemporary(password, platform.passwordKey)
    await platform.db.write((tx) => tx.update(users).set({ passwordHash }).where(eq(users.id, id)))
    return password
  }

  const actorOf = (
    user: { id: string; role: Actor['role']; name: string; email: string },
    collegeId: string,
  ): Actor => ({
    id: user.id,
    role: user.role,
    name: user.name,
    email: user.email,
    collegeId,
    address,
  })

  const world: World = {
    app,
    platform,
    clock,
    url,
    admin,
    call,
    tokenOf,
    passwordOf,
    rest: async (method, path, { as, token, body, raw, type = 'application/json', headers } = {}) => {
      const bearer = token ?? (as && (await tokenOf(as)))
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...(payload !== undefined && !(payload instanceof FormData) ? { 'content-type': type } : {}),
          ...headers,
        },
        ...(payload === undefined ? {} : { body: payload }),
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.includes('json')
      return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers }
    },
    college: async () => {
      const { college, credentials } = await call(admin).colleges.create(aCollege())
      const { user } = await call(null).auth.login({
        email: credentials.email,
        password: credentials.temporaryPassword,
      })
      return { id: college.id, admin: actorOf(user, college.id) }
    },
    student: async (college, fields = {}) => {
      const { user } = await call(college.admin).members.create(aStudent(fields))
      return actorOf(user, college.admin.collegeId ?? '')
    },
    faculty: async (college) => {
      const { user } = await call(college.admin).members.create(aFaculty())
      return actorOf(user, college.admin.collegeId ?? '')
    },
    assignedTest: async (college, students, testFields = {}) => {
      const { test } = await call(admin).tests.create(
        'sections' in testFields ? testFields : aTest(clock.now(), testFields),
      )
      await call(admin).assignments.assignColleges({ id: test.id, collegeIds: [college.id] })
      const { assignments } = await call(college.admin).assignments.listForCollege({})
      const assignmentId = assignments.find((assignment) => assignment.testId.id === test.id)?.id ?? ''
      await call(college.admin).assignments.decide({ id: assignmentId, status: 'accepted' })
      if (students.length > 0)
        await call(college.admin).assignments.assignStudents({
          id: assignmentId,
          specificStudents: students.map((student) => student.id),
        })
      return {
        id: test.id,
        assignmentId,
        questionIds: [...test.questions, ...test.sections.flatMap(({ questions }) => questions)].map(({ id }) => id),
      }
    },
  }
  return world
}

/**
 * Prepares the first world of a process; the others open a copy of its database, which takes a quarter of the time.
 * @param arrange what every world needs before it is prepared, such as its time
 * @param prepare returns what tests know about the data
 */
export function preparedWorlds<T>(prepare: (world: World) => Promise<T>, arrange: (world: World) => void = () => {}) {
  let first: { database: Buffer; known: T } | undefined
  return async (): Promise<T & { world: World }> => {
    const world = await createWorld({}, first?.database)
    arrange(world)
    if (!first) {
      const known = await prepare(world)
      const copy = new SqliteDatabase(join(world.platform.config.dataDir, databaseFile), { readonly: true })
      first = { database: copy.serialize(), known }
      copy.close()
    }
    return { world, ...structuredClone(first.known) }
  }
}
