import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { AssignmentStatusBadge, RejectionReason } from '#client/features/tests/components/assignment-status-badge.tsx'
import { DifficultyBadge, TimingBadge } from '#client/features/tests/components/test-badges.tsx'
import { windowOf, windowText } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { durationText, formatDate } from '#client/lib/time.ts'
import { DataListFooter, type PageOf } from '#client/ui/data-list-footer.tsx'
import { type RowAction, RowMenu, RowMenuButton, useRowMenu } from '#client/ui/row-menu.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import type { CollegeTest } from '../queries.ts'
import classes from './assigned.module.css'
import { TestName } from './assigned-columns.tsx'
import { NextStep, type TestDecisions } from './next-step.tsx'

interface AssignedCardsProps {
  tests: readonly CollegeTest[]
  decisions: TestDecisions
  actions: (test: CollegeTest) => RowAction[]
  /** Server time, ms UTC. */
  now: number
  /** True if the cards are from the previous page while the next one loads. */
  stale: boolean
  pagination: PageOf
  onPageChange: (page: number) => void
  onLimitChange: (limit: number) => void
}

/** The college's tests as cards. */
export function AssignedCards(props: AssignedCardsProps) {
  const { tests, decisions, actions, now, stale, pagination } = props
  const { place, controls } = useRowMenu<CollegeTest>()
  return (
    <>
      <SimpleGrid
        component="ul"
        minColWidth="min(320px, 100%)"
        aria-label="Assigned tests"
        aria-busy={stale}
        data-stale={stale || undefined}
      >
        {tests.map((test) => (
          <Stack key={test.id} component="li" gap={0} miw={0} p="md" className="card">
            <Group gap={6} align="stretch" mb={10}>
              <AssignmentStatusBadge status={test.assignmentStatus} />
              <TimingBadge timing={timingOf(windowOf(test), now)} />
              <StatusBadge tone="neutral" label={typeLabels[test.testType]} />
              <DifficultyBadge difficulty={test.difficulty} />
            </Group>
            <Text component="h2" fz="sm">
              <TestName test={test} onPreview={decisions.onPreview} />
            </Text>
            {test.rejectionReason && <RejectionReason reason={test.rejectionReason} />}
            <Facts test={test} now={now} />
            <Group gap="xs" wrap="nowrap" justify="space-between" mih={36} mt="auto">
              <NextStep {...decisions} test={test} now={now} />
              {actions(test).length > 0 && (
                <RowMenuButton row={test} expanded={Boolean(place?.opened && place.row === test)} controls={controls} />
              )}
            </Group>
          </Stack>
        ))}
      </SimpleGrid>
      <RowMenu place={place} actions={actions} onClose={controls.close} />
      <div className={`card ${classes.footer}`}>
        <DataListFooter
          {...pagination}
          shown={tests.length}
          onChange={props.onPageChange}
          onLimitChange={props.onLimitChange}
        />
      </div>
    </>
  )
}

function Facts({ test, now }: { test: CollegeTest; now: number }) {
  const facts: [name: string, value: string, wide?: boolean][] = [
    ['Subject', test.subject],
    ['Questions', questionsOf(test).toLocaleString()],
    ['Duration', durationText(minutesOf(test))],
    ['Total marks', test.totalMarks.toLocaleString()],
    ['Students', test.assignedStudentCount.toLocaleString()],
    ['Attempts', `${test.attemptCount.toLocaleString()} / ${test.assignedStudentCount.toLocaleString()}`],
    ['Start and end', windowText(test, now), true],
  ]
  if (test.companyName) facts.unshift(['Company', test.companyName, true])
  if (test.assignedAt) facts.push(['Assigned', formatDate(test.assignedAt), true])
  return (
    <SimpleGrid component="dl" cols={2} verticalSpacing={8} mt="sm" mb="md" fz="sm" className="facts">
      {facts.map(([name, value, wide]) => (
        <div key={name} data-wide={wide || undefined}>
          <dt>{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </SimpleGrid>
  )
}
