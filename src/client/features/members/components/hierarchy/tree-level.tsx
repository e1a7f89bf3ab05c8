import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconChevronRight, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { useNearViewport } from '#client/lib/near-viewport.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedList } from '#client/ui/data-list-props.ts'
import type { RowAction } from '#client/ui/row-menu.tsx'
import type { HierarchyGroup, Member } from '#shared/members/members.schema.ts'
import { isOpen, type OpenBranches, placeKey } from '../../model/open-branches.ts'
import { useHierarchyLevel, useMembers } from '../../queries.ts'
import classes from './hierarchy.module.css'
import { studentColumns } from './student-columns.tsx'

export interface TreeContext {
  open: OpenBranches
  onToggle: (key: string) => void
  actions: (student: Member) => RowAction[]
}

interface Level {
  kind: string
  /** Singular and plural nouns for the groups one level below. */
  children?: readonly [one: string, many: string]
  heading: 'h2' | 'h3' | 'h4'
}

/** The labels of each level, from the top. */
export const levels: readonly Level[] = [
  { kind: 'Batch', children: ['branch', 'branches'], heading: 'h2' },
  { kind: 'Branch', children: ['section', 'sections'], heading: 'h3' },
  { kind: 'Section', heading: 'h4' },
]

/** The groups under one node of the tree. @param place path to the node: empty, a batch, or a batch and a branch */
export function TreeLevel({ place, context }: { place: readonly string[]; context: TreeContext }) {
  const [batch, branch] = place
  const { data, error, refetch, isFetching } = useHierarchyLevel({ batch, branch })
  if (data) return <TreeGroups place={place} groups={data} context={context} />
  if (error && !isFetching)
    return (
      <Group
        role="alert"
        gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)"
        justify="space-between"
        c="var(--mantine-color-error)"
        className={classes.pending}
      >
        <Text size="sm">Failed to load hierarchy data. {messageOf(error, '')}</Text>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={15} aria-hidden />}
          onClick={() => void refetch()}
        >
          Retry
        </Button>
      </Group>
    )
  return <LevelSkeleton kind={levels[place.length]?.kind ?? ''} />
}

export const LevelSkeleton = ({ kind }: { kind: string }) => (
  <div
    role="status"
    aria-label={`Loading ${kind === 'Batch' ? 'batches' : kind === 'Branch' ? 'branches' : 'sections'}`}
  >
    {['58%', '44%', '51%'].map((width) => (
      <Group key={width} gap="md" wrap="nowrap" justify="space-between" mih={40} className={classes.pending}>
        <Skeleton h={12} w={width} />
        <Skeleton h={12} w={120} />
      </Group>
    ))}
  </div>
)

interface TreeGroupsProps {
  place: readonly string[]
  groups: readonly HierarchyGroup[]
  context: TreeContext
}

export const TreeGroups = ({ place, groups, context }: TreeGroupsProps) => (
  <ul className={classes.level}>
    {groups.map((group) => (
      <TreeGroup key={group.name} place={[...place, group.name]} group={group} context={context} />
    ))}
  </ul>
)

function TreeGroup({ place, group, context }: Omit<TreeGroupsProps, 'groups'> & { group: HierarchyGroup }) {
  const id = useId()
  const level = levels[place.length - 1]
  if (!level) return null
  const { kind, children, heading: Heading } = level
  const key = placeKey(...place)
  const open = isOpen(context.open, key)
  const counts = [children && plural(group.children, ...children), plural(group.students, 'student')]
  return (
    <li className={classes.group}>
      <Heading style={{ margin: 0, font: 'inherit' }}>
        <button
          type="button"
          className={`hoverable ${classes.disclosure}`}
          data-depth={place.length}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => context.onToggle(key)}
        >
          <IconChevronRight size={16} stroke={2} className="chevron" aria-hidden />
          <Text span inherit miw={0} fw={550} className="anywhere">
            <Text span inherit c="dimmed" fw={400}>
              {kind}{' '}
            </Text>
            {group.name}
          </Text>
          <span className={`tabular ${classes.counts}`}>{counts.filter(Boolean).join(' · ')}</span>
        </button>
      </Heading>
      {open && (
        <div id={id}>
          <Opened place={place} context={context} />
        </div>
      )}
    </li>
  )
}

function Opened({ place, context }: { place: readonly string[]; context: TreeContext }): ReactNode {
  const [batch = '', branch = '', section] = place
  if (section === undefined) return <TreeLevel place={place} context={context} />
  return <SectionStudents place={{ batch, branch, section }} actions={context.actions} />
}

const defaultSize = 50

interface SectionStudentsProps {
  place: { batch: string; branch: string; section: string }
  actions: (student: Member) => RowAction[]
}

/** A section's students by name, paged. With all sections open, each list loads when it comes near the viewport. */
function SectionStudents({ place, actions }: SectionStudentsProps) {
  const [{ page, limit }, setPaging] = useState({ page: 1, limit: defaultSize })
  const box = useRef<HTMLDivElement>(null)
  const near = useNearViewport(box)
  const students = useMembers({ role: 'student', ...place, sort: 'name', page, limit }, near)
  const { data } = students
  // Leave the last page if its only student was moved away.
  if (data && !students.isPlaceholderData && page > data.pagination.totalPages)
    setPaging({ page: data.pagination.totalPages, limit })
  // Scroll to the start of the new page, since the pagination buttons are at the end.
  const turn = (next: { page: number; limit: number }) => {
    setPaging(next)
    box.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={box} className={classes.students}>
      <DataList
        label={`Students of section ${place.section}`}
        columns={studentColumns}
        rows={data?.users}
        rowKey={(student) => student.id}
        {...pagedList(students, ({ page = 1, limit: next = limit }) => turn({ page, limit: next }))}
        actions={actions}
        empty={{ title: 'No students found', text: 'This section no longer has students.' }}
      />
    </div>
  )
}
