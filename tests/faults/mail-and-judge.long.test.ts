import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendDueMail } from '#server/platform/mail/mail.ts'
import { descendantsOf } from '#tests/judge/processes.ts'
import { signIn } from '#tests/support/prepare-test.ts'
import { api, type ServerProcess, startServer } from '#tests/support/process.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createWorld } from '#tests/support/world.ts'
import { healthOf, logOf, well } from './exam-student.ts'

describe('a mail server', () => {
  it('is reported to the owner while it is down, and mail is queued until it returns', async () => {
    const smtp = await startSmtp()
    const world = await createWorld({ mail: { smtpUrl: smtp.url, from: 'Examhall <exams@example.edu>' } })
    await smtp.close()
    await world.college()
    await sendDueMail(world.platform)
    expect(world.platform.health.reasons).toMatchObject([{ reason: 'mail_down' }])
    expect(await world.call(world.admin).dashboards.health()).toMatchObject({
      status: 'warning',
      reasons: [{ reason: 'mail_down', text: 'Mail cannot be sent. It stays queued and is retried.' }],
      mailsWaiting: 1,
    })
    expect(await healthOf(world)).toEqual(well)

    const back = await startSmtp(Number(new URL(smtp.url).port))
    world.clock.advance(30_000)
    await sendDueMail(world.platform)
    expect(back.received).toHaveLength(1)
    expect(world.platform.health.reasons).toEqual([])
    await back.close()
  })

  it('is not reported if it refuses one email', async () => {
    const smtp = await startSmtp()
    const world = await createWorld({ mail: { smtpUrl: smtp.url, from: 'Examhall <exams@example.edu>' } })
    smtp.refusing = true
    await world.college()
    await sendDueMail(world.platform)
    expect(world.platform.health.reasons).toEqual([])
    await smtp.close()
  })
})

describe('a judge killed with SIGKILL', () => {
  let dataDir = ''
  let server: ServerProcess
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'examhall-judge-'))
    server = await startServer(dataDir, 'serve', { LOG_LEVEL: 'info' })
  })
  afterEach(async () => {
    await server.kill()
    rmSync(dataDir, { recursive: true })
  })

  it('is reported, counted, and restarted automatically', async () => {
    const admin = await signIn(server.url, 'admin@localhost', 'first-password')
    await api(server.url, 'GET', '/coding/languages', admin)
    const judge = descendantsOf(server.pid).find(({ parent }) => parent === server.pid)?.pid ?? 0
    process.kill(judge, 'SIGKILL')
    await expect.poll(() => logOf(server, 'judge_down').length, { timeout: 30_000 }).toBe(2)
    expect(logOf(server, 'judge_down')[0]).toContain('The judge exited unexpectedly')
    expect(logOf(server, 'judge_down')[1]).toContain('Resolved')
    expect(await healthOf(server)).toEqual(well)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('\nexamhall_judge_deaths_total 1\n')
    expect(descendantsOf(server.pid).map(({ pid }) => pid)).not.toContain(judge)
  })
})
