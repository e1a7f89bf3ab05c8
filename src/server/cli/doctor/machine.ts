import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { whyUnusable } from '../../platform/backup/folders.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Finding } from './finding.ts'

const gigabyte = 1024 ** 3
/** Enough for a year of exams. Less needs attention. */
const littleSpace = 2 * gigabyte
/** In ms; slower flushes indicate a slow or shared disk. */
const slowFlush = 20
const flushes = 40

function examineBackups({ backups: { dir, recipient } }: Config): Finding {
  const what = 'Backups'
  const reason = whyUnusable(dir)
  if (!reason)
    return {
      what,
      found: `stored in ${resolve(dir)}, ${recipient ? `encrypted for ${recipient}` : 'not encrypted; set BACKUP_KEY to encrypt them'}`,
    }
  return { what, found: `BACKUP_DIR cannot be used, so no backups will be made: ${reason}`, bad: true }
}

/** Examines free space, flush latency and backup storage. */
export const examineDisk = async (config: Config): Promise<Finding[]> => [
  ...(await examineData(config)),
  examineBackups(config),
]

async function examineData({ dataDir }: Config): Promise<Finding[]> {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    return [
      {
        what: 'Disk',
        found: `${(free / gigabyte).toFixed(1)} GB free for ${resolve(dataDir)}`,
        bad: free < littleSpace,
      },
      measureFlush(dataDir),
    ]
  } catch (error) {
    return [{ what: 'Disk', found: (error as Error).message, bad: true }]
  }
}

function measureFlush(dataDir: string): Finding {
  const path = join(dataDir, `flush-${process.pid}.tmp`)
  const file = openSync(path, 'wx', 0o600)
  try {
    const durations: number[] = []
    for (let n = 0; n < flushes; n++) {
      const began = performance.now()
      writeSync(file, Buffer.alloc(4096, n))
      fsyncSync(file)
      durations.push(performance.now() - began)
    }
    const median = durations.toSorted((a, b) => a - b)[flushes / 2] ?? 0
    // Concurrent saves share a flush: the disk limits flushes per second, the CPU limits saves per flush.
    const turns = Math.round(1_000 / median)
    const found = `${median.toFixed(2)} ms: ${turns.toLocaleString('en')} per second, each covering up to 512 saves`
    return { what: 'Flush', found, bad: median > slowFlush }
  } finally {
    closeSync(file)
    rmSync(path)
  }
}

/** Checks that the port is free or in use by our own server. */
async function examinePort({ host, port }: Config): Promise<Finding> {
  const what = 'Port'
  const probe = createServer()
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((settle) => {
    probe.once('error', settle)
    probe.listen(port, host, () => probe.close(() => settle(undefined)))
  })
  if (!failure) return { what, found: `${host}:${port} is free` }
  if (failure.code !== 'EADDRINUSE') return { what, found: `${host}:${port}: ${failure.message}`, bad: true }
  const answer = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(3_000) }).catch(() => null)
  const health = (await answer?.json().catch(() => null)) as { status?: string; reasons?: string[] } | null
  if (!health?.status) return { what, found: `${host}:${port} is in use by another program`, bad: true }
  const state = [health.status, ...(health.reasons ?? [])].join(', ')
  return { what, found: `${host}:${port} is in use by a running server: ${state}`, bad: answer?.status !== 200 }
}

const isOwn = (host: string) => /^(localhost|127\..*|::1|\[::1\])$/.test(host)

/** Examines the port, the public address, and the proxy settings, which must match. */
export async function examineAddresses(config: Config): Promise<Finding[]> {
  const { host, publicUrl, trustProxy } = config
  const findings = [await examinePort(config)]
  const address = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (!address) findings.push({ what: 'Address', found: 'no PUBLIC_URL: links in emails only work on this machine' })
  else if (isOwn(address.hostname))
    findings.push({ what: 'Address', found: `PUBLIC_URL ${publicUrl} only works on this machine` })
  else if (address.protocol === 'http:')
    findings.push({
      what: 'Address',
      found: `PUBLIC_URL ${publicUrl} is not https: passwords are sent unencrypted`,
      bad: true,
    })
  else findings.push({ what: 'Address', found: `PUBLIC_URL ${publicUrl}` })
  if (address?.protocol === 'https:' && isOwn(host) && !trustProxy)
    findings.push({
      what: 'Proxy',
      found: 'TRUST_PROXY is false behind a proxy: all visitors share one address; set it to true',
      bad: true,
    })
  if (trustProxy && !isOwn(host))
    findings.push({
      what: 'Proxy',
      found: `TRUST_PROXY is true and ${host} can be reached without the proxy: visitors can fake their address; set HOST to 127.0.0.1`,
      bad: true,
    })
  return findings
}

/** Each browser uses one or two open files. */
const fewFiles = 8_192

export function examineFiles(): Finding {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : ''
  const open = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  return {
    what: 'Open files',
    found: `limit ${open}${open < fewFiles ? '; raise it for a full exam hall: ulimit -n 65536, or LimitNOFILE' : ''}`,
    bad: open < 1_024,
  }
}

/** Checks that no other user of the machine can read the key that seals secrets. */
export function examineSecrets({ secretsKeyFile }: Config): Finding {
  const what = 'Secrets'
  const mode = statSync(secretsKeyFile, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return { what, found: 'no key yet; the first start creates it' }
  const isOpen = (mode & 0o077) !== 0
  return {
    what,
    found: isOpen
      ? `others can read the key: chmod 600 ${secretsKeyFile}`
      : `the key is in ${secretsKeyFile}; it is not part of backups, so keep a copy elsewhere`,
    bad: isOpen,
  }
}

const settingOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined)

/** Lists the causes of failing user namespaces, each with the command that fixes it. */
export function examineNamespaces(): Finding[] {
  const what = 'Namespaces'
  if (!existsSync('/usr/bin/bwrap'))
    return [{ what, found: 'bubblewrap is missing: sudo apt-get install bubblewrap', bad: true }]
  const switches = [
    ['user.max_user_namespaces', '/proc/sys/user/max_user_namespaces', '0', '15000'],
    ['kernel.unprivileged_userns_clone', '/proc/sys/kernel/unprivileged_userns_clone', '0', '1'],
    [
      'kernel.apparmor_restrict_unprivileged_userns',
      '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
      '1',
      '0',
    ],
  ] as const
  return switches
    .filter(([, path, off]) => settingOf(path) === off)
    .map(([name, , , on]) => ({ what, found: `disabled; to enable: sudo sysctl -w ${name}=${on}`, bad: true }))
}

/** Files that exist while a common time service synchronises the clock. */
const timeMarks = [
  '/run/systemd/timesync/synchronized',
  '/run/chrony/chronyd.pid',
  '/run/ntpd.pid',
  '/run/openntpd.pid',
]

export function examineClock(): Finding {
  const now = new Date(systemClock.now()).toISOString()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const kept = timeMarks.some((path) => existsSync(path))
  return {
    what: 'Clock',
    found: `${now}, zone ${zone}, ${kept ? 'synchronised' : 'no time service found'}`,
  }
}
