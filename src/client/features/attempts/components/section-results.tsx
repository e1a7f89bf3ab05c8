import { Box, Text } from '@mantine/core'
import { ScoreText } from '#client/ui/score-text.tsx'
import type { Report } from '#shared/attempts/attempts.schema.ts'
import classes from './report-view.module.css'

/** Results by section. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have one name, and they never change places
            <tr key={index}>
              <th scope="row">{section.sectionName}</th>
              <td data-label="Marks">
                {section.marksObtained} / {section.totalMarks}
              </td>
              <td data-label="Correct">{section.correctAnswers}</td>
              <td data-label="Incorrect">{section.incorrectAnswers}</td>
              <td data-label="Unanswered">{section.unanswered}</td>
              <td>
                <ScoreText percentage={section.percentage} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}
