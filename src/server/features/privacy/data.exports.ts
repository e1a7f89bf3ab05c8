import { pagesBy } from '#server/platform/export/columns.ts'
import { plainName } from '#server/platform/export/response.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { StreamedFile } from '#server/platform/zip/write.ts'
import type { Services } from '#server/services.ts'
import { releaseOf } from '#shared/attempts/release.rules.ts'
import { deviceOf } from '#shared/auth/devices.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { readAttached } from '../attempts/files.ts'
import { answersAsSeen } from '../attempts/printed-paper.ts'
import { isSubmissionShown } from '../coding/submissions/history.ts'
import { journalsOfAttempt } from '../journals/journals.ts'
import { dataRepo } from './data.repo.ts'
import type { StudentRow } from './privacy.ts'

export type Value = string | number | boolean | null
/** A row as written to the files; times are ISO-8601 in UTC. */
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
/** Small batches, because each program may be 64 KiB. */
const programsPerBatch = 50

/** A kind of data that is read all at once. */
const list = (name: string, about: string, columns: readonly string[], read: () => Promise<readonly Row[]>): Part => ({
  ...{ name, about, columns },
  pages: async function* () {
    yield await read()
  },
})

type Attempt = Awaited<ReturnType<ReturnType<typeof dataRepo>['attempts']>>[number]

type Submission = Awaited<ReturnType<ReturnType<typeof dataRepo>['submissionsAfter']>>[number]

/** Submissions as currently visible to the student. */
async function submissionsShown(app: Services, scope: CollegeScope, page: readonly Submission[]): Promise<Row[]> {
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

/** A unique path in the zip. */
const pathOf = ({ id, name }: { id: string; name: string }) => `answer-files/${id}-${plainName(name)}`

/** The content of the files attached to the student's answers. */
export async function* attachedFiles(app: Platform, { id }: StudentRow): AsyncGenerator<StreamedFile> {
  const repo = dataRepo(app.db.read)
  for (const attempt of await repo.attempts(id))
    for (const { file } of await repo.files(attempt.id)) {
      const content = await readAttached(app, file.id)
      if (content) yield { path: pathOf(file), content }
    }
}

/** All data about a student, by kind, read lazily. */
export function partsOf(app: Services, scope: CollegeScope, student: StudentRow): Part[] {
  const repo = dataRepo(app.db.read)
  const { id } = student
  /** A kind of data that is read attempt by attempt. */
  const ofAttempts = (
    ...[name, about, columns, read]: [string, string, readonly string[], (attempt: Attempt) => Promise<readonly Row[]>]
  ): Part => ({
    ...{ name, about, columns },
    pages: async function* () {
      for (const attempt of await repo.attempts(id)) {
        yield await read(attempt)
        await new Promise(setImmediate)
      }
    },
  })
  const profile = ['name', 'email', 'idNumber', 'branch', 'batch', 'section', 'phoneNumber', 'isActive'] as const
  return [
    list('profile', 'Profile, as recorded by the college.', [...profile, 'createdAt', 'lastSignIn'], async () => [
      {
        ...Object.fromEntries(profile.map((field) => [field, student[field]])),
        createdAt: iso(student.createdAt),
        lastSignIn: iso(student.lastLoginAt),
      },
    ]),
    list('sessions', 'Current sessions.', ['device', 'address', 'openedAt', 'endsAt'], async () =>
      (await repo.sessions(id)).map(({ browser, address, openedAt, endsAt }) => ({
        ...{ device: deviceOf(browser), address, openedAt: iso(openedAt), endsAt: iso(endsAt) },
      })),
    ),
    list('assignments', 'Tests assigned to the student.', ['test', 'assignedAt'], async () =>
      (await repo.assignments(id)).map(({ test, assignedAt }) => ({ test, assignedAt: iso(assignedAt) })),
    ),
    list(
      'attempts',
      'Tests the student started, with receipts and results. Unreleased results are left out.',
      [
        ...['test', 'attempt', 'startedAt', 'submittedAt', 'submittedBy', 'marksObtained', 'totalMarks', 'percentage'],
        ...['correctAnswers', 'incorrectAnswers', 'unanswered', 'extraMinutes', 'receipt'],
      ],
      async () =>
        (await repo.attempts(id)).map(
          ({ id: _, testId: __, release, extraMs, startedAt, submittedAt, ...attempt }) => ({
            ...attempt,
            percentage: attempt.percentage === null ? null : round2(attempt.percentage),
            // Without marks, some answers are still being marked.
            ...((attempt.marksObtained === null || !releaseOf(release, app.clock.now()).score.isOut) && noResult),
            startedAt: iso(startedAt),
            submittedAt: iso(submittedAt),
            extraMinutes: extraMs / minute,
          }),
        ),
    ),
    ofAttempts(
      'answers',
      'Answers, with the seconds spent. Numbers and letters are those of the student’s own paper. Correct answers are not included.',
      ['test', 'attempt', 'section', 'number', 'question', 'answer', 'answerText', 'seconds'],
      async ({ id, test, attempt }) => (await answersAsSeen(app, id)).map((answer) => ({ test, attempt, ...answer })),
    ),
    ofAttempts(
      'test-programs',
      'The latest version of each program the student wrote in a test.',
      ['test', 'attempt', 'question', 'language', 'savedAt', 'code'],
      async ({ id, test, attempt }) =>
        (await repo.code(id)).map((row) => ({ test, attempt, ...row, savedAt: iso(row.savedAt) })),
    ),
    ofAttempts(
      'program-journals',
      'How each program in a test was written: edits, pastes and runs, as recorded. Each event lists milliseconds since the previous one, kind, position, deleted characters, inserted text, and the language of a whole program.',
      ['test', 'attempt', 'question', 'page', 'part', 'startedAt', 'receivedAt', 'events'],
      async ({ id, test, attempt }) =>
        (await journalsOfAttempt(app, id)).flatMap(({ title, chunks }) =>
          chunks.map(({ stream, seq, at, receivedAt, events }) => ({
            ...{ test, attempt, question: title, page: stream, part: seq + 1 },
            ...{ startedAt: iso(at), receivedAt: iso(receivedAt), events: JSON.stringify(events) },
          })),
        ),
    ),
    ofAttempts(
      'answer-files',
      'Files attached to answers. Their content is in the folder answer-files.',
      ['test', 'attempt', 'question', 'name', 'bytes', 'sha256', 'uploadedAt', 'path'],
      async ({ id, test, attempt }) =>
        (await repo.files(id)).map(({ file, question }) => ({
          ...{ test, attempt, question, name: file.name, bytes: file.size, sha256: file.sha256 },
          ...{ uploadedAt: iso(file.uploadedAt), path: pathOf(file) },
        })),
    ),
    ofAttempts(
      'events',
      'Violations recorded in the exam room, such as leaving full screen.',
      ['test', 'attempt', 'kind', 'at', 'seconds'],
      async ({ id, test, attempt }) =>
        (await repo.violations(id)).map(({ kind, at, durationMs }) => ({
          ...{ test, attempt, kind, at: iso(at) },
          seconds: durationMs === null ? null : durationMs / 1_000,
        })),
    ),
    ofAttempts(
      'objections',
      'Objections to questions. Replies are not included, because they may contain correct answers.',
      ['test', 'attempt', 'question', 'reason', 'status', 'createdAt'],
      async ({ id, test, attempt }) =>
        (await repo.objections(id)).map((row) => ({ test, attempt, ...row, createdAt: iso(row.createdAt) })),
    ),
    list(
      'time-changes',
      'Extra time and reopened attempts, with the reason given.',
      ['test', 'kind', 'minutes', 'reason', 'changedAt'],
      async () =>
        (await repo.timeChanges(id)).map(({ test, kind, ms, reason, changedAt }) => ({
          ...{ test, kind, minutes: ms / minute, reason, changedAt: iso(changedAt) },
        })),
    ),
    {
      name: 'submissions',
      about:
        'Submissions in tests and practice. Unreleased verdicts are left out, and so are practice submissions while a test uses their question.',
      columns: ['handedInFor', 'question', 'language', 'status', 'score', 'createdAt', 'code'],
      pages: async function* () {
        const pages = pagesBy<Submission>((after) => repo.submissionsAfter(id, after, programsPerBatch))
        for await (const page of pages) yield await submissionsShown(app, scope, page)
      },
    },
    list(
      'notifications',
      'Notifications the student received, and when they were read.',
      ['title', 'message', 'from', 'sentAt', 'readAt'],
      async () =>
        (await repo.notifications(id)).map((row) => ({ ...row, sentAt: iso(row.sentAt), readAt: iso(row.readAt) })),
    ),
    list(
      'mails',
      'Emails to the student, with subject and time. Their text is not kept after sending.',
      ['subject', 'createdAt', 'sentAt'],
      async () =>
        (await repo.mails(student.email)).map(({ subject, createdAt, sentAt }) => ({
          ...{ subject, createdAt: iso(createdAt), sentAt: iso(sentAt) },
        })),
    ),
    list('log', 'Audit log entries by or about the student.', ['at', 'action', 'by', 'address', 'detail'], async () =>
      (await repo.log(scope, id)).map(({ at, action, byRole, actorId, address, detail }) => ({
        ...{ at: iso(at), action, by: actorId === id ? 'the student' : byRole },
        address: actorId === id ? address : null,
        // Omits a withdrawn result, which may be unreleased.
        // Marks may not be released yet.
        detail: JSON.stringify({ ...detail, percentage: undefined, fromMarks: undefined, toMarks: undefined }),
      })),
    ),
  ]
}
