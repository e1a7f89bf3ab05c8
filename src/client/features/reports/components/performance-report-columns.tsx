import { Box, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import colors from '#client/ui/charts/chart-colors.module.css'
import { scoreColors } from '#client/ui/charts/chart-colors.ts'
import { type Column, highestFirst, mostFirst, numberColumn } from '#client/ui/data-list-props.ts'
import { type Fact, Facts } from '#client/ui/facts.tsx'
import { Note } from '#client/ui/note.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import { scoreColor } from '#shared/reports/reports.rules.ts'
import { marksOf } from '../model/report-text.ts'
import { inOrder, sectionName } from '../model/section-names.ts'
import type { PerformanceRow, RecentAttempt, SectionPerformance } from '../queries.ts'
import classes from './performance.module.css'
import { GroupTags, ReportStudent } from './report-student.tsx'

export const performanceColumns: readonly Column<PerformanceRow>[] = [
  {
    id: 'student',
    header: 'Student',
    card: 'title',
    sortKey: 'name',
    cell: ({ student: { id, name, email } }) => <ReportStudent studentId={id} name={name} email={email} />,
  },
  {
    id: 'groups',
    header: 'Batch / Branch / Section',
    card: 'wide',
    width: 230,
    cell: ({ student }) => <GroupTags {...student} />,
  },
  numberColumn('attempts', 'Total Attempts', ({ totalAttempts }) => totalAttempts, {
    width: 146,
    sortKey: 'attempts',
    ...mostFirst,
  }),
  numberColumn('average', 'Average Score', ({ averagePercentage }) => <ScoreText percentage={averagePercentage} />, {
    width: 146,
    sortKey: 'average',
    ...highestFirst,
  }),
  numberColumn('marks', 'Marks', marksOf, { width: 150 }),
]

/** @param isFaculty true to open a test's report in a dialog, false to open it on a page (college admins) */
export const recentAttemptColumns = (isFaculty: boolean): readonly Column<RecentAttempt>[] => [
  {
    id: 'student',
    header: 'Student',
    card: 'title',
    cell: ({ studentId: { id, name, email } }) => <ReportStudent studentId={id} name={name} email={email} />,
  },
  {
    id: 'test',
    header: 'Test',
    card: 'wide',
    cell: ({ testId: { id, testName, subject } }) => (
      <>
        <Text component="div" inherit lineClamp={2} className="anywhere" title={testName}>
          {isFaculty ? (
            <Link to="/test-reports" search={{ report: id }} className="text-link">
              {testName}
            </Link>
          ) : (
            <Link to="/assigned-tests/$testId/report" params={{ testId: id }} className="text-link">
              {testName}
            </Link>
          )}
        </Text>
        <Note>{subject}</Note>
      </>
    ),
  },
  numberColumn(
    'score',
    'Score',
    (attempt) => (
      <>
        <StudentLink studentId={attempt.studentId.id} attemptId={attempt.id}>
          <span className="visually-hidden">Open the attempt: </span>
          <ScoreText percentage={attempt.percentage} />
        </StudentLink>
        <Note>{marksOf(attempt)}</Note>
      </>
    ),
    { width: 130 },
  ),
  { id: 'date', header: 'Date', width: 140, cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
]

/** Sections shown at first. The rest are shown on request. */
const fewSections = 12

/** Performance by section, with one card for each. */
export function PerformanceReportSections({ sections }: { sections: readonly SectionPerformance[] }) {
  const [all, setAll] = useState(false)
  return (
    <>
      <SimpleGrid
        component="ul"
        minColWidth="min(230px, 100%)"
        spacing="sm"
        className={colors.colors}
        aria-label="Section-wise Performance"
      >
        {inOrder(sections)
          .slice(0, all ? undefined : fewSections)
          .map((section) => (
            <SectionCard key={section.section} {...section} />
          ))}
      </SimpleGrid>
      {sections.length > fewSections && (
        <Button variant="subtle" size="compact-sm" mt="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer sections' : `Show all ${sections.length.toLocaleString()} sections`}
        </Button>
      )}
    </>
  )
}

function SectionCard(props: SectionPerformance) {
  const { section, averagePercentage, studentsCount, totalAttempts } = props
  const facts: Fact[] = [
    ['Students', studentsCount.toLocaleString()],
    ['Attempts', totalAttempts.toLocaleString()],
    ['Marks', marksOf(props)],
  ]
  return (
    <Box component="li" miw={0} py="sm" px="md" className="card">
      <Group gap="sm" wrap="nowrap" align="baseline" justify="space-between">
        <Text component="h3" miw={0} fz="sm" fw={600} className="anywhere">
          {sectionName(section)}
        </Text>
        {totalAttempts === 0 ? (
          <Text span inherit c="dimmed" fz="xs" className="nowrap">
            No attempts
          </Text>
        ) : (
          <ScoreText percentage={averagePercentage} />
        )}
      </Group>
      <Box mt={8} mb={10} className="meter" aria-hidden>
        <span style={{ width: `${averagePercentage}%`, background: scoreColors[scoreColor(averagePercentage)] }} />
      </Box>
      <dl className={`facts tabular ${classes.facts}`}>
        <Facts facts={facts} />
      </dl>
    </Box>
  )
}
