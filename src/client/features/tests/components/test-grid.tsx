import { Link } from '@tanstack/react-router'
import { plural } from '#client/lib/format.ts'
import { durationText } from '#client/lib/time.ts'
import type { Grid } from '#client/ui/data-list-props.ts'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import { windowOf, windowText } from '../model/test-window.ts'
import { typeLabels } from '../model/type-labels.ts'
import type { TestRow } from '../queries.ts'
import { type CardFact, TestCard } from './test-card.tsx'
import { TestButtons } from './test-menu.tsx'
import type { TestActions } from './use-test-actions.tsx'

/** The author's cards, with all details of a test. @param now ms UTC */
export const testGrid = (now: number, actions: TestActions): Grid<TestRow> => ({
  width: 330,
  height: 330,
  renderCard: (test, menu) => (
    <TestCard
      test={test}
      timing={timingOf(windowOf(test), now)}
      title={<EditLink test={test} />}
      subtitle={test.subject}
      badges={[typeLabels[test.testType]]}
      facts={factsOf(test, now)}
      menu={menu}
      actions={<TestButtons test={test} actions={actions} look="Preview" others={['edit', 'assign']} />}
    />
  ),
})

/** Compact cards for many tests at once: a few lines of figures, with all actions in the menu. */
export const compactGrid = (now: number): Grid<TestRow> => ({
  width: 250,
  height: 152,
  renderCard: (test, menu) => (
    <TestCard
      test={test}
      timing={timingOf(windowOf(test), now)}
      title={<EditLink test={test} />}
      lines={linesOf(test, now)}
      menu={menu}
    />
  ),
})

const EditLink = ({ test }: { test: TestRow }) => (
  <Link to="/tests/$testId/edit" params={{ testId: test.id }}>
    {test.testName}
  </Link>
)

const factsOf = (test: TestRow, now: number): CardFact[] => [
  { name: 'Questions', value: questionsOf(test).toLocaleString() },
  { name: 'Total marks', value: test.totalMarks.toLocaleString() },
  { name: 'Duration', value: durationText(minutesOf(test)) },
  { name: 'Sections', value: test.sectionCount === 0 ? 'None' : test.sectionCount },
  { name: 'Colleges', value: test.assignmentCount.toLocaleString() },
  { name: 'Attempts', value: test.attemptCount.toLocaleString() },
  { name: 'Window', value: windowText(test, now), span: 'whole' },
]

const linesOf = (test: TestRow, now: number): string[] => [
  `${typeLabels[test.testType]} · ${test.subject}`,
  [
    test.sectionCount > 0 && plural(test.sectionCount, 'section'),
    plural(questionsOf(test), 'question'),
    plural(test.totalMarks, 'mark'),
    durationText(minutesOf(test)),
  ]
    .filter(Boolean)
    .join(' · '),
  windowText(test, now),
  `${plural(test.assignmentCount, 'college')} · ${plural(test.attemptCount, 'attempt')}`,
]
