import { Checkbox } from '@mantine/core'
import { useCallback, useLayoutEffect, useRef } from 'react'
import classes from './data-list.module.css'

export interface ListSelection<Row> {
  /** Keys of the selected rows, including rows on other pages. */
  ids: ReadonlySet<string>
  onChange: (ids: readonly string[], selected: boolean) => void
  /** A row's name, for its checkbox label. */
  nameOf: (row: Row) => string
}

interface Listed<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  selection?: ListSelection<Row> | undefined
}

export type Pick<Row> = (row: Row, selected: boolean, range: boolean) => void

/** Selects or deselects a row, or with Shift, all rows from the last clicked one. @returns a stable function */
export function usePick<Row>({ rows, rowKey, selection }: Listed<Row>): Pick<Row> {
  const listed = useRef({ rows, rowKey, selection })
  useLayoutEffect(() => {
    listed.current = { rows, rowKey, selection }
  })
  const last = useRef<string>(undefined)
  return useCallback((row, selected, range) => {
    const { rows, rowKey, selection } = listed.current
    const keys = rows.map(rowKey)
    const key = rowKey(row)
    const from = range && last.current !== undefined ? keys.indexOf(last.current) : -1
    const [first = 0, end = 0] = [from, keys.indexOf(key)].toSorted((a, b) => a - b)
    selection?.onChange(from < 0 ? [key] : keys.slice(first, end + 1), selected)
    last.current = key
  }, [])
}

interface RowBoxProps<Row> {
  row: Row
  name: string
  selected: boolean
  onPick: Pick<Row>
  size?: 'sm' | 'md'
}

export const RowBox = <Row,>({ row, name, selected, onPick, size = 'sm' }: RowBoxProps<Row>) => (
  <Checkbox
    size={size}
    className={classes.rowBox}
    aria-label={`Select ${name}`}
    checked={selected}
    onChange={({ currentTarget, nativeEvent }) =>
      onPick(row, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
    }
  />
)

export function PageBox<Row>({ list, text }: { list: Listed<Row>; text?: string }) {
  const { rows, rowKey, selection } = list
  if (!selection) return null
  const keys = rows.map(rowKey)
  const selected = keys.filter((key) => selection.ids.has(key)).length
  const isFull = keys.length > 0 && selected === keys.length
  return (
    <Checkbox
      size="sm"
      label={text}
      aria-label={text ? undefined : 'Select all on this page'}
      checked={isFull}
      indeterminate={selected > 0 && !isFull}
      onChange={() => selection.onChange(keys, !isFull)}
    />
  )
}
