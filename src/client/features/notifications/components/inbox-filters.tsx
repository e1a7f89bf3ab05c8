import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { type priorities, senderRoles, type types } from '#shared/notifications/notifications.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { KindFilters } from './kind-filters.tsx'

export interface InboxFilterValues {
  search: string | undefined
  filter: 'read' | 'unread' | undefined
  type: (typeof types)[number] | undefined
  priority: (typeof priorities)[number] | undefined
  sender: (typeof senderRoles)[number] | undefined
}

interface InboxFiltersProps {
  value: InboxFilterValues
  /** '' removes a filter. */
  onChange: (patch: { [K in keyof InboxFilterValues]?: string }) => void
  onClear: (() => void) | undefined
  unread: number | undefined
  onReadAll: () => void
  readingAll: boolean
}

/** Filters by read state, search, type, priority and sender, with a button to mark everything as read. */
export function InboxFilters({ value, onChange, onClear, unread, onReadAll, readingAll }: InboxFiltersProps) {
  return (
    <FilterBar
      search={{
        value: value.search ?? '',
        onChange: (search) => onChange({ search }),
        placeholder: 'Search notifications',
      }}
      onClear={onClear}
    >
      <ChoiceChips
        label="Read or unread"
        choices={[
          { value: undefined, label: 'All' },
          { value: 'unread', label: 'Unread', count: unread },
          { value: 'read', label: 'Read' },
        ]}
        value={value.filter}
        onChange={(next) => onChange({ filter: next ?? '' })}
      />
      <KindFilters value={value} onChange={onChange} />
      <FilterSelect
        label="Sender"
        all="All senders"
        value={value.sender}
        options={senderRoles.map((role) => ({ value: role, label: roleLabels[role] }))}
        onChange={(next) => onChange({ sender: next ?? '' })}
      />
      <Button
        ms="auto"
        variant="default"
        leftSection={<IconChecks size={16} aria-hidden />}
        disabled={!unread}
        loading={readingAll}
        onClick={onReadAll}
      >
        Mark all as read
      </Button>
    </FilterBar>
  )
}
