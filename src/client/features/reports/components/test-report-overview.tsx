import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { statusColors } from '#client/ui/charts/chart-colors.ts'
import { averageTitle, passedTitle } from '#client/ui/charts/chart-titles.ts'
import { PieChart } from '#client/ui/charts/pie-chart.tsx'
import { AverageChart } from '#client/ui/charts/score-charts.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { Note } from '#client/ui/note.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { isRepeatable } from '#shared/attempts/attempts.rules.ts'
import type { TestSummary } from '#shared/reports/tests.schema.ts'
import { marksOf } from '../model/report-text.ts'
import { inOrder, sectionName } from '../model/section-names.ts'
import { ReportStudent } from './report-student.tsx'
import classes from './test-report.module.css'

/** Sections shown at first. The rest are shown on request. */
const fewSections = 12
const nobody = 'No student has completed this test yet.'

/** Pass rate, and average scores by the students' sections. */
export function TestReportOverview({ report }: { report: TestSummary }) {
  const { test, statistics, failedStudents, sectionStats } = report
  const [all, setAll] = useState(false)
  const shown = inOrder(sectionStats).slice(0, all ? undefined : fewSections)
  return (
    <>
      <div className={classes.charts} data-single={sectionStats.length === 0 || undefined}>
        <PieChart
          title="Passed and failed"
          insight={passedTitle(statistics.passedStudents, failedStudents, 'student')}
          unit={`Number of students; the pass mark is ${test.passMark}%`}
          empty={nobody}
          head={['Result', 'Students']}
          one="student"
          slices={[
            { label: 'Pass', value: statistics.passedStudents, color: statusColors.Pass },
            { label: 'Fail', value: failedStudents, color: statusColors.Fail },
          ]}
        />
        {sectionStats.length > 0 && (
          <div>
            <AverageChart
              colored
              title="Average score by section"
              insight={averageTitle(
                sectionStats.map(({ section, avgScore }) => ({ name: sectionName(section), value: avgScore })),
                'lowest',
              )}
              unit="Percentage of marks, by the students’ section"
              empty={nobody}
              of="Section"
              bars={shown.map(({ section, avgScore }) => ({ label: section || 'No section', average: avgScore }))}
            />
            {sectionStats.length > fewSections && (
              <Button mt="xs" variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? 'Show fewer sections' : `Show all ${sectionStats.length} sections`}
              </Button>
            )}
          </div>
        )}
      </div>
      {isRepeatable(test) && (
        <Note mt="xs">
          Students can retake this practice test. Each counts once, by their latest attempt; averages include all
          attempts.
        </Note>
      )}
    </>
  )
}

type Ranked = TestSummary['topStudents'][number] & { rank: number }

const topColumns: readonly Column<Ranked>[] = [
  { id: 'rank', header: 'Rank', width: 72, cell: ({ rank }) => <span className="tabular">{rank}</span> },
  {
    id: 'student',
    header: 'Student',
    card: 'title',
    cell: ({ id, name, email }) => <ReportStudent studentId={id} name={name} email={email} />,
  },
  numberColumn('percentage', 'Percentage', ({ percentage }) => <ScoreText percentage={percentage} />, { width: 130 }),
  numberColumn('marks', 'Marks', marksOf, { width: 130 }),
]

/** Top students by percentage, with ties broken by the earliest submission. */
export const TestReportTop = ({ students }: { students: TestSummary['topStudents'] }) => (
  <>
    <DataList
      label="Top 5 Students"
      columns={topColumns}
      rows={students.map((student, place) => ({ ...student, rank: place + 1 }))}
      rowKey={({ email }) => email}
      empty={{ icon: IconUsers, title: 'No one to rank yet', text: nobody }}
    />
    {students.length > 1 && <Note mt="xs">Ties: earliest submission first.</Note>}
  </>
)
