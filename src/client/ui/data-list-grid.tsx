import { Skeleton } from '@mantine/core'
import { type CSSProperties, memo, type ReactNode } from 'react'
import classes from './data-list.module.css'
import { type Grid, menuOf, type RowProps, type ViewProps } from './data-list-props.ts'
import { RowMenuButton } from './row-menu.tsx'

const columns = ({ width }: Pick<Grid<unknown>, 'width'>) => ({ '--card-width': `${width}px` }) as CSSProperties

/** The list as cards, as many side by side as fit. */
export function GridView<Row>({
  label,
  rows,
  rowKey,
  grid,
  actions,
  place,
  controls,
}: ViewProps<Row> & { grid: Grid<Row> }) {
  return (
    <ul className={classes.grid} style={columns(grid)} aria-label={label}>
      {rows.map((row) => (
        <GridItem
          key={rowKey(row)}
          row={row}
          renderCard={grid.renderCard}
          menu={menuOf(row, actions, place)}
          controls={controls}
        />
      ))}
    </ul>
  )
}

type GridItemProps<Row> = Omit<RowProps<Row>, 'columns'> & Pick<Grid<Row>, 'renderCard'>

const GridItem = memo(function GridItem<Row>({ row, renderCard, menu, controls }: GridItemProps<Row>) {
  const button = menu && menu !== 'none' && <RowMenuButton row={row} expanded={menu === 'open'} controls={controls} />
  return <li>{renderCard(row, button || null)}</li>
}) as <Row>(props: GridItemProps<Row>) => ReactNode

const places = Array.from({ length: 6 }, (_, index) => `card-${index}`)

/** Placeholder cards while loading. */
export function GridSkeleton<Row>({ label, grid }: { label: string; grid: Grid<Row> }) {
  return (
    <div className={classes.grid} style={columns(grid)} role="status" aria-label={`Loading ${label.toLowerCase()}`}>
      {places.map((place) => (
        <Skeleton key={place} height={grid.height} radius="md" />
      ))}
    </div>
  )
}
