import { z } from 'zod'
import { feedbackFolder, givenPaths, type Order, type Report } from './orders.ts'
import { cut, keptError, type OutputVerdict } from './submission.ts'
import type { JudgeProtocol } from './types.ts'
import { endingInWords } from './verdicts.ts'

/** The checker crashed or broke its protocol. The message is for the question's author. */
export class CheckerFailed extends Error {}

/** A case as a checker sees it. */
export interface Judgeable {
  input: Buffer
  expected: Buffer
  output: Buffer
  arguments?: readonly string[] | undefined
  fullScore?: number | undefined
}

/** Arguments after the command, and the files that it reads. */
export type Asked = Pick<Order, 'input' | 'given' | 'feedback' | 'link'> & { arguments: readonly string[] }

/** How a checker gets a case and gives its verdict. */
interface Protocol {
  ask(one: Judgeable): Asked
  /** How an interactor gets a case. Its standard input and output are connected to the program's. */
  askInteractor(one: Omit<Judgeable, 'output'>): Asked
  /** @throws CheckerFailed */
  read(report: Report, fullScore: number): OutputVerdict
}

const nothing = new Uint8Array()
const textOf = (bytes: Buffer) => cut(bytes, keptError).trim()
const [first = '', second = '', third = ''] = givenPaths

/** @throws CheckerFailed for a score that is not from 0 to the full score */
function shareIn(text: string, source: string, full: number): number {
  const score = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  // Without points, nobody knows the full score.
  if (full === 0 && score >= 0) return Math.min(1, score)
  // The sum of rounded numbers may exceed the full score a little.
  if (score >= 0 && score <= full * (1 + 1e-9)) return Math.min(1, score / full)
  throw new CheckerFailed(`${source} must be a number from 0 to ${full}, but it is “${text.slice(0, 100)}”`)
}

/** An exit code that the protocol does not allow, with what the checker printed. */
function unexpected({ value, error, output }: Report): CheckerFailed {
  const printed = textOf(error) || textOf(output)
  return new CheckerFailed(`it ended with exit code ${value}${printed ? `: ${printed}` : ''}`)
}

/** Kattis: exit code 42 or 43; judgemessage.txt and score.txt or score_multiplier.txt in a folder. */
const kattis: Protocol = {
  ask: ({ input, expected, output }) => ({
    arguments: [first, second, `${feedbackFolder}/`],
    input: output,
    given: [input, expected],
    feedback: true,
  }),
  askInteractor: ({ input, expected }) => ({
    arguments: [first, second, `${feedbackFolder}/`],
    input: nothing,
    given: [input, expected],
    feedback: true,
    link: 'interactor',
  }),
  read: (report, fullScore) => {
    if (report.value !== 42 && report.value !== 43) throw unexpected(report)
    const remark = textOf(report.message)
    const [score, multiplier] = [textOf(report.score), textOf(report.multiplier)]
    if (report.value === 43) return { score: 0, remark }
    if (fullScore === 0) return { score: 1, remark }
    if (score) return { score: shareIn(score, 'score.txt', fullScore), remark }
    return { score: multiplier ? shareIn(multiplier, 'score_multiplier.txt', 1) : 1, remark }
  },
}

/** Exit codes of testlib.h: wrong answer, presentation error, extra output, unexpected end of file. */
const wrongCodes = [1, 2, 4, 8]
const pointsCode = 7
/** `quitf(_pc(percent), …)` ends with this plus the percentage, because checkers are compiled with TESTSYS. */
const percentCode = 50

/** testlib: exit codes, and the message on the error output. */
const testlib: Protocol = {
  ask: ({ input, expected, output }) => ({
    arguments: [first, second, third],
    input: nothing,
    given: [input, output, expected],
  }),
  askInteractor: ({ input, expected }) => ({
    arguments: [first, `${feedbackFolder}/output.txt`, second],
    input: nothing,
    given: [input, expected],
    feedback: true,
    link: 'interactor',
  }),
  read: (report, fullScore) => {
    const { value } = report
    const remark = textOf(report.error) || textOf(report.output)
    if (value === 0) return { score: 1, remark }
    if (wrongCodes.includes(value)) return { score: 0, remark }
    if (value >= percentCode && value <= percentCode + 100) return { score: (value - percentCode) / 100, remark }
    if (value !== pointsCode) throw unexpected(report)
    const points = /^(?:points\s+)?(\S+)/.exec(remark)?.[1] ?? ''
    return { score: shareIn(points, 'The points', fullScore), remark }
  },
}

const plainAnswer = z.object({ score: z.number().min(0).max(1), message: z.string().max(keptError).optional() })

/** Plain: JSON on standard input and output. */
const plain: Protocol = {
  ask: ({ input, expected, output }) => {
    const texts = { input: input.toString(), expected: expected.toString(), output: output.toString() }
    return { arguments: [], input: Buffer.from(JSON.stringify(texts)) }
  },
  // The form prevents this: plain checkers answer on standard output, which an interactor needs for the program.
  askInteractor: () => {
    throw new CheckerFailed('it must use the protocol of Kattis or testlib')
  },
  read: (report) => {
    if (report.value !== 0) throw unexpected(report)
    try {
      const { score, message = '' } = plainAnswer.parse(JSON.parse(report.output.toString()))
      return { score, remark: message }
    } catch {
      const printed = cut(report.output, 200).trim()
      throw new CheckerFailed(`it must print JSON such as {"score": 0.5, "message": "…"}, but it printed “${printed}”`)
    }
  },
}

/** Input validators of Kattis: exit code 42 accepts the input. A failed assertion rejects it too. */
const validator: Protocol = {
  ask: ({ input }) => ({ arguments: [], input }),
  askInteractor: plain.askInteractor,
  read: (report) => ({
    score: report.ending === 'exit' && report.value === 42 ? 1 : 0,
    remark: textOf(report.error) || textOf(report.output) || endingInWords(report),
  }),
}

const stops = {
  cpu: 'it took longer than 10 s',
  wall: 'it took longer than 10 s',
  memory: 'it needed more than 512 MB of memory',
  output: 'it printed more than 16 MB',
}

const protocols: Record<JudgeProtocol, Protocol> = { kattis, testlib, plain, validator }

/** The arguments and files for an interactor of this protocol. */
export const askInteractor = (protocol: JudgeProtocol, one: Omit<Judgeable, 'output'>) =>
  protocols[protocol].askInteractor(one)

/** The arguments and files for a checker of this protocol. */
export const askChecker = (protocol: JudgeProtocol, one: Judgeable) => protocols[protocol].ask(one)

/**
 * Reads a checker's verdict.
 * @throws CheckerFailed if it crashed, exceeded its limits or broke the protocol
 */
export function readChecker(protocol: JudgeProtocol, report: Report, fullScore = 1): OutputVerdict {
  if (report.stop) throw new CheckerFailed(stops[report.stop])
  if (report.ending === 'failure') throw new CheckerFailed(`it could not be started: errno ${report.value}`)
  if (report.ending === 'signal' && protocol !== 'validator')
    throw new CheckerFailed(`it crashed: ${endingInWords(report)}`)
  return protocols[protocol].read(report, fullScore)
}
