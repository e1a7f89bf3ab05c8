import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'

/** Placeholder when filters match nothing, with a button to clear them. */
export function NoMatches({
  title = 'Nothing matches',
  text,
  onClear,
}: {
  title?: string
  text?: string
  onClear: () => void
}) {
  return (
    <EmptyState
      icon={IconSearch}
      title={title}
      text={text}
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}
