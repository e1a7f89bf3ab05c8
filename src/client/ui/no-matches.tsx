import { Button } from '@mantine/core'
import { type Icon, IconSearch } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'

export interface NoMatchesProps {
  icon?: Icon
  title?: string
  text?: string
  /** Clears the filters. Without it, there is no button. */
  onClear?: (() => void) | undefined
  clearLabel?: string
  framed?: boolean
}

/** Placeholder when filters match nothing, with a button to clear them. */
export function NoMatches({
  title = 'Nothing matches',
  onClear,
  clearLabel = 'Clear filters',
  ...props
}: NoMatchesProps) {
  return (
    <EmptyState
      icon={IconSearch}
      title={title}
      {...props}
      action={
        onClear && (
          <Button variant="default" onClick={onClear}>
            {clearLabel}
          </Button>
        )
      }
    />
  )
}
