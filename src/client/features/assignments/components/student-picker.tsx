import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { type Candidate, useCandidates } from '../queries.ts'
import classes from './assigned.module.css'
import { PickRow } from './pick-row.tsx'

interface StudentSearchProps {
  assignmentId: string
  /** Search only students who have the test. */
  assigned?: boolean
  picked: ReadonlySet<string>
  onChange: (picked: ReadonlySet<string>) => void
  /** Why a student cannot be selected. */
  markOf: (student: Candidate) => { label: string; tone: 'success' | 'info' | 'neutral' } | undefined
}

/** Maximum rows shown. Longer lists are no help; searching finds the rest. */
const maxRows = 50

/** Selects individual students. The server searches as the user types. */
export function StudentSearch({ assignmentId, assigned, picked, onChange, markOf }: StudentSearchProps) {
  const [search, setSearch] = useState('')
  const found = useCandidates(assignmentId, {
    limit: maxRows,
    ...(search && { search }),
    ...(assigned !== undefined && { assigned }),
  })
  const students = found.data?.students
  const total = found.data?.pagination.total ?? 0
  const free = search === '' ? [] : (students ?? []).filter((student) => !markOf(student) && !picked.has(student.id))
  const toggle = (id: string) => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }

  return (
    <>
      <Group justify="space-between" gap="xs" mb={4} mih={30}>
        <Text size="sm" fw={550}>
          Single students
          <Text span c="dimmed" fw={400} ml={8} className="tabular">
            {picked.size > 0 && `${picked.size.toLocaleString()} ticked`}
          </Text>
        </Text>
        <Group gap={4}>
          {free.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => onChange(new Set([...picked, ...free.map(({ id }) => id)]))}
            >
              Tick the {free.length.toLocaleString()} shown
            </Button>
          )}
          {picked.size > 0 && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(new Set())}>
              Clear
            </Button>
          )}
        </Group>
      </Group>
      <div className={classes.search}>
        <SearchInput value={search} onChange={setSearch} placeholder="Search by name, email or roll number" />
      </div>
      <div className={`card ${classes.frame}`} data-stale={found.isPlaceholderData || undefined}>
        {!students && found.error ? (
          <ErrorState
            title="Failed to load students"
            message={messageOf(found.error)}
            onRetry={() => void found.refetch()}
          />
        ) : !students ? (
          <Stack gap={10} p="md" role="status" aria-label="Loading students">
            {['one', 'two', 'three', 'four'].map((name) => (
              <Skeleton key={name} height={34} />
            ))}
          </Stack>
        ) : students.length === 0 ? (
          <Text size="sm" c="dimmed" ta="center" py="xl" px="md">
            {search ? 'No student matches your search.' : 'There are no students yet.'}
          </Text>
        ) : (
          <ul className="rows" aria-label="Students">
            {students.map((student) => {
              const mark = markOf(student)
              return (
                <PickRow
                  key={student.id}
                  title={student.name}
                  text={whereOf(student)}
                  checked={mark !== undefined ? mark.tone !== 'neutral' : picked.has(student.id)}
                  disabled={mark !== undefined}
                  badge={mark && <StatusBadge {...mark} />}
                  onToggle={() => toggle(student.id)}
                />
              )
            })}
          </ul>
        )}
        {students && total > students.length && (
          <Text py="sm" px="md" c="dimmed" fz="sm" className="line-above">
            Showing the first {students.length} of {plural(total, 'student')}. Search to see others.
          </Text>
        )}
      </div>
    </>
  )
}

/** `22CS017 · 2027 · CSE · A`. */
export const whereOf = ({ idNumber, batch, branch, section }: Omit<Candidate, 'id' | 'name' | 'email' | 'status'>) =>
  [idNumber, batch, branch, section].filter(Boolean).join(' · ')
