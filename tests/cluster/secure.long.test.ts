import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { describe, expect, it } from 'vitest'
import { aCollege } from '#tests/factories/forms.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { freePorts, NatsNode } from '#tests/support/nats.ts'
import { signIn } from '#tests/support/prepare-test.ts'
import { api } from '#tests/support/process.ts'
import { HallNode } from './hall-node.ts'

/** The configuration in docs/cluster.md. */
const documented = /`\/etc\/nats-server.conf`.*?```\n(.*?)```/s.exec(
  readFileSync(join(import.meta.dirname, '../../docs/cluster.md'), 'utf8'),
)?.[1]

/** Creates a certificate authority, and one certificate for 127.0.0.1. */
function createCertificates(folder: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...key, '-keyout', 'ca-key.pem', '-out', 'ca.pem', '-subj', '/CN=hall', '-days', '2')
  openssl('req', ...key, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=nats')
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n')
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial', '-extfile', 'names', '-days', '2']
  openssl('x509', '-req', '-in', 'request.pem', '-out', 'cert.pem', ...signing)
}

describe('a hall on NATS with TLS and NKeys, as documented', () => {
  it('replicates and fails over, and admits nobody without the key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'examhall-secure-'))
    createCertificates(folder)
    const ports = await freePorts(8)
    const env = {
      CLUSTER_URL: `tls://${ports
        .slice(0, 3)
        .map((port) => `127.0.0.1:${port}`)
        .join(',')}`,
      CLUSTER_CA: join(folder, 'ca.pem'),
      CLUSTER_NKEY_FILE: join(folder, 'hall.nkey'),
      SECRETS_KEY_FILE: join(folder, 'secrets.key'),
    }
    const createKey = () => new HallNode(join(folder, 'none'), 1, env).run('cluster', 'key')
    const [publicKey = 'no key'] = /U[A-Z2-7]{55}/.exec((await createKey()).output) ?? []
    expect(statSync(env.CLUSTER_NKEY_FILE).mode & 0o777).toBe(0o600)
    // A second call shows the same key again.
    expect((await createKey()).output).toContain(publicKey)
    const nats = [1, 2, 3].map((n) => {
      const config = join(folder, `nats-${n}.conf`)
      mkdirSync(join(folder, `nats-${n}`))
      const own = documented
        ?.replace('exams-1', `exams-${n}`)
        .replace('"10.0.0.1:4222"', `"127.0.0.1:${ports[n - 1]}"`)
        .replace('listen: "10.0.0.1:6222"', `listen: "127.0.0.1:${ports[n + 2]}"`)
        .replaceAll(/10\.0\.0\.(\d):6222/g, (_all, at) => `127.0.0.1:${ports[Number(at) + 2]}`)
        .replaceAll('/etc/nats/', `${folder}/`)
        .replace('/var/lib/nats', `${folder}/nats-${n}`)
        .replace('U…', publicKey)
      expect(own).not.toContain('10.0.0.')
      writeFileSync(config, own ?? '')
      return new NatsNode(ports[n - 1] ?? 0, config)
    })
    const nodes = ports.slice(6).map((port, n) => {
      const dataDir = join(folder, `node-${n}`)
      return new HallNode(dataDir, port, { ...env, CLUSTER_NODE: `node-${n}` })
    })
    afterThisTest(async () => {
      for (const node of [...nodes, ...nats]) await node.kill()
      rmSync(folder, { recursive: true, force: true })
    })
    await Promise.all(nats.map((server) => server.start()))
    const [first, second] = nodes as [HallNode, HallNode]
    const init = async () => (await first.run('cluster', 'init')).output
    await expect.poll(init, { timeout: 60_000 }).toContain('Created the hall examhall')
    for (const node of nodes) await node.start()
    await expect.poll(() => first.role(), { timeout: 60_000 }).toBe('leader')
    const admin = await signIn(first.url, 'admin@localhost', 'first-password')
    expect((await api(first.url, 'POST', '/admin/colleges', admin, aCollege())).status).toBe(201)
    await expect
      .poll(async () => (await first.run('cluster', 'verify')).output, { timeout: 60_000 })
      .toContain('All 2 copies are equal')

    writeFileSync(join(folder, 'other.nkey'), nkeys.createUser().getSeed())
    const intruder = (settings: NodeJS.ProcessEnv) =>
      new HallNode(join(folder, 'other'), 1, { ...env, ...settings }).run('cluster', 'status')
    for (const settings of [{ CLUSTER_NKEY_FILE: join(folder, 'other.nkey') }, { CLUSTER_NKEY_FILE: undefined }])
      expect(await intruder(settings)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/authorization|authentication/i),
      })
    expect(await intruder({ CLUSTER_CA: undefined })).toMatchObject({
      code: 1,
      output: expect.stringContaining('certificate'),
    })

    await first.kill()
    await expect.poll(() => second.role(), { timeout: 60_000 }).toBe('leader')
    const again = await signIn(second.url, 'admin@localhost', 'first-password')
    expect((await api(second.url, 'GET', '/admin/colleges', again)).body.colleges).toHaveLength(1)
  })
})
