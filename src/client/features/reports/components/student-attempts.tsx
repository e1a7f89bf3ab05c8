import { Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { NoMatches } from '#client/ui/no-matches.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import { type OwnReport, reportSorts } from '#shared/reports/student.schema.ts'
import { subjects, testTypes } from '#shared/tests/tests.schema.ts'
import { useStudentAttempts, useStudentAttemptsForPrint } from '../queries.ts'
import { ownReportColumns } from './my-report-columns.tsx'
import classes from './student.module.css'

/** The student's own columns, except that the first one opens the attempt. */
const studentAttemptColumns = (studentId: string): readonly Column<OwnReport>[] =>
  ownReportColumns(() => {}).map((column) =>
    column.id === 'test'
      ? {
          ...column,
          cell: ({ id, testName, companyName, difficulty }) => (
            <>
              <StudentLink studentId={studentId} attemptId={id} className="text-link record">
                {testName}
              </StudentLink>
              <Group gap="4px 8px" mt={4} c="dimmed" fz="xs" fw={400}>
                <DifficultyBadge difficulty={difficulty} />
                {companyName && <span>{companyName}</span>}
              </Group>
            </>
          ),
        }
      : column,
  )

/** Filters of a student's attempts, from the URL. */
export function useAttemptFilter(studentId: string) {
  const [{ page, limit, search, ...params }, setParams] = useListParams(['type', 'subject', 'sort'])
  const filter = {
    studentId,
    search,
    // Ignores invalid values from an old or mistyped link.
    testType: testTypes.find((known) => known === params.type),
    subject: subjects.find((known) => known === params.subject),
    sort: reportSorts.find((known) => known === params.sort),
  }
  return { filter, page, limit, setParams }
}

/** Every submitted attempt of a student. */
export function StudentAttempts({ studentId }: { studentId: string }) {
  const { filter, page, limit, setParams } = useAttemptFilter(studentId)
  const { search, testType, subject, sort } = filter
  const list = useStudentAttempts({ ...filter, page, limit })
  const { rows: printRows } = useStudentAttemptsForPrint(filter)
  const columns = useMemo(() => studentAttemptColumns(studentId), [studentId])
  const navigate = useNavigate()
  const clear = () => setParams({ search: '', type: '', subject: '' })
  return (
    <section className={classes.part} aria-label="Attempts">
      <h2>Attempts</h2>
      <FilterBar
        search={{ value: search ?? '', onChange: (text) => setParams({ search: text }), placeholder: 'Search by test' }}
        onClear={search || testType || subject ? clear : undefined}
      >
        <FilterSelect
          label="Type"
          all="All Types"
          value={testType}
          options={testTypes.map((value) => ({ value, label: typeLabels[value] }))}
          onChange={(next) => setParams({ type: next ?? '' })}
        />
        <FilterSelect
          label="Subject"
          all="All Subjects"
          value={subject}
          options={subjects}
          onChange={(next) => setParams({ subject: next ?? '' })}
        />
      </FilterBar>
      <DataList
        label="Attempts"
        columns={columns}
        rows={printRows ?? list.data?.reports}
        rowKey={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        onOpen={({ id }) =>
          void navigate({
            to: '/students/$studentId/attempts/$attemptId',
            params: { studentId, attemptId: id },
            state: true,
          })
        }
        stale={list.isPlaceholderData}
        sort={sort}
        onSort={(next) => setParams({ sort: next })}
        pagination={printRows ? undefined : list.data?.pagination}
        onPageChange={(next) => setParams({ page: next })}
        onLimitChange={(next) => setParams({ limit: next })}
        empty={<NoMatches title="No attempts found" text="No attempts match these filters." onClear={clear} />}
      />
    </section>
  )
}
