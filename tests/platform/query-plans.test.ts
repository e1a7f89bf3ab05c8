import { describe, expect, it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'

/** The queries of the exam day and of the long lists, as they are sent, and the index each has to walk. */
const plans: [name: string, query: string, index: RegExp][] = [
  [
    'who a token belongs to',
    'select * from sessions join users on users.id = sessions.user_id where sessions.id = ?',
    /sessions.*autoindex.*/,
  ],
  [
    'an attempt of a student',
    'select * from attempts where student_id = ? and test_id = ? and college_id = ?',
    /attempts_student_test/,
  ],
  ['the answers of an attempt', 'select * from answers where attempt_id = ?', /autoindex_answers/],
  [
    'attempts past their deadline',
    'select * from attempts where submitted_at is null and deadline < ? order by deadline limit 50',
    /attempts_running_deadline/,
  ],
  [
    'the questions of a paper, in order',
    'select * from questions where test_id = ? order by position',
    /questions_test_position/,
  ],
  ['the tests of a student', 'select * from student_assignments where student_id = ?', /student_assignments_student/],
  [
    'the offers of a college, newest first',
    'select * from assignments where college_id = ? order by assigned_at desc',
    /assignments_college_assigned/,
  ],
  [
    'a page of students, newest first',
    "select * from users where college_id = ? and role = 'student' order by created_at desc, id desc limit 20",
    /users_college_role_created/,
  ],
  [
    'distinct sections',
    "select distinct section from users where college_id = ? and role = 'student' and section is not null",
    /users_college_role_groups/,
  ],
  [
    'attempts of a test in a college',
    'select count(*) from attempts where test_id = ? and college_id = ? and submitted_at is not null',
    /attempts_test_college/,
  ],
]

describe('query plans', () => {
  it.each(plans)('%s walks an index and sorts nothing', async (_name, query, index) => {
    const world = await createWorld()
    // biome-ignore lint/suspicious/noExplicitAny: drizzle keeps the driver's connection out of its types
    const connection = (world.platform.db.read as any).$client
    const rows: { detail: string }[] = connection
      .prepare(`explain query plan ${query}`)
      .all(Array.from(query.matchAll(/\?/g), () => 'x'))
    const plan = rows.map((row) => row.detail).join('\n')
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(/TEMP B-TREE|^SCAN/m)
  })
})
