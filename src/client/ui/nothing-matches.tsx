import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'

/** Stands where filters leave nothing of a list that has something: says so, and takes them away. */
export function NothingMatches({
  title = 'Nothing matches',
  text,
  onClear,
}: {
  title?: string
  text: string
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
