import type { Held } from './server.ts'

export interface Sample extends Held {
  hour: number
}

const mb = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

const columns: [heading: string, width: number, cell: (sample: Sample) => string][] = [
  ['hour', 5, ({ hour }) => hour.toFixed(1)],
  ['live MB', 8, ({ live }) => mb(live)],
  ['heap', 7, ({ heapUsed }) => mb(heapUsed)],
  ['external', 9, ({ external }) => mb(external)],
  ['buffers', 8, ({ arrayBuffers }) => mb(arrayBuffers)],
  ['RSS anon', 9, ({ anonymous }) => mb(anonymous)],
  ['RSS', 7, ({ resident }) => mb(resident)],
  ['judge', 7, ({ judge }) => mb(judge)],
  ['sockets', 8, ({ sockets }) => String(sockets)],
  ['timers', 7, ({ timers }) => String(timers)],
  ['handles', 8, ({ handles }) => String(handles)],
  ['files', 5, ({ files }) => String(files)],
  ['database', 9, ({ database }) => mb(database)],
]

export const headline = columns.map(([heading, width]) => heading.padStart(width)).join(' ')
export const lineOf = (sample: Sample) => columns.map(([, width, cell]) => cell(sample).padStart(width)).join(' ')

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** A value's growth per hour, by least squares. */
function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [hours, values] = [samples.map(({ hour }) => hour), samples.map(of)]
  const [hour, value] = [mean(hours), mean(values)]
  const spread = hours.reduce((sum, at) => sum + (at - hour) ** 2, 0)
  return hours.reduce((sum, at, place) => sum + (at - hour) * ((values[place] ?? 0) - value), 0) / spread
}

/** Allowed growth from the first quarter to the last. */
const allowed = 0.1

const judged: [name: string, of: (sample: Sample) => number][] = [
  ['live memory', ({ live }) => live],
  ['anonymous RSS', ({ anonymous }) => anonymous],
  ['judge', ({ judge }) => judge],
]

/** @returns lines to print, and `flat: true` if memory did not grow after the warm-up */
export function verdict(samples: readonly Sample[], warmUpHours: number): { lines: string[]; flat: boolean } {
  const warm = samples.filter(({ hour }) => hour >= warmUpHours)
  const quarter = Math.ceil(warm.length / 4)
  if (quarter < 2) return { lines: ['Too short to tell'], flat: false }
  let flat = true
  const lines = judged.map(([name, of]) => {
    const [first, last] = [median(warm.slice(0, quarter).map(of)), median(warm.slice(-quarter).map(of))]
    const own = last <= first * (1 + allowed)
    flat &&= own
    const grown = ((last / first - 1) * 100).toFixed(1)
    const hourly = (slope(warm, of) / 1024).toFixed(0)
    return `${name.padEnd(18)} first quarter ${mb(first)} MB, last ${mb(last)} MB: ${grown} %, ${hourly} kB an hour: ${own ? 'flat' : 'NOT FLAT'}`
  })
  return { lines, flat }
}
