import { Button, Group } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { searchOf } from '#client/lib/list-params.ts'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { type MemberFilters, memberFilterKeys } from '../model/member-filters.ts'
import { useGroupNames } from '../queries.ts'
import classes from './members.module.css'
import { roleText } from './role-text.ts'

interface MemberFilterBarProps {
  role: MemberRole
  value: MemberFilters
  /** An empty string removes a filter. */
  onChange: (patch: MemberFilters) => void
  /** Set only while a filter is active. */
  onClear?: (() => void) | undefined
}

export function MemberFilterBar({ role, value, onChange, onClear }: MemberFilterBarProps) {
  const groups = useGroupNames()
  const [opened, setOpened] = useState(false)
  const id = useId()
  const chosen = memberFilterKeys.filter((key) => value[key]).length
  const select = (key: (typeof memberFilterKeys)[number]) => ({
    value: value[key],
    onChange: (next: string | undefined) => onChange({ [key]: next ?? '' }),
  })
  return (
    <FilterBar search={searchOf(value, onChange, roleText[role].search)} onClear={onClear}>
      <Button
        variant="default"
        hiddenFrom="sm"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
      </Button>
      <Group
        gap="xs"
        wrap="nowrap"
        align="stretch"
        id={id}
        className={classes.filters}
        data-closed={!opened || undefined}
      >
        <FilterSelect label="Batch" all="All Batches" options={groups.batches} {...select('batch')} />
        <FilterSelect label="Branch" all="All Branches" options={groups.branches} {...select('branch')} />
        <FilterSelect label="Section" all="All Sections" options={groups.sections} {...select('section')} />
        <FilterSelect
          label="Status"
          all="Any Status"
          options={[
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ]}
          {...select('status')}
        />
        <FilterSelect
          label="Login"
          all="Any Login"
          options={[
            { value: 'never', label: 'Never signed in' },
            { value: 'once', label: 'Has signed in' },
          ]}
          {...select('login')}
        />
      </Group>
    </FilterBar>
  )
}
