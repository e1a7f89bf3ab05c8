import type { ReactNode } from 'react'
import { percentText } from '#client/lib/format.ts'
import { HelpPopover } from '#client/ui/help-popover.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { percentOf } from '#shared/numbers.ts'
import type { ItemAnalysis } from '#shared/reports/items/items.schema.ts'
import { alphaLabel, figureText, marksText, meanLabel } from '../model/item-text.ts'

const unknown = 'Not known yet'

/** Reliability figures of the whole test, each with its meaning and advice. */
export function TestReportReliability({ analysis }: { analysis: ItemAnalysis }) {
  const { alpha, mean, standardDeviation, standardError, totalMarks } = analysis
  const marks = (figure: number | null) => (figure === null ? '–' : marksText(figure))
  const share = (figure: number) => percentOf(figure, totalMarks)
  return (
    <StatCards
      label="The test as a whole"
      stats={[
        {
          label: 'Cronbach’s alpha',
          value: figureText(alpha),
          note: (
            <Help about="Cronbach’s alpha" label={alpha === null ? unknown : alphaLabel(alpha)}>
              <p>How far all questions measure the same thing: 1 is best, at 0 the score is chance.</p>
              <p>From 0.7 it will do for a class test; from 0.8 for decisions about a student.</p>
              <p>To raise it: mend the questions that need attention, and ask more good ones.</p>
            </Help>
          ),
        },
        {
          label: 'Mean',
          value: marks(mean),
          note: (
            <Help about="Mean" label={mean === null ? unknown : meanLabel(share(mean))}>
              <p>The average mark, of {marksText(totalMarks)}.</p>
              <p>
                A test tells students apart best at about 45 to 85%. Far above it was too easy, far below too hard or
                not yet taught.
              </p>
            </Help>
          ),
        },
        {
          label: 'Standard deviation',
          value: marks(standardDeviation),
          note: (
            <Help
              about="Standard deviation"
              label={standardDeviation === null ? unknown : `${percentText(share(standardDeviation))} of the marks`}
            >
              <p>How far apart the marks lie: about two in three students are within this many marks of the mean.</p>
              <p>Below some 10% nearly everybody has the same mark, and ranks say little.</p>
            </Help>
          ),
        },
        {
          label: 'Error of measurement',
          value: standardError === null ? '–' : `± ${marksText(standardError)}`,
          note: (
            <Help about="Standard error of measurement (SEM)" label={standardError === null ? unknown : 'Marks, SEM'}>
              <p>By so many marks a student’s score would go up or down by chance, were the test sat again.</p>
              <p>
                Students whose marks differ by less than about twice this did equally well. Look twice before failing
                somebody who is this close to the pass mark.
              </p>
            </Help>
          ),
        },
      ]}
    />
  )
}

const Help = (props: { about: string; label: string; children: ReactNode }) => <HelpPopover {...props} />
