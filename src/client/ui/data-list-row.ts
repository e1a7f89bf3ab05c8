import type { MouseEvent } from 'react'
import type { Column, DataListProps } from './data-list.tsx'
import type { Pick } from './data-list-selection.tsx'
import type { MenuControls, MenuPlace, RowAction } from './row-menu.tsx'

/** Props of one row or card. */
export interface RowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** Its menu; undefined where the list has none. */
  menu: 'open' | 'closed' | 'none' | undefined
  controls: MenuControls<Row>
  /** True if selected; undefined without selection. */
  selected?: boolean | undefined
  /** The label of its checkbox. */
  name?: string | undefined
  onPick?: Pick<Row>
}

/** Asked for every row whenever the list is drawn, so that a row which gains or loses its last action shows it. */
export function menuOf<Row>(
  row: Row,
  actions: ((row: Row) => RowAction[]) | undefined,
  place: MenuPlace<Row> | undefined,
): RowProps<Row>['menu'] {
  if (!actions) return undefined
  if (actions(row).length === 0) return 'none'
  return place?.opened && place.row === row ? 'open' : 'closed'
}

/** Props of table and cards: the list's, its rows, and the open menu. */
export interface ViewProps<Row> extends DataListProps<Row> {
  rows: readonly Row[]
  place: MenuPlace<Row> | undefined
  controls: MenuControls<Row>
}

/**
 * The row that was clicked, among the children of the element that listens. Undefined when the click was meant for a link, a
 * button or a field in it, or ended the marking of a text.
 */
export function rowAt<Row>(event: MouseEvent<HTMLElement>, rows: readonly Row[]): Row | undefined {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || target.closest('a, button, input, select, textarea, label, summary'))
    return undefined
  if (window.getSelection()?.type === 'Range') return undefined
  const index = Array.from(currentTarget.children).findIndex((child) => child.contains(target))
  return rows[index]
}

/** Props of a row's checkbox; undefined without selection. */
export const pickOf = <Row>(row: Row, { selection, rowKey }: DataListProps<Row>) =>
  selection && { selected: selection.ids.has(rowKey(row)), name: selection.nameOf(row) }

/** True if the list has a line of totals. */
export const hasTotals = <Row>(columns: readonly Column<Row>[]) => columns.some(({ total }) => total !== undefined)
