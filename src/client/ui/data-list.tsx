import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import classes from './data-list.module.css'
import { CardView } from './data-list-cards.tsx'
import { DataListFooter, type PageOf } from './data-list-footer.tsx'
import { type Grid, GridSkeleton, GridView } from './data-list-grid.tsx'
import type { ListSelection } from './data-list-selection.tsx'
import { DataListSkeleton } from './data-list-skeleton.tsx'
import { TableView } from './data-list-table.tsx'
import { ErrorState } from './error-state.tsx'
import { type RowAction, RowMenu, useRowMenu } from './row-menu.tsx'
import { usePrinting } from './use-printing.ts'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** A number: to the right, tabular figures. */
  numeric?: boolean
  width?: number | string
  /** The column's cell in the line of totals; without any, the line is hidden. */
  total?: ReactNode
  /** The list can be ordered by this column; the name is what the server calls it. */
  sortKey?: string
  /** Direction of the first click on the heading: 'down' for figures and dates. */
  sortFirst?: 'up' | 'down'
  /** The two orders in words, upwards first, for the choice on a phone; A–Z and Z–A unless said otherwise. */
  sortWords?: readonly [up: string, down: string]
  /** On a phone: the card's heading (the first column unless one says so), a whole line (for emails), or left out. */
  card?: 'title' | 'wide' | 'hidden'
}

export interface DataListProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The query's error, if it failed. */
  error?: unknown
  /** The seed's sentence above its message; "Failed to load" and the label unless said otherwise. */
  errorTitle?: string
  onRetry?: () => void
  /** Shown when there are no rows, usually an `EmptyState`. */
  empty: ReactNode
  /** The actions of one row, in one menu at its end. */
  actions?: (row: Row) => RowAction[]
  /** Given, each row has a checkbox, and the page has one for all of its rows. */
  selection?: ListSelection<Row>
  /** Given, the rows are cards in a grid and not a table. What it draws must not depend on anything but the row, as columns. */
  grid?: Grid<Row> | undefined
  /** A click anywhere on a row. For the mouse alone: a link in its first column does the same for everybody. */
  onOpen?: (row: Row) => void
  pagination?: PageOf | undefined
  onPageChange?: (page: number) => void
  /** Given, the footer offers how many rows a page has. */
  onLimitChange?: (limit: number) => void
  /** The order: 'name' is upwards, '-name' downwards, undefined or '' the list's own. */
  sort?: string | undefined
  /** Given, the headings of columns with a `sortKey` become buttons; '' asks for the list's own order. */
  onSort?: (sort: string) => void
  /** With less room than this, in rem, it is cards: a list of many columns needs more of it. */
  cardsBelow?: number
  /** Rows of an older page are shown while the next one loads. */
  stale?: boolean
}

/**
 * A list: a table with a sticky header, cards on a phone, or a grid of cards; with loading, empty and error states.
 * Its state is in the URL, through `useListParams`:
 *     const [params, setParams] = useListParams(['sort'])
 *     const list = useThings(params) // page, limit, search, sort
 *     <DataList
 *       columns={[{ id: 'name', header: 'Name', sortKey: 'name', cell: (thing) => thing.name }]}
 *       sort={params.sort}
 *       onSort={(sort) => setParams({ sort })}
 *       pagination={list.data?.pagination}
 *       onPageChange={(page) => setParams({ page })}
 *       onLimitChange={(limit) => setParams({ limit })}
 *       …
 *     />
 * Cells must depend on nothing but the row, unless the columns are recreated.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { ref, narrow } = useIsNarrow(props.cardsBelow ?? usualCardsBelow)
  // Paper has room, whatever it is printed from.
  const printing = usePrinting()
  return (
    <div
      ref={ref}
      className={props.grid && props.rows?.length !== 0 && (props.rows || !props.error) ? classes.open : classes.frame}
      aria-busy={props.stale ?? false}
      data-stale={(props.rows && props.stale) || undefined}
    >
      <Content {...props} narrow={narrow && !printing} />
    </div>
  )
}

function Content<Row>(props: DataListProps<Row> & { narrow: boolean | undefined }) {
  const { rows, error, onRetry, pagination, onPageChange, actions, narrow, grid } = props
  const { place, controls } = useRowMenu<Row>()
  if (!rows && error !== undefined && error !== null)
    return (
      <ErrorState
        title={props.errorTitle ?? `Failed to load ${props.label.toLowerCase()}`}
        message={messageOf(error)}
        onRetry={onRetry}
      />
    )
  if (!rows && grid) return <GridSkeleton label={props.label} grid={grid} />
  if (!rows) return <DataListSkeleton label={props.label} columns={props.columns.length} />
  if (rows.length === 0 && (pagination?.page ?? 1) === 1) return props.empty
  return (
    <>
      {grid && <GridView {...props} grid={grid} rows={rows} place={place} controls={controls} />}
      {!grid && narrow === false && <TableView {...props} rows={rows} place={place} controls={controls} />}
      {!grid && narrow === true && <CardView {...props} rows={rows} place={place} controls={controls} />}
      {actions && <RowMenu place={place} actions={actions} onClose={controls.close} />}
      {pagination && onPageChange && (
        <DataListFooter
          {...pagination}
          shown={rows.length}
          onChange={onPageChange}
          onLimitChange={props.onLimitChange}
        />
      )}
    </>
  )
}

/** In rem, so that it follows the reader's letters. */
const usualCardsBelow = 50

/**
 * True if a table fits; depends on the container's width, not the window's. Only one of the two is rendered, to avoid
 * drawing a list of 200 twice. Undefined until the first measurement, before anything is painted.
 */
function useIsNarrow(cardsBelow: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [narrow, setNarrow] = useState<boolean>()
  useLayoutEffect(() => {
    const frame = ref.current
    if (!frame) return
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
    const measure = () => setNarrow(frame.clientWidth < cardsBelow * rem)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [cardsBelow])
  return { ref, narrow }
}
