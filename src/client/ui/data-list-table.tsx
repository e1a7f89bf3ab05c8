import { Table } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import classes from './data-list.module.css'
import { hasTotals, opensRows, type RowProps, rowProps, type ViewProps } from './data-list-props.ts'
import { PageBox, RowBox, usePick } from './data-list-selection.tsx'
import { HeadCell } from './data-list-sort.tsx'
import { RowMenuButton } from './row-menu.tsx'

/** The list as a table, where its columns fit. */
export function TableView<Row>(props: ViewProps<Row>) {
  const { label, columns, rows, rowKey, actions, sort, onSort } = props
  const pick = usePick(props)
  return (
    <Table className={classes.table} aria-label={label} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {props.selection && (
            <Table.Th w={44} className={classes.pickCell}>
              <PageBox list={props} />
            </Table.Th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
          {actions && (
            <Table.Th w={52} className={classes.menuCell}>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody {...opensRows(props)}>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} {...rowProps(row, props)} onPick={pick} />
        ))}
      </Table.Tbody>
      {hasTotals(columns) && (
        <Table.Tfoot className={classes.totals}>
          <Table.Tr>
            {props.selection && <Table.Td className={classes.pickCell} />}
            {columns.map((column, index) => (
              <Table.Td key={column.id} data-numeric={column.numeric || undefined}>
                {index === 0 ? (column.total ?? 'Total') : column.total}
              </Table.Td>
            ))}
            {actions && <Table.Td className={classes.menuCell} />}
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  )
}

/** Re-renders only when its row, the columns or its menu change: opening a dialog must not re-render 200 rows. */
const TableRow = memo(function TableRow<Row>({ row, columns, menu, controls, selected, name, onPick }: RowProps<Row>) {
  return (
    <Table.Tr data-selected={selected || undefined}>
      {selected !== undefined && name !== undefined && onPick && (
        <Table.Td className={classes.pickCell}>
          <RowBox row={row} name={name} selected={selected} onPick={onPick} />
        </Table.Td>
      )}
      {columns.map((column) => (
        <Table.Td key={column.id} data-numeric={column.numeric || undefined}>
          {column.cell(row)}
        </Table.Td>
      ))}
      {menu && (
        <Table.Td className={classes.menuCell}>
          {menu !== 'none' && <RowMenuButton row={row} expanded={menu === 'open'} controls={controls} />}
        </Table.Td>
      )}
    </Table.Tr>
  )
}) as <Row>(props: RowProps<Row>) => ReactNode
