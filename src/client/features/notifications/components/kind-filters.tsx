import { FilterSelect } from '#client/ui/filter-bar.tsx'
import { type NotificationType, type Priority, priorities, types } from '#shared/notifications/notifications.schema.ts'
import { priorityLabels, typeLabels } from '../model/form-text.ts'

interface KindFiltersProps {
  value: { type: NotificationType | undefined; priority: Priority | undefined }
  /** '' removes a filter. */
  onChange: (patch: { type?: string; priority?: string }) => void
}

/** Type and priority. */
export function KindFilters({ value, onChange }: KindFiltersProps) {
  return (
    <>
      <FilterSelect
        label="Type"
        all="All types"
        value={value.type}
        options={types.map((type) => ({ value: type, label: typeLabels[type] }))}
        onChange={(next) => onChange({ type: next ?? '' })}
      />
      <FilterSelect
        label="Priority"
        all="All priorities"
        value={value.priority}
        options={priorities.map((priority) => ({ value: priority, label: `${priorityLabels[priority]} priority` }))}
        onChange={(next) => onChange({ priority: next ?? '' })}
      />
    </>
  )
}
