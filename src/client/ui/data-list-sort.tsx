import { Box, NativeSelect, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import classes from '#client/ui/data-list.module.css'
import type { Column } from './data-list-props.ts'

interface SortProps<Row> {
  columns: readonly Column<Row>[]
  /** 'name' is ascending, '-name' descending, '' or undefined the list's default order. */
  sort: string | undefined
  onSort: (sort: string) => void
}

const directionOf = (sort: string | undefined, key: string) =>
  sort === key ? 'up' : sort === `-${key}` ? 'down' : undefined

/** Cycles through ascending, descending and the default order. `sortFirst` is the first direction. */
function nextSort(sort: string | undefined, key: string, sortFirst: 'up' | 'down' = 'up'): string {
  const [first, second] = sortFirst === 'up' ? [key, `-${key}`] : [`-${key}`, key]
  if (sort === first) return second
  return sort === second ? '' : first
}

const ariaSort = { up: 'ascending', down: 'descending' } as const
const icons = { up: IconArrowUp, down: IconArrowDown } as const

/** A column heading; a button if the column is sortable. */
export function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}) {
  const numeric = column.numeric || undefined
  if (column.sortKey === undefined || !onSort)
    return (
      <Table.Th w={column.width} data-numeric={numeric}>
        {column.header}
      </Table.Th>
    )
  const key = column.sortKey
  const direction = directionOf(sort, key)
  const Shape = direction ? icons[direction] : IconSelector
  return (
    <Table.Th w={column.width} data-numeric={numeric} aria-sort={direction ? ariaSort[direction] : 'none'}>
      <UnstyledButton
        m={-6}
        p={6}
        className={`nowrap ${classes.head}`}
        data-sorted={direction}
        data-numeric={numeric}
        onClick={() => onSort(nextSort(sort, key, column.sortFirst))}
      >
        {column.header}
        <Shape size={14} stroke={2} aria-hidden className={classes.icon} />
      </UnstyledButton>
    </Table.Th>
  )
}

/** Chooses the order of cards, which have no column headings. Hidden if no column is sortable. */
export function SortSelect<Row>({ columns, sort = '', onSort }: SortProps<Row>) {
  const options = columns.flatMap(({ sortKey: key, header, sortLabels: [up, down] = ['A–Z', 'Z–A'] }) =>
    key === undefined
      ? []
      : [
          { value: key, label: `${header}, ${up}` },
          { value: `-${key}`, label: `${header}, ${down}` },
        ],
  )
  if (options.length === 0) return null
  return (
    <Box py="xs" px="md" className="line-below">
      <NativeSelect
        size="sm"
        className={classes.select}
        label="Sort by"
        data={[{ value: '', label: 'Default' }, ...options]}
        value={options.some(({ value }) => value === sort) ? sort : ''}
        onChange={(event) => onSort(event.currentTarget.value)}
      />
    </Box>
  )
}
