/** What a cell holds; null is an empty one. */
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
    /** What it is called in JSON. */
    field: string
    /** What it is called in a table. That of a date also gets the name of its time zone. */
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
  /** What JSON calls the list of its rows. */
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

/** The headings of a table. A cell's date has no time zone of its own, so its heading names it. */
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
