import type { CollegeScope, Reach, StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { type AssignmentStatus, assignmentStatuses } from '#shared/assignments/assignments.schema.ts'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { bestOf, type Ranked } from '#shared/search/search.rules.ts'
import { maxResults, type SearchHit } from '#shared/search/search.schema.ts'
import { findStudentAssignments } from '../assignments/assignments.ts'
import { getPractice } from '../coding/practice.ts'
import { searchRepo } from './search.repo.ts'

type Hits = Ranked<SearchHit>[]
type Repo = ReturnType<typeof searchRepo>
type TestRow = Awaited<ReturnType<Repo['allTests']>>[number]

/** Searches the names, emails, ID numbers, codes and tags of everything that the person may open. */
export async function search(app: Services, reach: Reach, query: string) {
  const repo = searchRepo(app.db.read)
  const kinds = await findKinds(app, repo, reach, query)
  return { results: bestOf(kinds, maxResults) }
}

function findKinds(app: Services, repo: Repo, reach: Reach, query: string): Promise<Hits[]> {
  const now = app.clock.now()
  switch (reach.kind) {
    case 'platform':
      return Promise.all([
        collegeHits(repo, query),
        repo.allTests(query).then((rows) => rows.map((row) => testHit(row, now))),
        questionHits(repo, query),
        collegeAdminHits(repo, query),
      ])
    case 'college_admin':
      return Promise.all([
        memberHits(repo, reach.scope, 'student', query),
        collegeTestHits(repo, reach.scope, assignmentStatuses, query, now),
        memberHits(repo, reach.scope, 'faculty', query),
      ])
    case 'faculty':
      return Promise.all([
        memberHits(repo, reach.scope, 'student', query),
        collegeTestHits(repo, reach.scope, ['accepted'], query, now),
      ])
    case 'student':
      return Promise.all([ownTestHits(app, repo, reach.scope, query), problemHits(app, repo, reach.scope, query)])
  }
}

function testHit({ id, title, rank, ...test }: TestRow, now: number, status?: SearchHit['status']): Ranked<SearchHit> {
  const timing = { Upcoming: 'upcoming', Active: 'active', Ended: 'ended' } as const
  const detail = `${test.subject} · ${test.testType}`
  return { rank, hit: { kind: 'test', id, title, detail, status: status ?? timing[timingOf(test, now)] } }
}

const activity = (isActive: boolean) => (isActive ? {} : ({ status: 'inactive' } as const))

async function memberHits(repo: Repo, scope: CollegeScope, role: MemberRole, query: string): Promise<Hits> {
  const rows = await repo.members(scope, role, query)
  return rows.map(({ id, title, email, idNumber, isActive, rank }) => ({
    rank,
    hit: {
      kind: role,
      id,
      title,
      email,
      detail: [idNumber, email].filter(Boolean).join(' · '),
      ...activity(isActive),
    },
  }))
}

async function collegeTestHits(
  repo: Repo,
  scope: CollegeScope,
  statuses: readonly AssignmentStatus[],
  query: string,
  now: number,
): Promise<Hits> {
  const rows = await repo.collegeTests(scope, statuses, query)
  return rows.map(({ status, ...row }) => testHit(row, now, status === 'accepted' ? undefined : status))
}

async function ownTestHits(app: Services, repo: Repo, scope: StudentScope, query: string): Promise<Hits> {
  const { assignments } = await findStudentAssignments(app, scope, {})
  const submitted = new Set(assignments.filter((one) => one.hasAttempted).map(({ testId }) => testId.id))
  const ids = assignments.map(({ testId }) => testId.id)
  const rows = await repo.testsAmong(ids, query)
  return rows.map((row) => testHit(row, app.clock.now(), submitted.has(row.id) ? 'submitted' : undefined))
}

async function problemHits(app: Services, repo: Repo, scope: StudentScope, query: string): Promise<Hits> {
  const { questions } = await getPractice(app, scope)
  return questionHits(
    repo,
    query,
    questions.map(({ id }) => id),
  )
}

async function questionHits(repo: Repo, query: string, ids?: readonly string[]): Promise<Hits> {
  const rows = await repo.questions(query, ids)
  return rows.map(({ id, title, difficulty, practice, tags, rank }) => ({
    rank,
    hit: {
      ...{ kind: 'question', id, title },
      detail: [difficulty, ...(practice ? [] : ['Exam only']), ...tags.slice(0, 3)].join(' · '),
    },
  }))
}

async function collegeHits(repo: Repo, query: string): Promise<Hits> {
  const rows = await repo.colleges(query)
  return rows.map(({ id, title, code, email, isActive, rank }) => ({
    rank,
    hit: { kind: 'college', id, title, detail: `${code} · ${email}`, ...activity(isActive) },
  }))
}

async function collegeAdminHits(repo: Repo, query: string): Promise<Hits> {
  const rows = await repo.collegeAdmins(query)
  return rows.map(({ id, title, email, collegeName, isActive, rank }) => ({
    rank,
    hit: { kind: 'collegeAdmin', id, title, email, detail: `${collegeName} · ${email}`, ...activity(isActive) },
  }))
}
