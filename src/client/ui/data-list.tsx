import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import classes from './data-list.module.css'
import { DataListFooter, type PageOf } from './data-list-footer.tsx'
import { DataListSkeleton } from './data-list-skeleton.tsx'
import { ErrorState } from './error-state.tsx'
import { type RowAction, RowMenu } from './row-menu.tsx'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** A number: to the right, tabular figures. */
  numeric?: boolean
  width?: number | string
  /** On a phone: the card's heading (the first column unless one says so), a whole line (for emails), or left out. */
  card?: 'title' | 'wide' | 'hidden'
}

interface DataListProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The query's error, if it failed. */
  error?: unknown
  onRetry?: () => void
  /** Shown when there are no rows, usually an `EmptyState`. */
  empty: ReactNode
  /** The actions of one row, in one menu at its end. */
  actions?: (row: Row) => RowAction[]
  pagination?: PageOf | undefined
  onPageChange?: (page: number) => void
  /** Rows of an older page are shown while the next one loads. */
  stale?: boolean
}

/** A list of things: a table with a sticky header, on a phone a card each; with its loading, empty and error states. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { rows, error, onRetry, pagination, onPageChange } = props
  if (!rows && error !== undefined && error !== null)
    return (
      <div className={classes.frame}>
        <ErrorState
          title={`Failed to load ${props.label.toLowerCase()}`}
          message={messageOf(error)}
          onRetry={onRetry}
        />
      </div>
    )
  if (!rows)
    return (
      <div className={classes.frame}>
        <DataListSkeleton label={props.label} columns={props.columns.length} />
      </div>
    )
  if (rows.length === 0 && (pagination?.page ?? 1) === 1) return <div className={classes.frame}>{props.empty}</div>
  return (
    <div className={classes.frame} aria-busy={props.stale ?? false} data-stale={props.stale || undefined}>
      <TableView {...props} rows={rows} />
      <CardView {...props} rows={rows} />
      {pagination && onPageChange && <DataListFooter {...pagination} shown={rows.length} onChange={onPageChange} />}
    </div>
  )
}

type Loaded<Row> = DataListProps<Row> & { rows: readonly Row[] }

function TableView<Row>({ label, columns, rows, rowKey, actions }: Loaded<Row>) {
  return (
    <div className={classes.tableView}>
      <Table className={classes.table} aria-label={label} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.id} w={column.width} data-numeric={column.numeric || undefined}>
                {column.header}
              </Table.Th>
            ))}
            {actions && (
              <Table.Th w={52}>
                <span className="visually-hidden">Actions</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.id} data-numeric={column.numeric || undefined}>
                  {column.cell(row)}
                </Table.Td>
              ))}
              {actions && (
                <Table.Td className={classes.menuCell}>
                  <RowMenu actions={actions(row)} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function CardView<Row>({ label, columns, rows, rowKey, actions }: Loaded<Row>) {
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const facts = columns.filter((column) => column !== title && column.card !== 'hidden')
  return (
    <ul className={classes.cardView} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card}>
          <div className={classes.cardHead}>
            <div className={classes.cardTitle}>{title?.cell(row)}</div>
            {actions && <RowMenu actions={actions(row)} />}
          </div>
          <dl className={classes.facts}>
            {facts.map((column) => (
              <div key={column.id} className={classes.fact} data-wide={column.card === 'wide' || undefined}>
                <dt>{column.header}</dt>
                <dd className={column.numeric ? 'tabular' : undefined}>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
