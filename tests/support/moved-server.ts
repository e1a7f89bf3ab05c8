/**
 * The whole product as a process of its own for the browser tests, with the one thing a browser cannot reach: a clock
 * that can be moved. `POST /advance?ms=…` on the second address moves it; it goes on by itself from there.
 */

import { createServer } from 'node:http'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createApp, createPlatform } from '#server/app.ts'
import { createFirstAdmin } from '#server/features/auth/service.ts'
import { testConfig } from './config.ts'

let moved = 0
const clock = { now: () => Date.now() + moved }
const mail = { smtpUrl: process.env.SMTP_URL, from: 'Examhall <exams@example.edu>' }
const platform = await createPlatform(testConfig(process.argv[2] ?? '', { logLevel: 'error', mail }), clock)
await createFirstAdmin(platform)
const app = await createApp(platform)

const control = createServer((req, res) => {
  moved += Number(new URL(req.url ?? '/', 'http://control').searchParams.get('ms'))
  res.end()
})
control.listen(0, '127.0.0.1', async () => {
  console.log(`control at http://127.0.0.1:${(control.address() as AddressInfo).port}`)
  console.log(`listens on ${await app.server.listen({ host: '127.0.0.1', port: 0 })}`)
})
// For the next server of the same run: this one is killed without a chance to write it.
flushCompileCache()
