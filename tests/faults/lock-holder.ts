/** Locks the database in a separate process, reports it, and releases the lock when its input ends. */
import SqliteDatabase from 'better-sqlite3'

const db = new SqliteDatabase(process.argv[2])
db.exec('begin exclusive')
console.log('held')
process.stdin.resume().on('end', () => db.exec('rollback'))
