import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import {
  type priorities,
  senderRoles,
  statuses,
  targetTypes,
  type types,
} from '#shared/notifications/notifications.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { targetLabels } from '../model/form-text.ts'
import { statusLabels } from '../model/notification-text.ts'
import { KindFilters } from './kind-filters.tsx'

export interface SentFilterValues {
  search: string | undefined
  type: (typeof types)[number] | undefined
  priority: (typeof priorities)[number] | undefined
  target: (typeof targetTypes)[number] | undefined
  status: (typeof statuses)[number] | undefined
  sender: (typeof senderRoles)[number] | undefined
}

interface SentFiltersProps {
  value: SentFilterValues
  /** '' removes a filter. */
  onChange: (patch: { [K in keyof SentFilterValues]?: string }) => void
  onClear: (() => void) | undefined
  /** True for users who see several senders. */
  bySender: boolean
}

const named = <Value extends string>(values: readonly Value[], words: Record<Value, string>) =>
  values.map((value) => ({ value, label: words[value] }))

/** Filters of sent notifications: search, type, priority, target, status and, for the master admin, sender. */
export function SentFilters({ value, onChange, onClear, bySender }: SentFiltersProps) {
  return (
    <FilterBar
      search={{
        value: value.search ?? '',
        onChange: (search) => onChange({ search }),
        placeholder: 'Search sent notifications',
      }}
      onClear={onClear}
    >
      <KindFilters value={value} onChange={onChange} />
      <FilterSelect
        label="Sent to"
        all="All targets"
        value={value.target}
        options={named(
          targetTypes.filter((target) => bySender || target !== 'colleges'),
          targetLabels,
        )}
        onChange={(next) => onChange({ target: next ?? '' })}
      />
      <FilterSelect
        label="Status"
        all="Any status"
        value={value.status}
        options={named(statuses, statusLabels)}
        onChange={(next) => onChange({ status: next ?? '' })}
      />
      {bySender && (
        <FilterSelect
          label="Sender"
          all="All senders"
          value={value.sender}
          options={named(senderRoles, roleLabels)}
          onChange={(next) => onChange({ sender: next ?? '' })}
        />
      )}
    </FilterBar>
  )
}
