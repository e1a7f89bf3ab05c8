import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

const firstNames = ['Meera', 'Aravind', 'Kavya', 'Rohan', 'Sakshi', 'Ayesha', 'Imran', 'Harika', 'Sourav', 'Gurleen']
const familyNames = ['Krishnan', 'Kulkarni', 'Ansari', 'Reddy', 'Banerjee', 'Nair', 'Patil', 'Sheikh', 'Rao', 'Gill']
const branches = ['CSE', 'ECE', 'EEE', 'MECH', 'CIVIL', 'IT', 'AIML', 'CHEM']

/**
 * Inserts students directly into a database, even while a server is running. They are in five batches with eight
 * branches of five sections. Creating large numbers of students one by one would take minutes.
 */
export function enrolCrowd(dataDir: string, collegeId: string, size: number) {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'))
  db.pragma('busy_timeout = 10000')
  const insert = db.prepare(`
    insert into users (id, role, college_id, name, email, password_hash, id_number, branch, batch, section,
      phone_number, is_active, last_login_at, created_at)
    values (?, 'student', ?, ?, ?, 'none', ?, ?, ?, ?, ?, 1, ?, ?)`)
  db.transaction(() => {
    for (let n = 0; n < size; n++) {
      const number = String(n).padStart(6, '0')
      insert.run(
        `crowd-${collegeId}-${number}`,
        collegeId,
        `${firstNames[n % 10]} ${familyNames[Math.floor(n / 10) % 10]} ${number}`,
        `crowd${number}@${collegeId}.example`,
        `C${number}`,
        branches[n % 8],
        String(2024 + (Math.floor(n / 8) % 5)),
        'ABCDE'[Math.floor(n / 40) % 5],
        n % 3 === 0 ? null : `98${number}00`,
        n % 2 === 0 ? null : 1_700_000_000_000 + n,
        1_700_000_000_000 + n,
      )
    }
  })()
  db.close()
}

/** Submits one attempt each, with different marks, for the first students of a crowd who are assigned the test. */
export function submitForCrowd(dataDir: string, testId: string, size: number) {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'))
  db.pragma('busy_timeout = 10000')
  db.prepare(`
    insert into attempts (id, test_id, assignment_id, college_id, student_id, started_at, plan, part_opened_at, deadline,
      submitted_at, submitted_by, marks_obtained, total_marks, percentage, correct_answers, incorrect_answers, unanswered)
    select 'attempt-' || users.id, test_id, assignment_id, users.college_id, users.id, 1, '[60000]', 1, 60000,
      60000, 'student', row_number() over (order by users.id), 1000, row_number() over (order by users.id) / 10.0, 1, 1, 1
    from student_assignments join assignments on assignments.id = assignment_id join users on users.id = student_id
    where test_id = ? and users.id like 'crowd-%' order by users.id limit ?`).run(testId, size)
  db.close()
}
