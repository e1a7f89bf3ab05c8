import { Box } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import classes from './data-list.module.css'
import { hasTotals, opensRows, type RowProps, rowProps, type ViewProps } from './data-list-props.ts'
import { PageBox, RowBox, usePick } from './data-list-selection.tsx'
import { SortSelect } from './data-list-sort.tsx'
import { RowMenuButton } from './row-menu.tsx'

/** The list on a phone, or wherever its columns do not fit. */
export function CardView<Row>(props: ViewProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort } = props
  const pick = usePick(props)
  return (
    <>
      {props.selection && (
        <Box py="sm" px="md" className="line-below" data-print="hide">
          <PageBox list={props} text="Select all on this page" />
        </Box>
      )}
      {onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      {/* Keyboard users open a card with the link in its heading. */}
      <ul className="rows" aria-label={label} {...opensRows(props)}>
        {rows.map((row) => (
          <Card key={rowKey(row)} {...rowProps(row, props)} onPick={pick} />
        ))}
        {hasTotals(columns) && <TotalCard columns={columns} />}
      </ul>
    </>
  )
}

const TotalCard = <Row,>({ columns: [title, ...others] }: Pick<RowProps<Row>, 'columns'>) => (
  <li className={classes.card} data-total>
    <Box flex={1} miw={0} fw={600} className="anywhere">
      {title?.total ?? 'Total'}
    </Box>
    <dl className={`facts ${classes.facts}`}>
      {others
        .filter(({ total }) => total !== undefined)
        .map((column) => (
          <div key={column.id} data-wide={column.card === 'wide' || undefined}>
            <dt>{column.header}</dt>
            <dd className={column.numeric ? 'tabular' : undefined}>{column.total}</dd>
          </div>
        ))}
    </dl>
  </li>
)

const Card = memo(function Card<Row>({ row, columns, menu, controls, selected, name, onPick }: RowProps<Row>) {
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const facts = columns.filter((column) => column !== title && column.card !== 'hidden')
  return (
    <li className={classes.card} data-selected={selected || undefined}>
      <div className={classes.cardHead}>
        {selected !== undefined && name !== undefined && onPick && (
          <RowBox row={row} name={name} selected={selected} onPick={onPick} size="md" />
        )}
        <Box flex={1} miw={0} fw={600} className="anywhere">
          {title?.cell(row)}
        </Box>
        {menu && menu !== 'none' && <RowMenuButton row={row} expanded={menu === 'open'} controls={controls} />}
      </div>
      <dl className={`facts ${classes.facts}`}>
        {facts.map((column) => (
          <div key={column.id} data-wide={column.card === 'wide' || undefined}>
            <dt>{column.header}</dt>
            <dd className={column.numeric ? 'tabular' : undefined}>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}) as <Row>(props: RowProps<Row>) => ReactNode
