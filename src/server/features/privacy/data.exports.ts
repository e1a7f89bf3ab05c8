import { pagesBy } from '#server/platform/export/columns.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { releaseOf } from '#shared/attempts/release.rules.ts'
import { deviceOf } from '#shared/auth/devices.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { isSubmissionShown } from '../coding/submissions/history.ts'
import { dataRepo } from './data.repo.ts'
import type { StudentRow } from './privacy.ts'

export type Value = string | number | boolean | null
/** A value as written to the files; times are ISO-8601 in UTC. */
type Row = Record<string, Value>
type Pages = AsyncIterable<readonly Row[]>

/** One kind of data: a list in data.json and a table file. */
export interface Part {
  name: string
  /** Its description for the README. */
  about: string
  columns: readonly string[]
  pages: () => Pages
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const minute = 60_000
const noResult = {
  marksObtained: null,
  percentage: null,
  correctAnswers: null,
  incorrectAnswers: null,
  unanswered: null,
}
/** Each may be 64 KiB. */
const programsPerBatch = 50

/** A single page, read lazily. */
async function* once(read: () => Promise<readonly Row[]>): Pages {
  yield await read()
}

/** Rows of each attempt, one attempt after another. */
async function* byAttempt(
  app: Platform,
  studentId: string,
  read: (attempt: Attempt) => Promise<readonly Row[]>,
): Pages {
  for (const attempt of await dataRepo(app.db.read).attempts(studentId)) {
    yield await read(attempt)
    await new Promise(setImmediate)
  }
}
type Attempt = Awaited<ReturnType<ReturnType<typeof dataRepo>['attempts']>>[number]

/** Answered questions only: an untouched one may be a question the student has not seen yet. */
async function answersOf(app: Platform, { id, testId, test, attempt }: Attempt): Promise<Row[]> {
  const repo = dataRepo(app.db.read)
  const sheet = (await repo.sheet(id))?.answers ?? []
  const paper = await repo.paper(testId)
  return paper.flatMap(({ question, options }, place) => {
    const [letter = null, seconds = 0, revision = -1] = sheet.slice(place * 3, place * 3 + 3)
    if (Number(revision) < 0) return []
    const chosen = letter === null ? null : options[letter as keyof typeof options]
    return { test, attempt, number: place + 1, question, answer: letter, answerText: chosen, seconds: Number(seconds) }
  })
}

type Submission = Awaited<ReturnType<ReturnType<typeof dataRepo>['submissionsAfter']>>[number]

/** Submissions as currently visible to the student. */
async function submissionsShown(app: Platform, scope: CollegeScope, page: readonly Submission[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const { id: _, attemptId, questionId, createdAt, status, score, ...row } of page) {
    const shown = await isSubmissionShown(app, scope, { questionId, attemptId })
    if (!shown && attemptId === null) continue
    const verdict = shown ? { status, score } : { status: null, score: null }
    const handedInFor = attemptId === null ? 'practice' : 'test'
    rows.push({ handedInFor, ...row, ...verdict, createdAt: iso(createdAt) })
  }
  return rows
}

/** All data about a student, by kind, read lazily. */
export function partsOf(app: Platform, scope: CollegeScope, student: StudentRow): Part[] {
  const repo = dataRepo(app.db.read)
  const { id } = student
  return [
    {
      name: 'profile',
      about: 'Profile, as recorded by the college.',
      columns: [
        'name',
        'email',
        'idNumber',
        'branch',
        'batch',
        'section',
        'phoneNumber',
        'isActive',
        'createdAt',
        'lastSignIn',
      ],
      pages: () =>
        once(async () => {
          const { name, email, idNumber, branch, batch, section, phoneNumber, isActive } = student
          const times = { createdAt: iso(student.createdAt), lastSignIn: iso(student.lastLoginAt) }
          return [{ name, email, idNumber, branch, batch, section, phoneNumber, isActive, ...times }]
        }),
    },
    {
      name: 'sessions',
      about: 'Current sessions.',
      columns: ['device', 'address', 'openedAt', 'endsAt'],
      pages: () =>
        once(async () =>
          (await repo.sessions(id)).map(({ browser, address, openedAt, endsAt }) => ({
            device: deviceOf(browser),
            address,
            openedAt: iso(openedAt),
            endsAt: iso(endsAt),
          })),
        ),
    },
    {
      name: 'assignments',
      about: 'Tests assigned to the student.',
      columns: ['test', 'assignedAt'],
      pages: () =>
        once(async () =>
          (await repo.assignments(id)).map(({ test, assignedAt }) => ({ test, assignedAt: iso(assignedAt) })),
        ),
    },
    {
      name: 'attempts',
      about: 'Tests the student started, with receipts and results. Unreleased results are left out.',
      columns: [
        ...['test', 'attempt', 'startedAt', 'submittedAt', 'submittedBy', 'marksObtained', 'totalMarks', 'percentage'],
        ...['correctAnswers', 'incorrectAnswers', 'unanswered', 'extraMinutes', 'receipt'],
      ],
      pages: () =>
        once(async () =>
          (await repo.attempts(id)).map(
            ({ id: _, testId: __, release, extraMs, startedAt, submittedAt, ...attempt }) => ({
              ...attempt,
              percentage: attempt.percentage === null ? null : round2(attempt.percentage),
              ...(!releaseOf(release, app.clock.now()).score.isOut && noResult),
              startedAt: iso(startedAt),
              submittedAt: iso(submittedAt),
              extraMinutes: extraMs / minute,
            }),
          ),
        ),
    },
    {
      name: 'answers',
      about: 'Answers, with the seconds spent. Correct answers are not included.',
      columns: ['test', 'attempt', 'number', 'question', 'answer', 'answerText', 'seconds'],
      pages: () => byAttempt(app, id, (attempt) => answersOf(app, attempt)),
    },
    {
      name: 'test-programs',
      about: 'The latest version of each program the student wrote in a test.',
      columns: ['test', 'attempt', 'question', 'language', 'savedAt', 'code'],
      pages: () =>
        byAttempt(app, id, async ({ id, test, attempt }) =>
          (await repo.code(id)).map((row) => ({ test, attempt, ...row, savedAt: iso(row.savedAt) })),
        ),
    },
    {
      name: 'events',
      about: 'Violations recorded in the exam room, such as leaving full screen.',
      columns: ['test', 'attempt', 'kind', 'at', 'seconds'],
      pages: () =>
        byAttempt(app, id, async ({ id, test, attempt }) =>
          (await repo.violations(id)).map(({ kind, at, durationMs }) => ({
            ...{ test, attempt, kind, at: iso(at) },
            seconds: durationMs === null ? null : durationMs / 1_000,
          })),
        ),
    },
    {
      name: 'time-changes',
      about: 'Extra time and reopened attempts, with the reason given.',
      columns: ['test', 'kind', 'minutes', 'reason', 'changedAt'],
      pages: () =>
        once(async () =>
          (await repo.timeChanges(id)).map(({ test, kind, ms, reason, changedAt }) => ({
            ...{ test, kind, minutes: ms / minute, reason, changedAt: iso(changedAt) },
          })),
        ),
    },
    {
      name: 'submissions',
      about:
        'Programs the student submitted in tests and practice. Unreleased verdicts are left out, and so are practice submissions while a test uses their question.',
      columns: ['handedInFor', 'question', 'language', 'status', 'score', 'createdAt', 'code'],
      pages: async function* () {
        const pages = pagesBy<Awaited<ReturnType<typeof repo.submissionsAfter>>[number]>((after) =>
          repo.submissionsAfter(id, after, programsPerBatch),
        )
        for await (const page of pages) yield await submissionsShown(app, scope, page)
      },
    },
    {
      name: 'notifications',
      about: 'Notifications the student received, and when they were read.',
      columns: ['title', 'message', 'from', 'sentAt', 'readAt'],
      pages: () =>
        once(async () =>
          (await repo.notifications(id)).map((row) => ({ ...row, sentAt: iso(row.sentAt), readAt: iso(row.readAt) })),
        ),
    },
    {
      name: 'mails',
      about: 'Mails to the student, with subject and time. The text is not kept after sending.',
      columns: ['subject', 'createdAt', 'sentAt'],
      pages: () =>
        once(async () =>
          (await repo.mails(student.email)).map(({ subject, createdAt, sentAt }) => ({
            ...{ subject, createdAt: iso(createdAt), sentAt: iso(sentAt) },
          })),
        ),
    },
    {
      name: 'log',
      about: 'Audit log entries by or about the student.',
      columns: ['at', 'action', 'by', 'address', 'detail'],
      pages: () =>
        once(async () =>
          (await repo.log(scope, id)).map(({ at, action, byRole, actorId, address, detail }) => ({
            ...{ at: iso(at), action, by: actorId === id ? 'the student' : byRole },
            address: actorId === id ? address : null,
            // Omits a withdrawn result, which may be unreleased.
            detail: JSON.stringify({ ...detail, percentage: undefined }),
          })),
        ),
    },
  ]
}
