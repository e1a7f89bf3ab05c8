import type { Column, Table } from './columns.ts'

function fieldOf<T>(column: Column<T>, row: T): string | number | null {
  if (column.kind !== 'date') return column.value(row)
  const instant = column.value(row)
  return instant === null ? null : new Date(instant).toISOString()
}

/** A table as an object with one list, page by page; dates are ISO-8601 in UTC. */
export async function* jsonOf<T>({ list, columns, pages }: Table<T>): AsyncGenerator<Buffer> {
  let opening = `{${JSON.stringify(list)}:[`
  let written = false
  for await (const page of pages) {
    const rows = page.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((column) => [column.field, fieldOf(column, row)]))),
    )
    yield Buffer.from(opening + (written && rows.length > 0 ? ',\n' : '') + rows.join(',\n'))
    written ||= rows.length > 0
    opening = ''
  }
  yield Buffer.from(`${opening}]}\n`)
}
