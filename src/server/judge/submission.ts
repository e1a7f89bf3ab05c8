import type { RunVerdict } from '#shared/coding/languages.rules.ts'
import type { LanguageSetup } from './language-setup.ts'
import type { CallGroup, Report, RunLimits } from './orders.ts'
import type { Sandbox } from './sandbox.ts'
import type { JudgedCase, JudgeJob, JudgeLimits } from './types.ts'
import { endingInWords } from './verdicts.ts'

const megabyte = 1024 * 1024
const kilobyte = 1024

/** The complete environment of every program. */
export const environment = { PATH: '/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8' }

const maxOutput = 16 * megabyte
const keptOutput = 64 * kilobyte
export const keptError = 8 * kilobyte
/** More than is shown, because runtimes explain a crash in their last lines. */
const readError = 64 * kilobyte
const maxProcesses = 128
/** Thread stacks and heaps reserve address space long before they use it. */
const addressSpare = 1024 * megabyte

const compileLimits: Omit<RunLimits, 'calls'> = {
  cpuMs: 10_000,
  wallMs: 21_000,
  memoryKb: 768 * kilobyte,
  outputBytes: megabyte,
  errorBytes: readError,
  fileBytes: 64 * megabyte,
  stackBytes: 64 * megabyte,
  processes: maxProcesses,
  processesUncounted: true,
  addressBytes: 0,
}
export const compileMemoryMb = compileLimits.memoryKb / kilobyte

/** A question's limits plus the language's allowance. The wall-clock limit only stops sleeping programs. */
export function runLimits(
  { timeMs, memoryMb }: JudgeLimits,
  setup: Pick<LanguageSetup, 'allowance' | 'maxStackMb' | 'calls' | 'isNative' | 'usesNode'>,
): RunLimits {
  const { allowance } = setup
  const cpuMs = timeMs + allowance.timeMs
  // Stay below the memory limit, so that infinite recursion always ends in the same way.
  const stackMb = Math.min(Math.max(8, Math.floor((memoryMb * 3) / 4)), setup.maxStackMb ?? Number.POSITIVE_INFINITY)
  return {
    cpuMs,
    wallMs: 2 * cpuMs + 1_000,
    memoryKb: (memoryMb + allowance.memoryMb) * kilobyte,
    outputBytes: maxOutput,
    errorBytes: readError,
    fileBytes: maxOutput,
    stackBytes: stackMb * megabyte,
    processes: maxProcesses,
    calls: setup.calls?.run ?? [],
    processesUncounted: setup.usesNode ?? false,
    addressBytes: setup.isNative ? 2 * memoryMb * megabyte + addressSpare : 0,
  }
}

/** Limits for starting a resident process. */
export const startLimits: Omit<RunLimits, 'calls'> = {
  ...compileLimits,
  memoryKb: 512 * kilobyte,
  fileBytes: maxOutput,
  stackBytes: 64 * megabyte,
}

const compileStops = {
  cpu: 'The compiler took longer than 10 s.',
  wall: 'The compiler took longer than 10 s.',
  memory: `The compiler took more than ${compileMemoryMb} MB of memory.`,
  output: 'The compiler printed more than 1 MB.',
}

/** True if these errors mean that the compiler reached a limit, as it would in a retry. */
export const wasStopped = (errors: string) => Object.values(compileStops).some((reason) => errors.startsWith(reason))

const compilerKilled = 'The compiler was stopped.'

/** True if the compiler was killed or reached a limit, perhaps only because the machine was busy. */
export const mayCompileLater = (errors: string) =>
  wasStopped(errors) ||
  errors.startsWith(compilerKilled) ||
  // The compiler of C and C++ runs in a process of its own.
  errors.includes('fatal error: Killed signal terminated program')

/** Removes sandbox paths, which are meaningless to users. */
const withoutBox = (text: string) => text.replaceAll('/box/', '')

/** Decodes up to `max` bytes, without a partial character at the end. */
export function cut(bytes: Uint8Array, max: number): string {
  if (bytes.length <= max) return Buffer.from(bytes).toString()
  let end = max
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return Buffer.from(bytes.subarray(0, end)).toString()
}

/** @returns the compiler's errors; undefined for none */
function complaintOf(report: Report): string | undefined {
  if (report.ending === 'exit' && report.value === 0 && !report.stop) return undefined
  const messages = [report.error, report.output].map((bytes) => withoutBox(cut(bytes, keptError)).trim())
  const reason = report.stop ? compileStops[report.stop] : report.ending === 'signal' && compilerKilled
  return cut(
    Buffer.from([reason, ...messages].filter(Boolean).join('\n') || 'The program does not compile.'),
    keptError,
  )
}

/** Runs the compile commands in order. @returns the errors of the first one that fails */
export async function compile(
  sandbox: Sandbox,
  commands: readonly (readonly string[])[],
  {
    calls = [],
    variables = {},
  }: { calls?: readonly CallGroup[] | undefined; variables?: Record<string, string> | undefined },
): Promise<string | undefined> {
  for (const command of commands) {
    const report = await sandbox.run({
      kind: 'run',
      command,
      variables: { ...environment, ...variables },
      limits: { ...compileLimits, calls },
      input: new Uint8Array(),
    })
    if (report.ending === 'failure') throw new Error(`${command[0]} could not be started: errno ${report.value}`)
    const complaint = complaintOf(report)
    if (complaint !== undefined) return complaint
  }
  return undefined
}

/** A program, ready for its runtime, or the errors found while it was translated. */
type Translated = { source: string } | { complaint: string }

/** Translates a program, if its language needs it. @param open opens a sandbox */
export async function translate(
  open: () => Sandbox,
  { translate: command, variables, calls }: Pick<LanguageSetup, 'translate' | 'variables' | 'calls'>,
  source: string,
): Promise<Translated> {
  if (!command) return { source }
  const report = await open().run({
    kind: 'run',
    command,
    variables: { ...environment, ...variables?.(0) },
    limits: { ...compileLimits, calls: calls?.run ?? [] },
    input: Buffer.from(source),
  })
  const complaint = complaintOf({ ...report, output: Buffer.of() })
  return complaint === undefined ? { source: report.output.toString() } : { complaint }
}

/** Result codes of a resident process: see javascript/child.ts. */
const answerKinds = { exit: 0, syntax: 2, memory: 3 }

const answerKind = ({ value }: Report) => value >> 8

/** Converts a resident program's answer to the report of a separate process. */
export function usualReport(report: Report): Report {
  if (report.ending !== 'answer') return report
  if (answerKind(report) === answerKinds.memory) return { ...report, stop: report.stop ?? 'memory' }
  return { ...report, ending: 'exit', value: answerKind(report) === answerKinds.exit ? report.value & 255 : 1 }
}

/** @returns the syntax error that the runtime reported, if any */
export function syntaxErrorIn(report: Report): string | undefined {
  if (report.ending !== 'answer' || answerKind(report) !== answerKinds.syntax) return undefined
  return withoutBox(cut(report.error, keptError)).trim()
}

/** Result of comparing or checking a program's output. */
export interface OutputVerdict {
  /** The share of the case's points, from 0 to 1. */
  score: number
  /** The checker's message. */
  remark?: string
}

/** A case's verdict, with the message of the checker or interactor. */
export interface CaseVerdictWithRemark extends Partial<OutputVerdict> {
  verdict: RunVerdict
  /** Shown instead of the program's output. */
  transcript?: string
}

/** Returns the result of one run, with the fields that the job requests. */
export function judgedCase(
  { cases }: JudgeJob,
  place: number,
  report: Report,
  { verdict, score, remark, transcript }: CaseVerdictWithRemark,
): JudgedCase {
  const judged: JudgedCase = {
    place,
    verdict,
    timeMs: Math.round(report.cpuMs),
    memoryKb: report.peakKb,
    ...(score !== undefined && score > 0 && score < 1 ? { score } : {}),
  }
  if (!cases[place]?.keep) return judged
  const error = withoutBox(cut(report.error, keptError)).trim()
  return {
    ...judged,
    output: transcript ?? cut(report.output, keptOutput),
    outputCut: report.output.length > keptOutput,
    error: error || (report.stop ? '' : endingInWords(report)),
    ...(remark ? { remark } : {}),
  }
}
