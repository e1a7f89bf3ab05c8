import { Button, Group, Text } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { plural } from '#client/lib/plural.ts'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { PickedStudent } from '../queries.ts'
import classes from './pick-list.module.css'
import { PickRow } from './pick-row.tsx'

interface StudentPickerProps {
  students: readonly PickedStudent[]
  /** Meant by the chosen groups anyway. */
  matched: ReadonlySet<string>
  /** Have the test already. */
  assigned: ReadonlySet<string>
  picked: ReadonlySet<string>
  onChange: (picked: ReadonlySet<string>) => void
}

/** More rows than this help nobody and slow the dialog down. */
const mostRows = 200

/** Students to tick by hand; who has the test or is meant anyway is shown, but not to be ticked. */
export function StudentPicker({ students, matched, assigned, picked, onChange }: StudentPickerProps) {
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search).trim().toLowerCase()
  const found = useMemo(
    () =>
      words === ''
        ? students
        : students.filter((student) =>
            [student.name, student.email, student.idNumber].some((text) => text.toLowerCase().includes(words)),
          ),
    [students, words],
  )
  const toggle = (id: string) => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  const free = words === '' ? [] : found.filter(({ id }) => !assigned.has(id) && !matched.has(id) && !picked.has(id))

  return (
    <>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" fw={550}>
          Students by hand
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
              Tick all {free.length.toLocaleString()} found
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
      <div className={classes.frame}>
        {found.length === 0 ? (
          <Text size="sm" c="dimmed" ta="center" py="xl">
            No student matches your search.
          </Text>
        ) : (
          <ul className={classes.list} aria-label="Students">
            {found.slice(0, mostRows).map((student) => (
              <PickRow
                key={student.id}
                title={student.name}
                text={whereOf(student)}
                checked={assigned.has(student.id) || matched.has(student.id) || picked.has(student.id)}
                disabled={assigned.has(student.id) || matched.has(student.id)}
                badge={markOf(student.id, assigned, matched)}
                onToggle={() => toggle(student.id)}
              />
            ))}
          </ul>
        )}
        {found.length > mostRows && (
          <p className={classes.more}>
            The first {mostRows} of {plural(found.length, 'student')}. Refine your search to see others.
          </p>
        )}
      </div>
    </>
  )
}

const whereOf = ({ idNumber, branch, batch, section }: PickedStudent) =>
  [idNumber, branch, batch, section].filter(Boolean).join(' · ')

function markOf(id: string, assigned: ReadonlySet<string>, matched: ReadonlySet<string>) {
  if (assigned.has(id)) return <StatusBadge tone="success" label="Has it already" />
  return matched.has(id) ? <StatusBadge tone="info" label="In the groups" /> : undefined
}
