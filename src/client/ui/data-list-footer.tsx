import { Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useChangeSearch } from '#client/lib/change-search.ts'
import { pageSizes } from '#client/lib/list-params.ts'
import classes from './data-list.module.css'

/** A page of a longer list, from the server's `pagination`. */
export interface PageOf {
  page: number
  limit: number
  total: number
  totalPages: number
}

interface DataListFooterProps extends PageOf {
  shown: number
  onChange: (page: number) => void
  /** If set, offers page sizes. */
  onLimitChange?: ((limit: number) => void) | undefined
}

export function DataListFooter(props: DataListFooterProps) {
  const { page, limit, total, totalPages, shown, onChange, onLimitChange } = props
  const phone = useMediaQuery('(max-width: 48em)')
  const beyond = useLastPage(props, onChange)
  const first = (page - 1) * limit + 1
  if (beyond) return null
  const range =
    shown === 0 ? 'Nothing on this page' : `${first.toLocaleString()}–${(first + shown - 1).toLocaleString()}`
  return (
    <div className={`line-above ${classes.footer}`}>
      <Text size="sm" c="dimmed" className="tabular">
        {range} of {total.toLocaleString()}
      </Text>
      <Group gap="sm">
        {onLimitChange && total > pageSizes[0] && <PageSize limit={limit} onChange={onLimitChange} />}
        {totalPages > 1 && (
          <Pagination
            size="sm"
            value={page}
            total={totalPages}
            siblings={phone ? 0 : 1}
            onChange={onChange}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          />
        )}
      </Group>
    </div>
  )
}

/** Also offers the current page size if it is a custom one from a link. */
function PageSize({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  const sizes = [...new Set([...pageSizes, limit])].sort((a, b) => a - b)
  return (
    <NativeSelect
      size="xs"
      w={132}
      aria-label="Rows per page"
      data={sizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
      value={String(limit)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}

/**
 * Goes to the last existing page if the current one is beyond it, because of an old link or because its last row is
 * gone. Replaces the page in the URL so that Back does not return to it.
 */
function useLastPage({ page, totalPages }: PageOf, onChange: (page: number) => void) {
  const inUrl: { page?: unknown } = useSearch({ strict: false })
  const change = useChangeSearch()
  const last = Math.max(totalPages, 1)
  const beyond = page > last
  const leave = useEffectEvent(() => {
    if (Number(inUrl.page) !== page) return onChange(last)
    change((before) => ({ ...before, page: last === 1 ? undefined : String(last) }))
  })
  useEffect(() => {
    if (beyond) leave()
  }, [beyond])
  return beyond
}
