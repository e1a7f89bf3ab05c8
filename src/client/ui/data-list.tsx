import { Skeleton } from '@mantine/core'
import {
  type CSSProperties,
  isValidElement,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import classes from './data-list.module.css'
import { CardView } from './data-list-cards.tsx'
import { DataListFooter } from './data-list-footer.tsx'
import { type DataListProps, type Grid, menuOf, type RowProps, type ViewProps } from './data-list-props.ts'
import { DataListSkeleton } from './data-list-skeleton.tsx'
import { TableView } from './data-list-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { QueryError } from './load-state.tsx'
import { NoMatches } from './no-matches.tsx'
import { RowMenu, RowMenuButton, useRowMenu } from './row-menu.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import { usePrinting } from './use-printing.ts'

/**
 * A list, as a table with a sticky header, as cards on a phone, or as a grid of cards, with loading, empty and error
 * states. Its state is in the URL, through `useListParams`:
 *
 *     const [params, setParams] = useListParams(['sort'])
 *     const list = useThings(params) // page, limit, search, sort
 *     <DataList
 *       {...pagedBy(list, setParams)}
 *       columns={[{ id: 'name', header: 'Name', sortKey: 'name', cell: (thing) => thing.name }]}
 *       sort={params.sort}
 *       …
 *     />
 *
 * Cells must depend only on the row, unless the columns are recreated.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { ref, narrow } = useIsNarrow(props.cardsBelow ?? defaultCardsBelow, 'rem')
  // Paper is wide enough for the table, whatever device prints it.
  const printing = usePrinting()
  useKeptFocus(ref, narrow)
  return (
    <div
      ref={ref}
      className={
        props.grid && props.rows?.length !== 0 && (props.rows || !props.query?.error)
          ? classes.open
          : `card ${classes.frame}`
      }
      aria-busy={props.stale ?? false}
      data-stale={(props.rows && props.stale) || undefined}
    >
      <Content {...props} narrow={narrow && !printing} />
    </div>
  )
}

/** Keeps the focus when cards become rows or the other way round: both contain the same ids. */
function useKeptFocus(ref: RefObject<HTMLElement | null>, narrow: boolean | undefined) {
  const focused = useRef('')
  useLayoutEffect(() => {
    const frame = ref.current
    const note = ({ target }: FocusEvent) => {
      focused.current = (target as HTMLElement).id
    }
    frame?.addEventListener('focusin', note)
    return () => frame?.removeEventListener('focusin', note)
  }, [ref])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of width replaces cards and rows
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body) document.getElementById(focused.current)?.focus()
  }, [narrow])
}

function Content<Row>(props: DataListProps<Row> & { narrow: boolean | undefined }) {
  const { rows, query, empty = null, noMatches, pagination, onPageChange, actions, narrow, grid } = props
  const { place, controls } = useRowMenu<Row>()
  if (!rows && query?.error)
    return <QueryError title={props.errorTitle ?? `Failed to load ${props.label.toLowerCase()}`} query={query} />
  if (!rows && grid) return <GridSkeleton label={props.label} grid={grid} />
  if (!rows) return <DataListSkeleton label={props.label} columns={props.columns.length} />
  if (rows.length === 0 && (pagination?.page ?? 1) === 1) {
    if (noMatches) return <NoMatches {...noMatches} />
    return empty === null || isValidElement(empty) ? empty : <EmptyState {...empty} />
  }
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

/** Default of `cardsBelow`, in rem to follow the font size. Rendering only the table or the cards halves the cost. */
const defaultCardsBelow = 50

const columns = ({ width }: Pick<Grid<unknown>, 'width'>) => ({ '--card-width': `${width}px` }) as CSSProperties

/** The list as cards, with as many side by side as fit. */
function GridView<Row>({ label, rows, rowKey, grid, actions, place, controls }: ViewProps<Row> & { grid: Grid<Row> }) {
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

function GridSkeleton<Row>({ label, grid }: { label: string; grid: Grid<Row> }) {
  return (
    <div className={classes.grid} style={columns(grid)} role="status" aria-label={`Loading ${label.toLowerCase()}`}>
      {places.map((place) => (
        <Skeleton key={place} height={grid.height} radius="md" />
      ))}
    </div>
  )
}
