import { Alert, Group, Text } from '@mantine/core'
import { IconHelpCircle, IconInfoCircle, IconMoodCheck } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { percentText, plural } from '#client/lib/format.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { HelpPopover } from '#client/ui/help-popover.tsx'
import { LoadState } from '#client/ui/load-state.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { usePrinting } from '#client/ui/use-printing.ts'
import { percentOf } from '#shared/numbers.ts'
import { fewestAttempts } from '#shared/reports/items/hints.rules.ts'
import type { ItemAnalysis, TestItems } from '#shared/reports/items/items.schema.ts'
import { paginate } from '#shared/schema.ts'
import { type ItemRow, itemRowsOf, sortedItems } from '../model/item-rows.ts'
import { alphaLabel, figureText, marksText, meanLabel } from '../model/item-text.ts'
import { useTestItems } from '../queries.ts'
import { itemColumns } from './test-report-item-columns.tsx'
import { TestReportQuestionDialog } from './test-report-question-dialog.tsx'

/** Statistics for every question of a test. */
export function TestReportQuestions({ testId }: { testId: string }) {
  const query = useTestItems(testId)
  return query.data ? <Analysis items={query.data} /> : <LoadState query={query} what="the questions" />
}

function Analysis({ items }: { items: TestItems }) {
  const { analysis } = items
  const rows = useMemo(() => itemRowsOf(items), [items])
  return (
    <>
      <TestReportReliability analysis={analysis} />
      {analysis.attempts < fewestAttempts && (
        <Alert color="blue" mb="md" icon={<IconInfoCircle size={18} aria-hidden />}>
          {analysis.attempts === 0
            ? 'No one has completed this test yet.'
            : `Too few attempts to judge the questions: with ${plural(analysis.attempts, 'attempt')} the statistics mostly reflect chance. Questions that need attention are flagged once there are ${fewestAttempts} attempts.`}
        </Alert>
      )}
      <Questions rows={rows} analysis={analysis} />
    </>
  )
}

function Questions({ rows, analysis }: { rows: readonly ItemRow[]; analysis: TestItems['analysis'] }) {
  const [only, setOnly] = useState<'attention'>()
  const [sort, setSort] = useState<string>()
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(50)
  const printing = usePrinting()
  const detail = useDialog<ItemRow>()
  const open = detail.open
  const columns = useMemo(() => itemColumns(open), [open])
  const faulty = rows.filter(({ faults }) => faults.length > 0)
  const shown = sortedItems(only && !printing ? faulty : rows, sort)
  return (
    <>
      <Group gap="10px 16px" justify="space-between" mb="sm" data-print="hide">
        <ChoiceChips
          label="Questions shown"
          size="sm"
          choices={[
            { value: undefined, label: 'All questions', count: rows.length },
            { value: 'attention' as const, label: 'Needs attention', count: faulty.length },
          ]}
          value={only}
          onChange={(next) => {
            setOnly(next)
            setPage(1)
          }}
        />
        <Text component="div" c="dimmed" fz="sm">
          <HowToRead groupSize={analysis.groupSize} />
        </Text>
      </Group>
      <DataList
        label="Questions"
        cardsBelow={60}
        columns={columns}
        rows={printing ? shown : shown.slice((page - 1) * limit, page * limit)}
        rowKey={({ questionId }) => questionId}
        onOpen={detail.open}
        sort={sort}
        onSort={(next) => {
          setSort(next || undefined)
          setPage(1)
        }}
        pagination={printing ? undefined : paginate({ page, limit }, shown.length)}
        onPageChange={setPage}
        onLimitChange={setLimit}
        empty={
          rows.length === 0
            ? { icon: IconHelpCircle, title: 'This test has no questions' }
            : {
                icon: IconMoodCheck,
                title: 'No question needs attention',
                text:
                  analysis.attempts < fewestAttempts
                    ? `Questions are judged once there are ${fewestAttempts} attempts.`
                    : 'No question is too easy, too hard or low in discrimination.',
              }
        }
      />
      {detail.show((row, dialog) => (
        <TestReportQuestionDialog row={row} {...dialog} />
      ))}
    </>
  )
}

const HowToRead = ({ groupSize }: { groupSize: number }) => (
  <HelpPopover about="Question statistics" label="How to read these statistics">
    <dl>
      <dt>Success rate</dt>
      <dd>Share of correct answers among those who answered.</dd>
      <dt>Facility</dt>
      <dd>Average share of the marks; unanswered counts as 0. 40 to 70% separates strong from weak students best.</dd>
      <dt>Discrimination</dt>
      <dd>
        Facility among the top 27% of scores minus facility among the bottom 27%
        {groupSize > 0 && ` (here ${plural(groupSize, 'attempt')} each)`}. 0.3 or more is good, below 0.2 poor. Below 0,
        weaker students do better.
      </dd>
      <dt>Item-rest (point-biserial)</dt>
      <dd>
        How closely doing well on it matches doing well on the rest, from −1 to 1. 0.3 or more is good, below 0.2 poor.
      </dd>
      <dt>Answers</dt>
      <dd>How often each option of a single choice question was chosen. The key has a tick; – means unanswered.</dd>
    </dl>
  </HelpPopover>
)

const unknown = 'Not available yet'

/** Reliability statistics for the whole test, each with an explanation and advice. */
function TestReportReliability({ analysis }: { analysis: ItemAnalysis }) {
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
            <HelpPopover about="Cronbach’s alpha" label={alpha === null ? unknown : alphaLabel(alpha)}>
              <p>How consistently the questions measure the same thing: 1 is best; at 0, scores are chance.</p>
              <p>0.7 or more is enough for a class test, 0.8 or more for decisions about a student.</p>
              <p>To raise it, fix the questions that need attention and add more good ones.</p>
            </HelpPopover>
          ),
        },
        {
          label: 'Mean',
          value: marks(mean),
          note: (
            <HelpPopover about="Mean" label={mean === null ? unknown : meanLabel(share(mean))}>
              <p>The average mark, of {marksText(totalMarks)}.</p>
              <p>
                A test separates strong from weak students best at a mean of about 45 to 85%. Far above that, it was too
                easy; far below, too hard or not yet taught.
              </p>
            </HelpPopover>
          ),
        },
        {
          label: 'Standard deviation',
          value: marks(standardDeviation),
          note: (
            <HelpPopover
              about="Standard deviation"
              label={standardDeviation === null ? unknown : `${percentText(share(standardDeviation))} of the marks`}
            >
              <p>How spread out the marks are: about two in three students are within this many marks of the mean.</p>
              <p>Below about 10%, nearly everyone has the same mark, and ranks mean little.</p>
            </HelpPopover>
          ),
        },
        {
          label: 'Error of measurement',
          value: standardError === null ? '–' : `± ${marksText(standardError)}`,
          note: (
            <HelpPopover
              about="Standard error of measurement (SEM)"
              label={standardError === null ? unknown : 'Marks, SEM'}
            >
              <p>How much a score would typically change by chance, in marks, if the student took the test again.</p>
              <p>
                Students whose marks differ by less than about twice this did equally well. Think carefully before
                failing a student this close to the pass mark.
              </p>
            </HelpPopover>
          ),
        },
      ]}
    />
  )
}
