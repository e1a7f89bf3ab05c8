import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { freePorts } from '#tests/support/nats.ts'
import { prepareTest } from '#tests/support/prepare-test.ts'
import { api } from '#tests/support/process.ts'
import { startHall, type TestHall } from './hall.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/cluster.md'), 'utf8')

/** Returns the documented configuration that contains `text`, with the addresses of a hall's servers. */
function documented(text: string, { nodes }: TestHall): string {
  const block = [...guide.matchAll(/```\w*\n(.*?)```/gs)]
    .map(([, inside = '']) => inside)
    .find((one) => one.includes(text))
  return (block ?? '')
    .split('\n')
    .filter((line) => !line.includes('10.0.0.') || nodes[Number(/10\.0\.0\.(\d)/.exec(line)?.[1]) - 1])
    .join('\n')
    .replaceAll(/10\.0\.0\.(\d):3000/g, (_all, at) => `127.0.0.1:${nodes[Number(at) - 1]?.env.PORT}`)
}

const balancers: Record<string, (hall: TestHall, port: number) => ChildProcess> = {
  HAProxy: (hall, port) => {
    const file = join(hall.folder, 'haproxy.cfg')
    const rest = `defaults\n  mode http\n  timeout connect 1s\n  timeout client 30s\n  timeout server 30s\nfrontend students\n  bind 127.0.0.1:${port}\n  default_backend examhall\n`
    writeFileSync(file, `${rest}${documented('option httpchk', hall)}`)
    return spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  },
  nginx: (hall, port) => {
    const file = join(hall.folder, 'nginx.conf')
    const [upstream = '', location = ''] = documented('proxy_next_upstream', hall).split(/^(?=location)/m)
    const server = `server { listen 127.0.0.1:${port}; ${location} }`
    writeFileSync(
      file,
      `daemon off; pid ${hall.folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${upstream} ${server} }`,
    )
    return spawn('nginx', ['-p', hall.folder, '-c', file, '-e', 'stderr'], { stdio: 'ignore' })
  },
}

it.each(Object.keys(balancers))('%s, as documented, sends students to the leader across a failover', async (name) => {
  const hall = await startHall(2, 1)
  const leader = await hall.leader()
  const { id, student } = await prepareTest(leader.url, 40)
  const [port = 0] = await freePorts(1)
  const balancer = balancers[name]?.(hall, port) as ChildProcess
  afterThisTest(async () => {
    const ended = once(balancer, 'exit')
    if (balancer.exitCode === null && balancer.kill()) await ended
  })
  const url = `http://127.0.0.1:${port}`
  const start = () => api(url, 'POST', `/tests/${id}/start`, student).catch(() => undefined)
  await expect.poll(async () => (await start())?.status, { timeout: 20_000 }).toBe(200)
  const questionId = (await start())?.body.test.questions[0].id
  let revision = 0
  const save = async () => {
    const answers = [{ questionId, selectedAnswer: 'A', revision: ++revision }]
    return (await api(url, 'PUT', `/tests/${id}/answers`, student, { answers }).catch(() => undefined))?.status
  }
  // No save fails while nothing does: a standby's 503 never reaches a student.
  for (let n = 0; n < 20; n++) expect(await save()).toBe(200)
  await leader.kill()
  await expect.poll(save, { timeout: 60_000, interval: 100 }).toBe(200)
  await leader.start()
  await expect.poll(() => leader.role(), { timeout: 60_000 }).toBe('standby')
  for (let n = 0; n < 20; n++) expect(await save()).toBe(200)
})
