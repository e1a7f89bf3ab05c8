import { listProcedures } from '#server/rest/procedures.ts'

export interface Route {
  /** Undefined without a REST path. */
  method: string | undefined
  /** For example `/api/tests/{id}`. */
  path: string | undefined
  procedure: string
  roles: readonly string[] | undefined
}

/** Lists all procedures: first the ones with a REST path, sorted by path. */
export const listRoutes = (): Route[] =>
  listProcedures()
    .map(({ name, rest, meta }) => ({
      method: rest?.method,
      path: rest && `/api${rest.path}`,
      procedure: name,
      roles: meta.roles === 'public' ? ['public'] : meta.roles,
    }))
    .sort((a, b) => (a.path ?? '~').localeCompare(b.path ?? '~') || (a.method ?? '').localeCompare(b.method ?? ''))

/** Formats a table with columns METHOD, PATH, PROCEDURE, ROLES. */
export function routesTable(routes: readonly Route[]): string {
  const rows = [
    ['METHOD', 'PATH', 'PROCEDURE', 'ROLES'],
    ...routes.map(({ method, path, procedure, roles }) => [
      method ?? '-',
      path ?? '-',
      procedure,
      roles?.join(', ') ?? 'NOT DECLARED',
    ]),
  ]
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const widths = [width(0), width(1), width(2)]
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
