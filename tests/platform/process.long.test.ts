import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareTest, signIn } from '#tests/support/prepare-test.ts'
import { api, type ServerProcess, startServer } from '#tests/support/process.ts'

let dataDir = ''
const started: ServerProcess[] = []
const start = async (env?: NodeJS.ProcessEnv) => {
  const server = await startServer(dataDir, 'serve', env)
  started.push(server)
  return server
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'examhall-process-'))
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill()
  rmSync(dataDir, { recursive: true })
})

describe('the server process', () => {
  it('loses no acknowledged answer when killed with -9 while saving', async () => {
    let server = await start()
    const { id, student } = await prepareTest(server.url, 60)
    const { test } = (await api(server.url, 'POST', `/tests/${id}/start`, student)).body
    const questionIds: string[] = test.questions.map((question: { id: string }) => question.id)
    /** The newest acknowledged answer to each question. */
    const acknowledged = new Map<string, { revision: number; selectedAnswer: string }>()
    let revision = 0
    let saves = 0

    for (let round = 1; round <= 5; round++) {
      const { url } = server
      // Each lane has its own questions and awaits each response, so a question's revisions arrive in order.
      const lane = async (own: string[]) => {
        for (let n = 0; ; n++) {
          const questionId = own[n % own.length] ?? ''
          const answer = { questionId, selectedAnswer: 'ABCD'[n % 4] ?? 'A', revision: ++revision }
          const saved = await api(url, 'PUT', `/tests/${id}/answers`, student, { answers: [answer] }).catch(() => null)
          if (saved?.status !== 200) return
          acknowledged.set(questionId, answer)
          saves++
        }
      }
      const lanes = Array.from({ length: 8 }, (_, n) => lane(questionIds.filter((_id, at) => at % 8 === n)))
      await expect.poll(() => saves, { timeout: 30_000 }).toBeGreaterThan(round * 200)
      await server.kill()
      await Promise.all(lanes)
      server = await start()
      const resumed = await api(server.url, 'POST', `/tests/${id}/start`, student)
      const stored = new Map<string, { revision: number; selectedAnswer: string }>(
        resumed.body.answers.map((answer: { questionId: string }) => [answer.questionId, answer]),
      )
      for (const [questionId, answer] of acknowledged) {
        const kept = stored.get(questionId)
        // A newer one may be on disk although its acknowledgement was lost.
        if (kept?.revision === answer.revision) expect(kept.selectedAnswer).toBe(answer.selectedAnswer)
        else expect(kept?.revision).toBeGreaterThan(answer.revision)
      }
    }
  })

  it('loses no acknowledged essay file when killed with -9 while uploading', async () => {
    let server = await start()
    const essay = { type: 'essay' as const, questionText: 'Draw it.', marks: 5, allowFiles: true }
    const { id, student } = await prepareTest(server.url, [essay])
    const { test, attemptId } = (await api(server.url, 'POST', `/tests/${id}/start`, student)).body
    const questionId: string = test.questions[0].id
    const headers = { authorization: `Bearer ${student}` }
    const acknowledged = new Map<string, string>()
    for (let round = 1; round <= 3; round++) {
      const { url } = server
      const uploading = (async () => {
        for (let n = 0; ; n++) {
          const text = `Round ${round}, file ${n}\n`.repeat(5_000)
          const body = new FormData()
          body.append('questionId', questionId)
          body.append('file', new Blob([text]), 'a.txt')
          const call = { method: 'POST', headers, body }
          const sent = await fetch(`${url}/api/attempts/${attemptId}/files`, call).catch(() => null)
          if (sent?.status !== 201) return
          const answer = await sent.json().catch(() => null)
          if (answer) acknowledged.set(answer.file.id, text)
        }
      })()
      await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(round * 10)
      await server.kill()
      await uploading
      server = await start()
      for (const [fileId, text] of acknowledged) {
        const kept = await fetch(`${server.url}/api/attempts/${attemptId}/files/${fileId}`, { headers })
        expect(await kept.text()).toBe(text)
      }
    }
  })

  it('resumes a repeated practice test after being killed, and keeps the earlier attempt', async () => {
    const server = await start()
    const { id, student } = await prepareTest(server.url, 3, 'Practice')
    const startAgain = (url: string) => api(url, 'POST', `/tests/${id}/start`, student, { again: true })
    const first = (await startAgain(server.url)).body
    const answer = { questionId: first.test.questions[0].id, selectedAnswer: 'B' }
    await api(server.url, 'POST', `/tests/${id}/submit`, student, { answers: [answer] })
    const second = (await startAgain(server.url)).body
    await api(server.url, 'PUT', `/tests/${id}/answers`, student, { answers: [{ ...answer, selectedAnswer: 'D' }] })
    await server.kill()
    const { url } = await start()
    expect((await startAgain(url)).body).toMatchObject({
      attemptId: second.attemptId,
      answers: [{ selectedAnswer: 'D' }],
    })
    await api(url, 'POST', `/tests/${id}/submit`, student, {})
    const { report } = (await api(url, 'GET', `/tests/${id}/results`, student)).body
    expect(report.attempts).toMatchObject([
      { id: first.attemptId, marksObtained: 1 },
      { id: second.attemptId, marksObtained: 0 },
    ])
  })

  it('exits with 0 on SIGTERM after finishing running work', async () => {
    const server = await start()
    const { id, student } = await prepareTest(server.url, 3)
    const { test } = (await api(server.url, 'POST', `/tests/${id}/start`, student)).body
    const answers = [{ questionId: test.questions[0].id, selectedAnswer: 'C' }]
    const save = api(server.url, 'PUT', `/tests/${id}/answers`, student, { answers })
    const [saved, code] = await Promise.all([save, save.then(() => server.terminate())])
    expect(saved.status).toBe(200)
    expect(code).toBe(0)
    const again = await start()
    expect((await api(again.url, 'POST', `/tests/${id}/start`, student)).body.answers).toMatchObject([
      { selectedAnswer: 'C' },
    ])
  })

  it('exits with 0 within 10 s even if a client has sent half a request', async () => {
    const server = await start()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => {})
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"em',
    )
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    const startedAt = performance.now()
    expect(await server.terminate()).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('locks its data folder, and lets no other user read it', async () => {
    const home = join(dataDir, 'new')
    const server = await start({ DATA_DIR: home })
    const modes = ['.', ...readdirSync(home).filter((name) => name.startsWith('examhall.db'))].map(
      (name) => statSync(join(home, name)).mode & 0o777,
    )
    expect(modes).toEqual([0o711, 0o600, 0o600, 0o600])
    await expect(start({ DATA_DIR: home })).rejects.toThrow('DATA_DIR is in use by another Examhall process')
    await server.terminate()
    chmodSync(join(home, 'examhall.db'), 0o644)
    await start({ DATA_DIR: home })
    expect(statSync(join(home, 'examhall.db')).mode & 0o777).toBe(0o600)
  })

  it('does not log reset links', async () => {
    const server = await start({ LOG_LEVEL: 'info' })
    for (const path of ['/reset-password/secret-token?x=1', '/api/auth/reset-password/secret-token'])
      await fetch(server.url + path, { method: path.startsWith('/api') ? 'POST' : 'GET' })
    await expect.poll(server.output).toContain('"path":"/api/auth/reset-password/…"')
    expect(server.output()).toContain('"path":"/reset-password/…"')
    expect(server.output()).not.toContain('secret-token')
  })

  it('trusts the address that its proxy adds, but not those that the client sends', async () => {
    const server = await start({ TRUST_PROXY: 'true' })
    const answer = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '<b>198.51.100.1</b>, 203.0.113.9' },
      body: JSON.stringify({ email: 'admin@localhost', password: 'first-password' }),
    })
    const { token } = (await answer.json()) as { token: string }
    const { body } = await api(server.url, 'GET', '/auth/sessions', token)
    expect(JSON.stringify(body)).toContain('203.0.113.9')
    expect(JSON.stringify(body)).not.toContain('198.51.100.1')
  })

  it('prints the first master admin’s password once, and it works', async () => {
    const server = await start({ MASTER_ADMIN_PASSWORD: '' })
    const password = /Password \(shown this once\): (\S+)/.exec(server.output())?.[1] ?? ''
    expect(await signIn(server.url, 'admin@localhost', password)).toBeTruthy()
    await server.terminate()
    const again = await start({ MASTER_ADMIN_PASSWORD: '' })
    expect(again.output()).not.toContain('Password')
    expect(await signIn(again.url, 'admin@localhost', password)).toBeTruthy()
  })

  it('refuses to start with an invalid setting and names it in one line', async () => {
    const refusal = (env: NodeJS.ProcessEnv) =>
      start(env).then(
        () => 'started',
        (error: Error) => error.message.split('\n').slice(1).join('\n').trim(),
      )
    expect(await refusal({ PORT: 'eighty' })).toBe('PORT accepts a port number from 0 to 65535')
    expect(await refusal({ HOST: '203.0.113.9' })).toBe('HOST accepts a host name or address of this machine')
    const file = join(dataDir, 'a-file')
    writeFileSync(file, 'x')
    expect(await refusal({ DATA_DIR: file })).toBe('DATA_DIR accepts a folder, but this is a file')
    expect(await refusal({ DATA_DIR: '/proc/examhall' })).toBe('DATA_DIR accepts a writable folder')
    const broken = join(dataDir, 'broken')
    mkdirSync(broken)
    writeFileSync(join(broken, 'examhall.db'), 'no database at all, only words. '.repeat(100))
    expect(await refusal({ DATA_DIR: broken })).toBe(
      'DATA_DIR contains an examhall.db that is not an Examhall database',
    )
  })
})
