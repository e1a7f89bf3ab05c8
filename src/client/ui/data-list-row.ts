import type { MouseEvent } from 'react'
import type { Column, DataListProps } from './data-list.tsx'
import type { Pick } from './data-list-selection.tsx'
import type { MenuControls, MenuPlace, RowAction } from './row-menu.tsx'

/** Props of one row or card. */
export interface RowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** State of its menu; undefined if the list has none. */
  menu: 'open' | 'closed' | 'none' | undefined
  controls: MenuControls<Row>
  /** True if selected; undefined without selection. */
  selected?: boolean | undefined
  /** Label of its checkbox. */
  name?: string | undefined
  onPick?: Pick<Row>
}

/** Computed for every row on each render, so that a row that gains or loses its last action is updated. */
export function menuOf<Row>(
  row: Row,
  actions: ((row: Row) => RowAction[]) | undefined,
  place: MenuPlace<Row> | undefined,
): RowProps<Row>['menu'] {
  if (!actions) return undefined
  if (actions(row).length === 0) return 'none'
  return place?.opened && place.row === row ? 'open' : 'closed'
}

/** Props of table and cards: the list's props, its rows, and the open menu. */
export interface ViewProps<Row> extends DataListProps<Row> {
  rows: readonly Row[]
  place: MenuPlace<Row> | undefined
  controls: MenuControls<Row>
}

/**
 * The clicked row, among the children of the element that listens. Undefined if the click hit a link, a button or a
 * field, or ended a text selection.
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

/** True if the list has a totals row. */
export const hasTotals = <Row>(columns: readonly Column<Row>[]) => columns.some(({ total }) => total !== undefined)
