import { Group } from '@mantine/core'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import type { Column } from '#client/ui/data-list.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import type { OwnReport } from '#shared/reports/student.schema.ts'
import { ownReportColumns } from './own-report-columns.tsx'

/** The student's own columns, except that the first one opens the attempt. */
export const studentAttemptColumns = (studentId: string): readonly Column<OwnReport>[] =>
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
