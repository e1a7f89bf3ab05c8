import { Group, Pagination, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import classes from './data-list.module.css'

/** A page of a longer list, as the server's `pagination` says it. */
export interface PageOf {
  page: number
  limit: number
  total: number
  totalPages: number
}

/** Which rows these are, and the way to the others. @param shown rows on this page */
export function DataListFooter({
  page,
  limit,
  total,
  totalPages,
  shown,
  onChange,
}: PageOf & { shown: number; onChange: (page: number) => void }) {
  const phone = useMediaQuery('(max-width: 48em)')
  const first = (page - 1) * limit + 1
  const range =
    shown === 0 ? 'Nothing on this page' : `${first.toLocaleString()}–${(first + shown - 1).toLocaleString()}`
  return (
    <Group justify="space-between" gap="xs" className={classes.footer}>
      <Text size="sm" c="dimmed" className="tabular">
        {range} of {total.toLocaleString()}
      </Text>
      {(totalPages > 1 || page > 1) && (
        <Pagination
          size="sm"
          value={page}
          total={Math.max(totalPages, page)}
          siblings={phone ? 0 : 1}
          onChange={onChange}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  )
}
