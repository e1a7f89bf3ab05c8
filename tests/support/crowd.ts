import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

const firstNames = ['Meera', 'Aravind', 'Kavya', 'Rohan', 'Sakshi', 'Ayesha', 'Imran', 'Harika', 'Sourav', 'Gurleen']
const familyNames = ['Krishnan', 'Kulkarni', 'Ansari', 'Reddy', 'Banerjee', 'Nair', 'Patil', 'Sheikh', 'Rao', 'Gill']
const branches = ['CSE', 'ECE', 'EEE', 'MECH', 'CIVIL', 'IT', 'AIML', 'CHEM']

/**
 * Puts so many students straight into a product's database, beside a server that may be running: five batches of eight
 * branches of five sections. For tests about size, where creating them one by one would take minutes.
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
