import { type bindFilters, FilterSelect } from '#client/ui/filter-bar.tsx'
import { priorities, types } from '#shared/notifications/notifications.schema.ts'
import { named, priorityLabels, typeLabels } from '../model/notification-text.ts'

type Bound = ReturnType<typeof bindFilters<{ type: string | undefined; priority: string | undefined }>>

/** Filters by type and priority. */
export const KindFilters = ({ filter }: { filter: Bound }) => (
  <>
    <FilterSelect label="Type" all="All types" options={named(types, typeLabels)} {...filter('type')} />
    <FilterSelect
      label="Priority"
      all="All priorities"
      options={priorities.map((priority) => ({ value: priority, label: `${priorityLabels[priority]} priority` }))}
      {...filter('priority')}
    />
  </>
)
