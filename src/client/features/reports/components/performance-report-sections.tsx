import { Button } from '@mantine/core'
import { useState } from 'react'
import colors from '#client/ui/charts/chart-colors.module.css'
import { scoreColors } from '#client/ui/charts/chart-colors.ts'
import { ScoreText } from '#client/ui/score-text.tsx'
import { scoreColor } from '#shared/reports/reports.rules.ts'
import { inOrder, sectionName } from '../model/section-names.ts'
import type { SectionPerformance } from '../queries.ts'
import classes from './performance-report.module.css'

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
    <li className={classes.section}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionName}>{sectionName(section)}</h3>
        {totalAttempts === 0 ? (
          <span className={classes.quiet}>No attempts</span>
        ) : (
          <ScoreText percentage={averagePercentage} />
        )}
      </div>
      <div className={classes.track} aria-hidden>
        <span style={{ width: `${averagePercentage}%`, background: scoreColors[scoreColor(averagePercentage)] }} />
      </div>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
