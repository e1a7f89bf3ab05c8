/** Encodes and decodes the warden's protocol (native/warden.h). */

export const orderKinds = { run: 1, start: 2, case: 3 } as const

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
}

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
}

const fieldBytes = 8
const orderFields = 17
const reportFields = 8
export const reportHeadBytes = reportFields * fieldBytes

/** Encodes an order's header and strings; the input follows on the wire. */
export function encodeOrder({ kind, command, variables, limits, input }: Order, useGroup: boolean): Buffer {
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
  ]
  const head = Buffer.alloc(orderFields * fieldBytes)
  for (const [place, field] of fields.entries()) head.writeBigUInt64LE(BigInt(Math.floor(field)), place * fieldBytes)
  return Buffer.concat([head, texts])
}

/** Returns the total length of a report from its header. */
export function reportBytes(head: Buffer): number {
  return reportHeadBytes + Number(head.readBigUInt64LE(6 * fieldBytes)) + Number(head.readBigUInt64LE(7 * fieldBytes))
}

export function decodeReport(bytes: Buffer): Report {
  const field = (place: number) => Number(bytes.readBigUInt64LE(place * fieldBytes))
  const outputEnd = reportHeadBytes + field(6)
  return {
    ending: endings[field(0)] ?? 'failure',
    value: field(1),
    stop: stops[field(2)],
    cpuMs: field(3) / 1000,
    wallMs: field(4) / 1000,
    peakKb: field(5),
    output: bytes.subarray(reportHeadBytes, outputEnd),
    error: bytes.subarray(outputEnd),
  }
}
