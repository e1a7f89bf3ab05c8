import { Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import colors from '#client/ui/charts/chart-colors.module.css'
import { scoreColors } from '#client/ui/charts/chart-colors.ts'
import { ScoreText } from '#client/ui/score-text.tsx'
import { scoreColor } from '#shared/reports/reports.rules.ts'
import { inOrder, sectionName } from '../model/section-names.ts'
import type { SectionPerformance } from '../queries.ts'
import classes from './performance.module.css'

/** Sections shown at first. The rest are shown on request. */
const fewSections = 12

/** Performance of each section, one card per section. */
export function PerformanceReportSections({ sections }: { sections: readonly SectionPerformance[] }) {
  const [all, setAll] = useState(false)
  return (
    <>
      <ul className={`${classes.sections} ${colors.colors}`} aria-label="Section-wise Performance">
        {inOrder(sections)
          .slice(0, all ? undefined : fewSections)
          .map((section) => (
            <SectionCard key={section.section} {...section} />
          ))}
      </ul>
      {sections.length > fewSections && (
        <Button variant="subtle" size="compact-sm" mt="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer sections' : `Show all ${sections.length.toLocaleString()} sections`}
        </Button>
      )}
    </>
  )
}

function SectionCard(props: SectionPerformance) {
  const { section, averagePercentage, studentsCount, totalAttempts, marksObtained, totalMarks } = props
  const facts: [string, string][] = [
    ['Students', studentsCount.toLocaleString()],
    ['Attempts', totalAttempts.toLocaleString()],
    ['Marks', `${marksObtained.toLocaleString()} / ${totalMarks.toLocaleString()}`],
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
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Box>
  )
}
