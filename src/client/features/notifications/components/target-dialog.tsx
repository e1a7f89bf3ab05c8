import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { PickRow } from '#client/ui/pick-row.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import type { Chosen } from '../model/notification-form.ts'

export interface TargetRow {
  id: string
  name: string
  text: string
}

interface TargetDialogProps extends DialogProps {
  title: string
  /** Plural noun, such as `colleges`. */
  word: string
  search: string
  onSearch: (search: string) => void
  placeholder: string
  /** Rows loaded so far; undefined while the first ones load. */
  rows: readonly TargetRow[] | undefined
  /** Number of matches, loaded or not. */
  total: number
  /** True if the rows belong to a previous search. */
  stale?: boolean
  error: unknown
  onRetry: () => void
  loadingMore: boolean
  onMore: () => void
  value: readonly Chosen[]
  onChange: (value: Chosen[]) => void
  /** Buttons for bulk selection, above the list. */
  actions?: ReactNode
}

/**
 * Selects from a very long list: the server searches and returns one page at a time. Ticking a row takes effect at
 * once.
 */
export function TargetDialog(props: TargetDialogProps) {
  const { title, opened, onClose, word, search, rows, total, error, value, onChange } = props
  const chosen = new Set(value.map(({ id }) => id))
  const toggle = ({ id, name }: TargetRow) =>
    onChange(chosen.has(id) ? value.filter((one) => one.id !== id) : [...value, { id, name }])
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="lg">
      <SearchInput wide value={search} onChange={props.onSearch} placeholder={props.placeholder} />
      {props.actions && (
        <Group gap={4} align="stretch" justify="flex-end" mb="xs">
          {props.actions}
        </Group>
      )}
      <Box
        component="section"
        h="min(380px, 46dvh)"
        style={{ overflowY: 'auto' }}
        className="card"
        data-stale={props.stale || undefined}
        aria-label={capital(word)}
        tabIndex={0}
      >
        {!rows && error ? (
          <ErrorState title={`Failed to load ${word}`} message={messageOf(error)} onRetry={props.onRetry} />
        ) : !rows ? (
          <Stack role="status" aria-label={`Loading ${word}`} gap={10} p="md">
            {['one', 'two', 'three', 'four', 'five'].map((name) => (
              <Skeleton key={name} height={34} />
            ))}
          </Stack>
        ) : rows.length === 0 ? (
          <Text size="sm" c="dimmed" ta="center" py="xl" px="md">
            {search ? `No ${word} match your search.` : `There are no ${word} to choose from.`}
          </Text>
        ) : (
          <ul className="rows">
            {rows.map((row) => (
              <PickRow
                key={row.id}
                title={row.name}
                text={row.text}
                checked={chosen.has(row.id)}
                disabled={false}
                onToggle={() => toggle(row)}
              />
            ))}
          </ul>
        )}
        {rows && rows.length < total && (
          <Group gap="xs" justify="space-between" py="xs" px="md" c="dimmed" fz="sm" className="line-above">
            <span className="tabular">
              {error ? `Failed to load ${word}` : `${rows.length.toLocaleString()} of ${total.toLocaleString()}`}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              loading={props.loadingMore}
              onClick={error ? props.onRetry : props.onMore}
            >
              {error ? 'Retry' : 'Load more'}
            </Button>
          </Group>
        )}
      </Box>
      <StickyActions>
        <Text size="sm" c="dimmed" mr="auto" className="tabular" aria-live="polite">
          {value.length.toLocaleString()} chosen
        </Text>
        <Button onClick={onClose}>Done</Button>
      </StickyActions>
    </Modal>
  )
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
