import { Box } from '@mantine/core'
import { useState } from 'react'
import { percentText } from '#client/lib/format.ts'
import { BarChart } from '#client/ui/charts/bar-chart.tsx'
import { plainColor, scoreColors } from '#client/ui/charts/chart-colors.ts'
import { averageTitle } from '#client/ui/charts/chart-titles.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { scoreColor } from '#shared/reports/reports.rules.ts'
import { type CollegeResult, endOf, maxBars } from '../model/college-results.ts'

const averages = [{ key: 'average', label: 'Average score', color: plainColor }] as const

/** The colleges with the highest or the lowest averages. Ten or fewer are all shown, without a choice. */
export function MasterCollegeChart({ colleges }: { colleges: readonly CollegeResult[] }) {
  const [end, setEnd] = useState<'best' | 'lowest'>('best')
  const taken = colleges.filter(({ attempted }) => attempted > 0).length
  const some = taken > maxBars
  const visible = endOf(colleges, some ? end : 'best')
  // A single bar would only repeat the card above.
  if (taken === 1) return null
  return (
    <div>
      {some && (
        <Box mb="sm" data-print="hide">
          <ChoiceChips
            label="Colleges drawn"
            size="sm"
            choices={[
              { value: 'best' as const, label: `${maxBars} best` },
              { value: 'lowest' as const, label: `${maxBars} lowest` },
            ]}
            value={end}
            onChange={(next) => setEnd(next ?? 'best')}
          />
        </Box>
      )}
      <BarChart
        insight={averageTitle(
          visible.map(({ collegeName, averageScore }) => ({ name: collegeName, value: averageScore })),
          end === 'best' ? 'highest' : 'lowest',
        )}
        title={some ? `Average score of the ${maxBars} ${end} colleges` : 'Average score by college'}
        unit="Percent of the marks, over those who attempted"
        empty="No student has completed this test yet."
        of="College"
        series={averages}
        max={100}
        format={percentText}
        bars={visible.map(({ collegeName, averageScore }) => ({
          label: collegeName,
          values: { average: averageScore },
          // The same colour as in the table below.
          color: scoreColors[scoreColor(averageScore)],
        }))}
      />
    </div>
  )
}
