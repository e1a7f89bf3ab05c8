import { positionAt } from '#shared/attempts/clock.rules.ts'
import type { LiveStatus } from '#shared/attempts/live.schema.ts'
import type { LiveRow } from './live-feed.ts'

export const statusLabels: Record<LiveStatus, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  submitted: 'Submitted',
}

/** Time since the last save after which a student is probably offline, in ms. */
export const silentAfterMs = 60_000

export interface LiveFilters {
  view?: LiveViewName | undefined
  batch?: string | undefined
  branch?: string | undefined
  section?: string | undefined
  search?: string | undefined
}

const isOf = (wanted: string | undefined, value: string | null) => wanted === undefined || value === wanted

function passes(row: LiveRow, { batch, branch, section, search }: Omit<LiveFilters, 'view'>): boolean {
  if (!isOf(batch, row.batch) || !isOf(branch, row.branch) || !isOf(section, row.section)) return false
  if (!search) return true
  const words = search.trim().toLowerCase()
  return [row.name, row.email, row.idNumber].some((text) => text?.toLowerCase().includes(words))
}

/** ISO 8601 time of a student's last save, or of the start of a running attempt without saves. Null if neither. */
export const lastSeenOf = ({ status, lastSavedAt, startedAt }: LiveRow) =>
  status === 'in_progress' ? (lastSavedAt ?? startedAt) : lastSavedAt

/** True if the last save of a running attempt is too long ago. @param now server time, ms UTC */
export const isQuiet = (row: LiveRow, now: number) =>
  row.status === 'in_progress' && now - Date.parse(lastSeenOf(row) ?? '') > silentAfterMs

/** Index of the student's current section according to the clock. Null if there is none. */
export function sectionAt({ clock, currentSection }: LiveRow, now: number): number | null {
  if (!clock) return currentSection
  return positionAt({ ...clock, partOpenedAt: Date.parse(clock.partOpenedAt) }, now).part
}

const order: Record<LiveStatus, number> = { in_progress: 0, not_started: 1, submitted: 2 }
const time = (iso: string | null) => (iso === null ? 0 : Date.parse(iso))

const sorts = {
  name: ({ name }) => name,
  status: ({ status }) => order[status],
  answered: ({ answered }) => answered,
  saved: (row) => time(lastSeenOf(row)),
  violations: ({ violations }) => violations,
  deadline: ({ deadline }) => time(deadline),
} satisfies Record<string, (row: LiveRow) => number | string>

const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true }).compare

/**
 * Sort key by urgency: refused, in progress (stale saves first, then violations), not started, submitted.
 */
const byAttention = (now: number) => (row: LiveRow) => {
  if (row.refusal) return -1
  if (row.status !== 'in_progress') return order[row.status] * 10
  return (isQuiet(row, now) ? 0 : 2) + (row.violations > 0 ? 0 : 1)
}

/**
 * Sorts students, with ties broken by name.
 *
 * @param sort a key, prefixed with a minus for descending order; undefined puts students who need attention first
 * @param now server time, ms UTC
 */
export function sorted(rows: readonly LiveRow[], sort: string | undefined, now: number): LiveRow[] {
  const down = sort?.startsWith('-') ?? false
  const key = sort?.replace(/^-/, '')
  const of = key !== undefined && key in sorts ? sorts[key as keyof typeof sorts] : byAttention(now)
  const keyed = rows.map((row) => ({ row, key: of(row) }))
  keyed.sort((one, other) => {
    const [a, b] = [one.key, other.key]
    const difference = typeof a === 'string' || typeof b === 'string' ? byName(String(a), String(b)) : a - b
    return (down ? -difference : difference) || byName(one.row.name, other.row.name)
  })
  return keyed.map(({ row }) => row)
}

/** List filters: statuses, running attempts without a recent save, and attempts with violations. */
export const liveViews = ['in_progress', 'stale', 'violations', 'not_started', 'submitted'] as const
export type LiveViewName = (typeof liveViews)[number]
export const viewLabels: Record<LiveViewName, string> = {
  ...statusLabels,
  stale: 'No recent save',
  violations: 'With violations',
}

function isIn(view: LiveViewName, row: LiveRow, now: number) {
  if (view === 'stale') return isQuiet(row, now)
  return view === 'violations' ? row.violations > 0 : row.status === view
}

/** The rows that match the filters, and the row count per view. @param now server time, ms UTC */
export function filtered(rows: readonly LiveRow[], { view, ...filters }: LiveFilters, now: number) {
  const found = rows.filter((row) => passes(row, filters))
  const counts = Object.fromEntries(
    liveViews.map((name) => [name, found.filter((row) => isIn(name, row, now)).length]),
  ) as Record<LiveViewName, number>
  return {
    counts: { all: found.length, ...counts },
    rows: view ? found.filter((row) => isIn(view, row, now)) : found,
  }
}

const namesOf = (names: readonly (string | null)[]) => [...new Set(names.flatMap((name) => name || []))].sort(byName)

/** The groups to choose from, each level narrowed by the ones above it. */
export function groupsOf(rows: readonly LiveRow[], { batch, branch }: LiveFilters) {
  const ofBatch = rows.filter((row) => isOf(batch, row.batch))
  const ofBranch = ofBatch.filter((row) => isOf(branch, row.branch))
  return {
    batches: namesOf(rows.map((row) => row.batch)),
    branches: namesOf(ofBatch.map((row) => row.branch)),
    sections: namesOf(ofBranch.map((row) => row.section)),
  }
}

/** A duration such as `1:02:03` or `4:05`, never negative. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** An age such as `5 s ago`, `2 min ago` or `3 h ago`. */
export function agoText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds} s ago`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}
