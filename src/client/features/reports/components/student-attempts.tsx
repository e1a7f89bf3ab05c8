import { Box, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedBy } from '#client/ui/data-list-props.ts'
import { bindFilters, FilterBar } from '#client/ui/filter-bar.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import { reportSorts } from '#shared/reports/student.schema.ts'
import { useStudentAttempts, useStudentAttemptsForPrint } from '../queries.ts'
import { reportColumns } from './my-report-columns.tsx'
import { TestKindFilters, testKindOf } from './report-filters.tsx'

/** Filters for a student's attempts, from the URL. */
export function useAttemptFilter(studentId: string) {
  const [{ page, limit, search, ...params }, setParams] = useListParams(['type', 'subject', 'sort'])
  const filter = {
    studentId,
    search,
    ...testKindOf(params),
    sort: reportSorts.find((known) => known === params.sort),
  }
  return { filter, page, limit, setParams }
}

/** All of a student's submitted attempts. */
export function StudentAttempts({ studentId }: { studentId: string }) {
  const { filter, page, limit, setParams } = useAttemptFilter(studentId)
  const { search, testType, subject, sort } = filter
  const filterBy = bindFilters({ search, type: testType, subject }, setParams)
  const list = useStudentAttempts({ ...filter, page, limit })
  const { rows: printRows } = useStudentAttemptsForPrint(filter)
  const columns = useMemo(
    () =>
      reportColumns(({ id, testName }) => (
        <StudentLink studentId={studentId} attemptId={id} className="text-link record">
          {testName}
        </StudentLink>
      )),
    [studentId],
  )
  const navigate = useNavigate()
  const clear = () => setParams({ search: '', type: '', subject: '' })
  return (
    <Box component="section" mt="lg" aria-label="Attempts">
      <Text component="h2" inherit mb="sm" fz="lg" fw={600}>
        Attempts
      </Text>
      <FilterBar
        search={{ ...filterBy('search'), placeholder: 'Search by test' }}
        onClear={search || testType || subject ? clear : undefined}
      >
        <TestKindFilters all={['All Types', 'All Subjects']} filter={filterBy} />
      </FilterBar>
      <DataList
        {...pagedBy(list, setParams)}
        label="Attempts"
        columns={columns}
        rows={printRows ?? list.data?.reports}
        rowKey={({ id }) => id}
        onOpen={({ id }) =>
          void navigate({
            to: '/students/$studentId/attempts/$attemptId',
            params: { studentId, attemptId: id },
            state: true,
          })
        }
        sort={sort}
        {...(printRows && { pagination: undefined })}
        noMatches={{ title: 'No attempts found', text: 'No attempts match these filters.', onClear: clear }}
      />
    </Box>
  )
}
