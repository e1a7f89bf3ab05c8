import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import { languageNames } from '#shared/coding/languages/rules.ts'
import { calibrate } from '../judge/calibration.ts'
import { createJudge, type JudgeProcess } from '../judge/judge.ts'
import type { LanguageStatus } from '../judge/types.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'

const gigabyte = 1024 ** 3
/** A year of exams fits; with less, somebody should look. */
const littleSpace = 2 * gigabyte
const mailWithin = 5_000

/** A line of the report. `bad` is what somebody has to do something about. */
interface Finding {
  what: string
  found: string
  bad?: boolean
}

async function calibrated(
  judge: JudgeProcess,
  { language, available, version, reason }: LanguageStatus,
): Promise<Finding> {
  const what = languageNames[language]
  if (!available) return { what, found: `off: ${reason}`, bad: true }
  try {
    return { what, found: `${(version ?? '').padEnd(10)} ${String(await calibrate(judge, language)).padStart(6)} ms` }
  } catch (error) {
    return { what, found: `${version}: ${(error as Error).message}`, bad: true }
  }
}

async function examineJudge({ judgeConcurrency: concurrency }: Config): Promise<Finding[]> {
  const judge = createJudge({ concurrency, log: { warn: () => {} } })
  try {
    const { works, memory, reason } = await judge.sandbox()
    const state = works
      ? `works, memory ${memory === 'measured' ? 'is measured' : 'by a control group'}`
      : `does not work: ${reason}`
    const findings: Finding[] = [
      { what: 'Sandbox', found: state, bad: !works },
      { what: 'At once', found: `${concurrency} programs` },
    ]
    // One after the other: beside each other they would take time from each other.
    for (const status of await judge.languages()) findings.push(await calibrated(judge, status))
    return findings
  } finally {
    await judge.close()
  }
}

async function examineMail({ mail }: Config): Promise<Finding> {
  const what = 'Mail'
  if (!mail.smtpUrl) return { what, found: 'no SMTP_URL: letters are kept as files in DATA_DIR/outbox' }
  const { hostname } = new URL(mail.smtpUrl)
  const transport = createTransport({ url: mail.smtpUrl, connectionTimeout: mailWithin, greetingTimeout: mailWithin })
  try {
    await transport.verify()
    return { what, found: `${hostname} takes letters from ${mail.from}` }
  } catch (error) {
    return { what, found: `${hostname}: ${(error as Error).message}`, bad: true }
  } finally {
    transport.close()
  }
}

async function examineDisk({ dataDir }: Config): Promise<Finding> {
  const what = 'Disk'
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    return { what, found: `${(free / gigabyte).toFixed(1)} GB free for ${resolve(dataDir)}`, bad: free < littleSpace }
  } catch (error) {
    return { what, found: (error as Error).message, bad: true }
  }
}

/** Marks that the usual time services leave while they hold the clock right. */
const timeMarks = [
  '/run/systemd/timesync/synchronized',
  '/run/chrony/chronyd.pid',
  '/run/ntpd.pid',
  '/run/openntpd.pid',
]

function examineClock(): Finding {
  const now = new Date(systemClock.now()).toISOString()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const kept = timeMarks.some((path) => existsSync(path))
  return {
    what: 'Clock',
    found: `${now}, zone ${zone}, ${kept ? 'kept by a time service' : 'no time service was found'}`,
  }
}

const line = ({ what, found, bad }: Finding) => `${bad ? '!' : ' '} ${what.padEnd(12)} ${found}`

/**
 * Prints what this machine can do: the judge's sandbox and languages with the time of the same loop in each, mail, disk,
 * clock. Lines with a "!" are for somebody to look at; they make the exit code 1.
 */
export async function doctor(config: Config): Promise<void> {
  const findings = [
    ...(await examineJudge(config)),
    await examineMail(config),
    await examineDisk(config),
    examineClock(),
  ]
  console.log(findings.map(line).join('\n'))
  if (findings.some(({ bad }) => bad)) process.exitCode = 1
}
