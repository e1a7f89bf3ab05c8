import { constants } from 'node:os'
import type { RunVerdict } from '#shared/coding/languages.rules.ts'
import type { Report } from './orders.ts'
import { JudgeError } from './types.ts'

const stopVerdicts = {
  cpu: 'time_limit_exceeded',
  wall: 'time_limit_exceeded',
  memory: 'memory_limit_exceeded',
  output: 'output_limit_exceeded',
} as const satisfies Record<NonNullable<Report['stop']>, RunVerdict>

const signalNames: Record<number, string> = {
  [constants.signals.SIGSEGV]: 'segmentation fault',
  [constants.signals.SIGABRT]: 'aborted',
  [constants.signals.SIGFPE]: 'arithmetic error, such as a division by zero',
  [constants.signals.SIGILL]: 'illegal instruction',
  [constants.signals.SIGBUS]: 'bus error',
  [constants.signals.SIGPIPE]: 'broken pipe',
  [constants.signals.SIGKILL]: 'killed',
}

/**
 * True if a program failed to start because it needs too much memory, for example for an array of gigabytes.
 * @throws JudgeError if it failed to start for another reason
 */
function wouldNotFit(report: Report): boolean {
  if (report.ending !== 'failure') return false
  if (report.value === constants.errno.ENOMEM) return true
  throw new JudgeError(`The program could not be started: errno ${report.value}`)
}

/**
 * Judges how a program ended, whatever it printed.
 * @param outOfMemory pattern of the runtime's own out-of-memory message
 * @returns undefined if it ended normally, so that its output decides
 * @throws JudgeError if the sandbox failed
 */
export function failureOf(report: Report, outOfMemory?: RegExp): RunVerdict | undefined {
  if (wouldNotFit(report)) return 'memory_limit_exceeded'
  if (report.stop) return stopVerdicts[report.stop]
  if (report.ending === 'signal' || report.value !== 0)
    return outOfMemory?.test(report.error.toString()) ? 'memory_limit_exceeded' : 'runtime_error'
  return undefined
}

/** Describes how a failed program ended. */
export function endingInWords({ ending, value }: Report): string {
  if (ending === 'signal') return signalNames[value] ?? `signal ${value}`
  return value === 0 ? '' : `exit code ${value}`
}
