import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyAlone } from '#tests/support/binary.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { freePorts, startNats } from '#tests/support/nats.ts'

it('the single file starts again as a standby when it steps down', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-binary-cluster-'))
  const { nodes, url } = await startNats(folder, 1)
  const [port] = await freePorts(1)
  const alone = copyAlone({ CLUSTER_URL: url, CLUSTER_NODE: 'a', PORT: String(port) })
  const run = (...args: string[]) => {
    const { stdout, stderr } = spawnSync(alone.program, args, { ...alone.options, encoding: 'utf8' })
    return (stdout + stderr).trim()
  }
  await expect.poll(() => run('cluster', 'init'), { timeout: 60_000 }).toContain('Created the hall')
  const server = await alone.start()
  afterThisTest(async () => {
    await server.kill()
    for (const node of nodes) await node.kill()
    alone.remove()
    rmSync(folder, { recursive: true })
  })
  const leads = async () => (await fetch(`${server.url}/healthz`).catch(() => undefined))?.ok
  await expect.poll(leads, { timeout: 60_000 }).toBe(true)
  expect(run('cluster', 'step-down')).toBe('a steps down')
  await expect.poll(() => server.output().match(/as a standby/g)?.length).toBe(2)
  await expect.poll(leads, { timeout: 60_000 }).toBe(true)
  expect(await server.terminate()).toBe(0)
})
