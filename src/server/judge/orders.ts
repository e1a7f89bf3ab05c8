/** Encodes and decodes the warden's protocol (native/warden.h). */

export const orderKinds = { run: 1, start: 2, case: 3, link: 4 } as const
/** How a program is connected to the pipes in `linkFolder`. */
const linkKinds = { program: 1, interactor: 2 } as const

/** Optional groups of system calls, listed in native/calls.c. */
const callGroups = {
  /** For compilers, which change a folder's contents. */
  files: 1,
  /** For event loops. */
  events: 2,
  /** For virtual machines, which query memory and processors. */
  machine: 4,
  /** For socket pairs, whose buffers are not counted. */
  pairs: 8,
} as const
export type CallGroup = keyof typeof callGroups

export interface RunLimits {
  cpuMs: number
  /** Wall clock time. */
  wallMs: number
  /** Resident memory of all its processes together. */
  memoryKb: number
  outputBytes: number
  errorBytes: number
  /** Maximum size of a written file. */
  fileBytes: number
  stackBytes: number
  /** Maximum processes and threads. */
  processes: number
  /** System calls in addition to the common ones. */
  calls: readonly CallGroup[]
  /** True if the program may start processes and share memory even without a control group. */
  processesUncounted: boolean
  /** Maximum address space, enforced only without a control group; 0 for no limit. */
  addressBytes: number
}

export interface Order {
  kind: keyof typeof orderKinds
  /** The program's path and its arguments. */
  command: readonly string[]
  /** The complete environment. */
  variables: Readonly<Record<string, string>>
  limits: RunLimits
  input: Uint8Array
  /** Files that the program can read at `givenPaths`, besides its input. */
  given?: readonly Uint8Array[]
  /** True to read the files that the program leaves in `feedbackFolder`, where the sandbox has one. */
  feedback?: true
  /** The role in a conversation through the sandbox's named pipes. A `link` order must come first. */
  link?: keyof typeof linkKinds
}

const maxGiven = 3
/** Paths of the given files in the sandbox; warden.h has the number. */
export const givenPaths = Array.from({ length: maxGiven }, (_, place) => `/dev/fd/${64 + place}`)
export const feedbackFolder = '/feedback'
export const linkFolder = '/link'

const endings = ['exit', 'signal', 'answer', 'failure'] as const
const stops = [undefined, 'cpu', 'wall', 'memory', 'output'] as const

export interface Report {
  ending: (typeof endings)[number]
  /** The exit code, signal, answer, or errno. */
  value: number
  /** The limit that stopped it. */
  stop: (typeof stops)[number]
  cpuMs: number
  wallMs: number
  /** Peak resident memory. */
  peakKb: number
  output: Buffer
  error: Buffer
  /** Content of judgemessage.txt, score.txt and score_multiplier.txt; empty if missing. */
  message: Buffer
  score: Buffer
  multiplier: Buffer
  /** For the program of a conversation: true if the interactor had ended first. */
  otherEnded: boolean
}

const fieldBytes = 8
const orderFields = 23
const reportFields = 12
export const reportHeadBytes = reportFields * fieldBytes

/** Encodes an order's header and strings; the input and the given files follow on the wire. */
export function encodeOrder(order: Order, useGroup: boolean): Buffer {
  const { kind, command, variables, limits, input, given = [], feedback, link } = order
  const words = [...command, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
  if (words.some((word) => word.includes('\0'))) throw new Error('The command contains a NUL byte')
  const texts = Buffer.from(words.map((word) => `${word}\0`).join(''))
  const fields = [
    orderKinds[kind],
    Math.ceil(limits.cpuMs * 1000),
    Math.ceil(limits.wallMs * 1000),
    limits.memoryKb,
    limits.outputBytes,
    limits.errorBytes,
    limits.fileBytes,
    limits.stackBytes,
    limits.processes,
    useGroup ? 1 : 0,
    limits.calls.reduce((bits, group) => bits | callGroups[group], 0),
    limits.processesUncounted ? 1 : 0,
    limits.addressBytes,
    command.length,
    words.length - command.length,
    texts.length,
    input.length,
    ...Array.from({ length: maxGiven }, (_, place) => given[place]?.length ?? 0),
    given.length,
    feedback ? 1 : 0,
    link ? linkKinds[link] : 0,
  ]
  const head = Buffer.alloc(orderFields * fieldBytes)
  for (const [place, field] of fields.entries()) head.writeBigUInt64LE(BigInt(Math.floor(field)), place * fieldBytes)
  return Buffer.concat([head, texts])
}

/** The fields of a report with the lengths of its texts, in their order. */
const lengthFields = [6, 7, 8, 9, 10]

/** Returns the total length of a report from its header. */
export const reportBytes = (head: Buffer): number =>
  lengthFields.reduce((sum, place) => sum + Number(head.readBigUInt64LE(place * fieldBytes)), reportHeadBytes)

export function decodeReport(bytes: Buffer): Report {
  const field = (place: number) => Number(bytes.readBigUInt64LE(place * fieldBytes))
  let at = reportHeadBytes
  const [output, error, message, score, multiplier] = lengthFields.map((place) => {
    const text = bytes.subarray(at, at + field(place))
    at += text.length
    return text
  })
  return {
    ending: endings[field(0)] ?? 'failure',
    value: field(1),
    stop: stops[field(2)],
    cpuMs: field(3) / 1000,
    wallMs: field(4) / 1000,
    peakKb: field(5),
    output: output as Buffer,
    error: error as Buffer,
    message: message as Buffer,
    score: score as Buffer,
    multiplier: multiplier as Buffer,
    otherEnded: field(11) === 1,
  }
}
