/** A cell's value; null is empty. */
interface Kinds<T> {
  text: (row: T) => string | null
  number: (row: T) => number | null
  /** Whole, without grouping: a year of 2,027 would be odd. */
  integer: (row: T) => number | null
  /** 0 to 100, as everywhere in the product. */
  percent: (row: T) => number | null
  /** Milliseconds UTC. */
  date: (row: T) => number | null
}

export type Kind = keyof Kinds<never>

/** A column of an export. */
export type Column<T> = {
  [kind in Kind]: {
    kind: kind
    /** Its name in JSON. */
    field: string
    /** Its heading in a table. Dates also get the name of the time zone. */
    heading: string
    /** In characters; without it as wide as what is usual for its kind. */
    width?: number
    value: Kinds<T>[kind]
  }
}[Kind]

/** Rows as they come from a query, some hundred at a time. */
export type Pages<T> = AsyncIterable<readonly T[]>

export interface Table<T> {
  /** The name of the sheet. */
  title: string
  /** The name of the list of rows in JSON. */
  list: string
  columns: readonly Column<T>[]
  pages: Pages<T>
  /** An IANA zone whose clock the dates of a table show. */
  timeZone: string
}

/** Browsers still call these by the names that the cities had once. */
const presentNames: Partial<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** A zone as it is written, however it was asked for: `america/new_york` → `America/New_York`. */
function nameOf(timeZone: string): string {
  const { timeZone: name } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
  // Of some more zones Intl knows only the name of before: what was asked for is the better one.
  return presentNames[name] ?? (name.toLowerCase() === timeZone.toLowerCase() ? name : timeZone)
}

/** Headings of a table. Date cells carry no time zone, so their heading does. */
export const headingsOf = <T>({ columns, timeZone }: Table<T>) =>
  columns.map(({ kind, heading }) => (kind === 'date' ? `${heading} (${nameOf(timeZone)})` : heading))

/**
 * Reads a list page by page, each behind the last row of the one before, until a page is empty. Other requests go between them.
 *
 * @param read a page of some hundred rows: what it takes is what everybody else waits
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
