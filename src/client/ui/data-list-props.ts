import type { MouseEvent, ReactElement, ReactNode } from 'react'
import type { PageOf } from './data-list-footer.tsx'
import type { ListSelection, Pick } from './data-list-selection.tsx'
import type { EmptyStateProps } from './empty-state.tsx'
import type { FailedQuery } from './load-state.tsx'
import type { NoMatchesProps } from './no-matches.tsx'
import type { MenuControls, MenuPlace, RowAction } from './row-menu.tsx'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** For numbers: right-aligned, with tabular figures. */
  numeric?: boolean
  width?: number | string
  /** The column's cell in the totals row. If no column has one, there is no totals row. */
  total?: ReactNode
  /** The server's name for the column. Makes the column sortable. */
  sortKey?: string
  /** Direction after the first click on the heading: 'down' for numbers and dates. */
  sortFirst?: 'up' | 'down'
  /** Names of the two orders, ascending first, for the select on a phone. A–Z and Z–A by default. */
  sortLabels?: readonly [up: string, down: string]
  /** On a phone: the card's heading (the first column by default), a full line (for emails), or hidden. */
  card?: 'title' | 'wide' | 'hidden'
}

/** A right-aligned column. Numbers are shown with thousands separators. */
export const numberColumn = <Row>(
  id: string,
  header: string,
  show: (row: Row) => ReactNode,
  more?: Partial<Column<Row>>,
): Column<Row> => ({
  id,
  header,
  numeric: true,
  cell: (row) => {
    const value = show(row)
    return typeof value === 'number' ? value.toLocaleString() : value
  },
  ...more,
})

export interface Grid<Row> {
  /** Renders one card. `menu` is the button for the row's actions, or null if it has none. */
  renderCard: (row: Row, menu: ReactNode) => ReactNode
  /** Minimum width of a card, in px. */
  width: number
  /** Approximate height of a card in px, used for the placeholders. */
  height: number
}

export interface DataListProps<Row> {
  /** Table name for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The query of the rows. Its error, with a button to retry, is shown until there are rows. */
  query?: FailedQuery
  /** Title of the error; by default, "Failed to load" and the label. */
  errorTitle?: string
  /** Shown when there are no rows: the props of an `EmptyState`, or an element. */
  empty?: EmptyStateProps | ReactElement | null
  /** Shown instead of `empty` if filters are the reason. */
  noMatches?: NoMatchesProps | false | '' | undefined
  actions?: (row: Row) => RowAction[]
  /** If set, each row has a checkbox, and another one selects the whole page. */
  selection?: ListSelection<Row>
  /** If set, the rows are cards in a grid instead of a table. Cards, like cells, must depend only on the row. */
  grid?: Grid<Row> | undefined
  /** Called on a click anywhere on a row. For keyboard users, a link in the first column does the same. */
  onOpen?: (row: Row) => void
  pagination?: PageOf | undefined
  onPageChange?: (page: number) => void
  /** If set, the footer offers page sizes. */
  onLimitChange?: (limit: number) => void
  /** The order: 'name' is ascending, '-name' descending, undefined or '' the list's default. */
  sort?: string | undefined
  /** If set, headings of columns with a `sortKey` become buttons. '' requests the default order. */
  onSort?: (sort: string) => void
  /** Below this width, in rem, the list is shown as cards. Lists with many columns need a higher value. */
  cardsBelow?: number
  /** True while the next page is loading and the previous page's rows are still shown. */
  stale?: boolean
}

/** Sort orders for numbers and dates, which start descending. */
export const highestFirst = { sortFirst: 'down', sortLabels: ['lowest first', 'highest first'] } as const
export const mostFirst = { sortFirst: 'down', sortLabels: ['fewest first', 'most first'] } as const
export const newestFirst = { sortFirst: 'down', sortLabels: ['oldest first', 'newest first'] } as const

interface PagedQuery extends FailedQuery {
  data: { pagination: PageOf } | undefined
  isPlaceholderData: boolean
}

/** Props for a list whose page is in the URL: `{...pagedList(list, setParams)}`. */
export const pagedList = (list: PagedQuery, change: (patch: { page?: number; limit?: number }) => void) => ({
  query: list,
  stale: list.isPlaceholderData,
  pagination: list.data?.pagination,
  onPageChange: (page: number) => change({ page }),
  onLimitChange: (limit: number) => change({ limit }),
})

/** Props for a list whose page and order are in the URL. */
export const pagedBy = (
  list: PagedQuery,
  change: (patch: { page?: number; limit?: number; sort?: string }) => void,
) => ({ ...pagedList(list, change), onSort: (sort: string) => change({ sort }) })

export interface RowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** State of the row's menu; undefined if the list has no menus. */
  menu: 'open' | 'closed' | 'none' | undefined
  controls: MenuControls<Row>
  /** True if selected; undefined if rows cannot be selected. */
  selected?: boolean | undefined
  name?: string | undefined
  onPick?: Pick<Row>
}

/** Computed for every row on each render, so a menu button appears or disappears with the row's actions. */
export function menuOf<Row>(
  row: Row,
  actions: ((row: Row) => RowAction[]) | undefined,
  place: MenuPlace<Row> | undefined,
): RowProps<Row>['menu'] {
  if (!actions) return undefined
  if (actions(row).length === 0) return 'none'
  return place?.opened && place.row === row ? 'open' : 'closed'
}

/** Props of the table and the cards: the list's props, its rows, and the open menu. */
export interface ViewProps<Row> extends DataListProps<Row> {
  rows: readonly Row[]
  place: MenuPlace<Row> | undefined
  controls: MenuControls<Row>
}

/**
 * The clicked row, found among the listening element's children. Undefined if the click hit a link, a button or a
 * field, or ended a text selection.
 */
function rowAt<Row>(event: MouseEvent<HTMLElement>, rows: readonly Row[]): Row | undefined {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || target.closest('a, button, input, select, textarea, label, summary'))
    return undefined
  if (window.getSelection()?.type === 'Range') return undefined
  const index = Array.from(currentTarget.children).findIndex((child) => child.contains(target))
  return rows[index]
}

const pickOf = <Row>(row: Row, { selection, rowKey }: DataListProps<Row>) =>
  selection && { selected: selection.ids.has(rowKey(row)), name: selection.nameOf(row) }

export const hasTotals = <Row>(columns: readonly Column<Row>[]) => columns.some(({ total }) => total !== undefined)

/** Attributes for the element around the rows that make a click open a row. */
export const opensRows = <Row>({ onOpen, rows }: ViewProps<Row>) => ({
  'data-opens': onOpen !== undefined || undefined,
  onClick: (event: MouseEvent<HTMLElement>) => {
    const row = rowAt(event, rows)
    if (row !== undefined) onOpen?.(row)
  },
})

/** Props for one row or card, apart from its `key`. */
export const rowProps = <Row>(row: Row, list: ViewProps<Row>) => ({
  row,
  columns: list.columns,
  menu: menuOf(row, list.actions, list.place),
  controls: list.controls,
  ...pickOf(row, list),
})
