import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { type Icon, IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { percentText } from '#client/lib/format.ts'
import { ScoreText } from '#client/ui/score-text.tsx'
import type { Report, Results } from '#shared/attempts/attempts.schema.ts'
import { markingText } from '../model/result-text.ts'
import { marksText } from './report-text.ts'
import classes from './report-view.module.css'

interface ScoreCardProps {
  /** Without marks and percentage while answers are being marked. */
  results: Pick<Report, keyof Results | 'pendingMarks'>
  /** Shown below the score: Pass or Fail, and the grade. */
  children?: ReactNode
  /** True if there are questions to count. Coding questions have only marks. */
  counts?: boolean
  incorrectLabel?: string
  /** True while submissions are still being judged, so the marks and the colour are not final. */
  pending?: boolean
}

/** The percentage, the marks, and the counts of correct, incorrect and unanswered questions. */
export function ScoreCard({
  results,
  children,
  counts = true,
  incorrectLabel = 'Incorrect',
  pending = false,
}: ScoreCardProps) {
  const { percentage, marksObtained, totalMarks, pendingMarks = 0 } = results
  return (
    <section className={`card ${classes.card}`} aria-label="Score">
      <Stack gap={2} py={18} px={20}>
        <Text component="div" fz={34} fw={650} lh={1.15} className="tabular">
          {percentage === null ? 'Being marked' : <ScoreText percentage={percentage} pending={pending} />}
        </Text>
        <Text span inherit c="dimmed" className="tabular">
          {percentage === null ? markingText(pendingMarks) : marksText(marksObtained, totalMarks)}
          {percentage !== null && pending && ' so far'}
        </Text>
        {children && (
          <Group gap={6} align="stretch" mt={8}>
            {children}
          </Group>
        )}
      </Stack>
      {counts && (
        <SimpleGrid component="dl" cols={3} spacing={0} className={classes.counts}>
          <Count icon={IconCircleCheck} color="var(--good)" label="Correct" value={results.correctAnswers} />
          <Count
            icon={IconCircleX}
            color="var(--mantine-color-error)"
            label={incorrectLabel}
            value={results.incorrectAnswers}
          />
          <Count icon={IconCircleMinus} color="currentColor" label="Unanswered" value={results.unanswered} />
        </SimpleGrid>
      )}
    </section>
  )
}

const Count = (count: { icon: Icon; color: string; label: string; value: number }) => (
  <Stack gap={0} justify="center" className={`figure ${classes.count}`}>
    <dt>
      <count.icon size={18} color={count.color} aria-hidden />
      {count.label}
    </dt>
    <dd>{count.value}</dd>
  </Stack>
)

export function SectionResults({ sections }: { sections: Report['sections'] }) {
  if (sections.length === 0) return null
  return (
    <Box
      component="section"
      pt={14}
      pb={{ base: 4, sm: 8 }}
      px={{ base: 14, sm: 20 }}
      mt="md"
      className="card"
      aria-labelledby="sections"
    >
      <Text component="h2" mb={6} fz="md" fw={600} id="sections">
        Sections
      </Text>
      <table className={`figure-table ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">Section</th>
            <th scope="col">Marks</th>
            <th scope="col">Correct</th>
            <th scope="col">Incorrect</th>
            <th scope="col">Unanswered</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>
          {sections.map((section, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sections may share a name, and their order never changes
            <tr key={index}>
              <th scope="row">{section.sectionName}</th>
              <td data-label="Marks">
                {section.marksObtained ?? '–'} / {section.totalMarks}
              </td>
              <td data-label="Correct">{section.correctAnswers}</td>
              <td data-label="Incorrect">{section.incorrectAnswers}</td>
              <td data-label="Unanswered">{section.unanswered}</td>
              <td>
                {section.percentage === null ? 'Being marked' : <ScoreText percentage={section.percentage} />}
                {section.cutoff !== undefined && (
                  <Text component="div" fz="xs" c="dimmed">
                    {(section.percentage ?? 0) < section.cutoff ? 'Needs' : 'Needed'} {percentText(section.cutoff)}
                  </Text>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}
