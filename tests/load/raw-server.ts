/**
 * The lower bound for a durable save over HTTP: bare node:http, a parsed body, and one prepared statement in its own
 * transaction, flushed to disk (WAL, synchronous=FULL) before the response.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import SqliteDatabase from 'better-sqlite3'

const db = new SqliteDatabase(process.argv[2] ?? 'raw.db')
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec('create table saves (id integer primary key, question text, letter text, at integer)')
const insert = db.prepare('insert into saves (question, letter, at) values (?, ?, ?)')

const server = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => {
    const { answers } = JSON.parse(Buffer.concat(chunks).toString())
    insert.run(answers[0].questionId, answers[0].selectedAnswer, Date.now())
    res.setHeader('content-type', 'application/json')
    res.end('{"ok":true}')
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
