/** Functions that return a cell's value, by kind of column; null for an empty cell. */
interface Kinds<T> {
  text: (row: T) => string | null
  number: (row: T) => number | null
  /** Without grouping, which would be wrong for years. */
  integer: (row: T) => number | null
  /** 0 to 100. */
  percent: (row: T) => number | null
  /** Milliseconds UTC. */
  date: (row: T) => number | null
}

export type Kind = keyof Kinds<never>

export type Column<T> = {
  [kind in Kind]: {
    kind: kind
    /** Field name in JSON. */
    field: string
    /** Column heading. Dates also get the name of the time zone. */
    heading: string
    /** In characters; defaults to the kind's usual width. */
    width?: number
    value: Kinds<T>[kind]
  }
}[Kind]

/** Rows of a query, a few hundred per page. */
export type Pages<T> = AsyncIterable<readonly T[]>

export interface Table<T> {
  /** Sheet name. */
  title: string
  /** Name of the list in JSON. */
  list: string
  columns: readonly Column<T>[]
  pages: Pages<T>
  /** IANA time zone for dates in tables. */
  timeZone: string
}

/** Current names of zones for which browsers still use outdated ones. */
const presentNames: Partial<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** Returns a zone's canonical spelling: `america/new_york` → `America/New_York`. */
function nameOf(timeZone: string): string {
  const { timeZone: name } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
  // If Intl maps the zone to an outdated name, keep the requested one.
  return presentNames[name] ?? (name.toLowerCase() === timeZone.toLowerCase() ? name : timeZone)
}

/** Headings of a table. Date cells contain no time zone, so their heading does. */
export const headingsOf = <T>({ columns, timeZone }: Table<T>) =>
  columns.map(({ kind, heading }) => (kind === 'date' ? `${heading} (${nameOf(timeZone)})` : heading))

/**
 * Reads a list page by page until a page is empty. Each page starts after the previous one's last row. Other requests
 * run in between.
 * @param read reads a page of a few hundred rows; it blocks other requests while it runs
 */
export async function* pagesBy<T>(read: (after: T | undefined) => Promise<readonly T[]>): Pages<T> {
  let after: T | undefined
  for (;;) {
    const page = await read(after)
    if (page.length === 0) return
    yield page
    after = page.at(-1)
    await new Promise(setImmediate)
  }
}
