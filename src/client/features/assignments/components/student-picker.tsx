import { Alert, Box, Button, Group, MultiSelect, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { Note } from '#client/ui/note.tsx'
import { PickRow } from '#client/ui/pick-row.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { StudentGroup } from '#shared/assignments/assignments.schema.ts'
import { type ChosenGroups, choose, isEmpty, isIn, levels, noGroups, optionsOf } from '../model/group-choice.ts'
import { type Candidate, useCandidates } from '../queries.ts'

type Mark = { label: string; tone: 'success' | 'info' | 'neutral' }

/** State of a selection of students by group, individually, or both. @param first ids selected initially */
export function useStudentChoice(first: readonly string[] = []) {
  const [chosen, setChosen] = useState(noGroups)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(first))
  const [submitError, setSubmitError] = useState<string | null>(null)
  return {
    chosen,
    picked,
    groups: useMemo(
      () => ({ batches: [...chosen.batches], branches: [...chosen.branches], sections: [...chosen.sections] }),
      [chosen],
    ),
    isEmpty: isEmpty(chosen) && picked.size === 0,
    submitError,
    setSubmitError,
    choose: (next: ChosenGroups) => {
      setSubmitError(null)
      setChosen(next)
    },
    pick: (next: ReadonlySet<string>) => {
      setSubmitError(null)
      setPicked(next)
    },
  }
}

/** Explains why the form could not be submitted. */
export const SubmitError = ({ text, ...props }: { text: string | null; mt?: string }) => (
  <div role="alert">
    {text && (
      <Alert color="red" py="xs" {...props}>
        {text}
      </Alert>
    )}
  </div>
)

interface StudentPickerProps extends Pick<StudentSearchProps, 'assignmentId' | 'assigned' | 'markOf'> {
  groups: readonly StudentGroup[]
  choice: ReturnType<typeof useStudentChoice>
}

/** Selects groups and individual students, from all students or only the ones who have the test. */
export const StudentPicker = ({ groups, choice, markOf, ...search }: StudentPickerProps) => (
  <>
    <GroupPicker
      groups={groups}
      value={choice.chosen}
      onChange={choice.choose}
      countOf={({ students, assigned }) => (search.assigned ? assigned : students)}
    />
    <Box mt="md">
      <StudentSearch
        {...search}
        picked={choice.picked}
        onChange={choice.pick}
        markOf={(student) =>
          markOf(student) ?? (isIn(choice.chosen, student) ? { label: 'In the groups', tone: 'info' } : undefined)
        }
      />
    </Box>
  </>
)

interface StudentSearchProps {
  assignmentId: string
  /** Search only students who have the test. */
  assigned?: boolean
  picked: ReadonlySet<string>
  onChange: (picked: ReadonlySet<string>) => void
  /** Returns the reason a student cannot be selected. */
  markOf: (student: Candidate) => Mark | undefined
}

/** Maximum rows shown. Searching finds the rest. */
const maxRows = 50

/** Selects individual students. The server searches as the user types. */
function StudentSearch({ assignmentId, assigned, picked, onChange, markOf }: StudentSearchProps) {
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
          Individual students
          <Text span c="dimmed" fw={400} ml={8} className="tabular">
            {picked.size > 0 && `${picked.size.toLocaleString()} selected`}
          </Text>
        </Text>
        <Group gap={4}>
          {free.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => onChange(new Set([...picked, ...free.map(({ id }) => id)]))}
            >
              Select all {free.length.toLocaleString()} shown
            </Button>
          )}
          {picked.size > 0 && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(new Set())}>
              Clear
            </Button>
          )}
        </Group>
      </Group>
      <SearchInput wide value={search} onChange={setSearch} placeholder="Search by name, email or roll number" />
      {/* Fixed, so the dialog keeps its size while a search narrows the list. */}
      <Box
        h="min(320px, 36dvh)"
        style={{ overflowY: 'auto' }}
        className="card"
        data-stale={found.isPlaceholderData || undefined}
      >
        {!students && found.error ? (
          <QueryError title="Failed to load students" query={found} />
        ) : !students ? (
          <Stack gap={10} p="md" role="status" aria-label="Loading students">
            {['one', 'two', 'three', 'four'].map((name) => (
              <Skeleton key={name} height={34} />
            ))}
          </Stack>
        ) : students.length === 0 ? (
          <Text size="sm" c="dimmed" ta="center" py="xl" px="md">
            {search ? 'No students match your search.' : 'No students yet.'}
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
      </Box>
    </>
  )
}

/** Roll number and group: `22CS017 · 2027 · CSE · A`. */
export const whereOf = ({ idNumber, batch, branch, section }: Omit<Candidate, 'id' | 'name' | 'email' | 'status'>) =>
  [idNumber, batch, branch, section].filter(Boolean).join(' · ')

const labels = { batches: 'Batches', branches: 'Branches', sections: 'Sections' } as const

interface GroupPickerProps {
  groups: readonly StudentGroup[]
  value: ChosenGroups
  onChange: (value: ChosenGroups) => void
  /** Counts a group's students: all, or only the ones who have the test. */
  countOf: (group: StudentGroup) => number
}

/** Selects batch, branch and section. Each level narrows the options below it and shows student counts. */
function GroupPicker({ groups, value, onChange, countOf }: GroupPickerProps) {
  const options = optionsOf(groups, value, countOf)
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" style={{ alignItems: 'start' }}>
        {levels.map(([level]) => (
          <MultiSelect
            key={level}
            label={labels[level]}
            data={options[level].map(({ name }) => name)}
            renderOption={({ option }) => {
              const count = options[level].find(({ name }) => name === option.value)?.count ?? 0
              return (
                <Group
                  component="span"
                  gap="sm"
                  wrap="nowrap"
                  align="stretch"
                  justify="space-between"
                  flex={1}
                  fz="sm"
                  className="anywhere"
                >
                  <span>{option.label}</span>{' '}
                  <Text span inherit c="dimmed" className="tabular">
                    {count.toLocaleString()}
                  </Text>
                </Group>
              )
            }}
            value={[...value[level]]}
            onChange={(names) => onChange(choose(groups, value, level, names))}
            placeholder={value[level].length === 0 ? `All ${level}` : ''}
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${level}` }}
            searchable={options[level].length > 8}
            hidePickedOptions
            maxDropdownHeight={220}
          />
        ))}
      </SimpleGrid>
      <Note mt={6}>With a batch and a branch, only students in both are selected.</Note>
    </>
  )
}
