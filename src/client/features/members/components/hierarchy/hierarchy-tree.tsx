import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import type { HierarchyGroup } from '#shared/members/members.schema.ts'
import { allClosed, allOpen, keepOpen, readOpen, toggled } from '../../model/open-branches.ts'
import { useMemberActions } from '../use-member-actions.tsx'
import { FoundStudents } from './found-students.tsx'
import classes from './hierarchy.module.css'
import { TreeGroups } from './tree-level.tsx'

const offered = ['edit', 'status'] as const

/** Batches, their branches and sections, or the matching students while searching. */
export function HierarchyTree({ batches }: { batches: readonly HierarchyGroup[] }) {
  const { id: userId } = useUser()
  const [open, setOpen] = useState(() => readOpen(userId))
  const [{ search, page, limit }, setParams] = useListParams()
  const { actions, dialogs } = useMemberActions(offered)
  useEffect(() => keepOpen(userId, open), [userId, open])

  const isExpanded = open.all && open.except.size === 0

  return (
    <>
      <Group gap="xs" align="stretch" justify="space-between" mb="md" className={classes.bar}>
        <SearchInput
          value={search ?? ''}
          onChange={(words) => setParams({ search: words })}
          placeholder="Name, email or roll number"
        />
        {!search && (
          <Button variant="default" onClick={() => setOpen(isExpanded ? allClosed : allOpen)}>
            {isExpanded ? 'Collapse all' : 'Expand all'}
          </Button>
        )}
      </Group>
      {search ? (
        <FoundStudents params={{ search, page, limit }} onChange={setParams} actions={actions} />
      ) : (
        <div className={`card ${classes.tree}`}>
          <TreeGroups
            place={[]}
            groups={batches}
            context={{ open, onToggle: (key) => setOpen((before) => toggled(before, key)), actions }}
          />
        </div>
      )}
      {dialogs}
    </>
  )
}
