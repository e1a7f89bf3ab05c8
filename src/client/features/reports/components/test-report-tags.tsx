import { Group, Text } from '@mantine/core'
import { DifficultyBadge } from '#client/features/tests/components/test-badges.tsx'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { plural } from '#client/lib/format.ts'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { TestSummary } from '#shared/reports/tests.schema.ts'
import { rulesInWords } from '#shared/tests/exam.rules.ts'
import { sizeOf } from '../model/report-text.ts'

/** Marks a deleted test, whose results are kept. */
export const DeletedBadge = () => <StatusBadge tone="warning" label="Deleted" />

/** One line that identifies the report's test, with its rules below as students see them. Also printed. */
export const TestReportTags = ({ test }: { test: TestSummary['test'] }) => (
  <div>
    <Group gap="4px 8px" miw={0}>
      <StatusBadge tone="neutral" label={test.subject} />
      <StatusBadge tone="neutral" label={typeLabels[test.testType]} />
      <DifficultyBadge difficulty={test.difficulty} />
      {test.deleted && <DeletedBadge />}
      {test.companyName && <StatusBadge tone="info" label={test.companyName} />}
      <Text span inherit c="dimmed" fz="sm">
        {[...sizeOf(test), plural(test.totalMarks, 'mark')].join(' · ')}
      </Text>
    </Group>
    <Text size="sm" c="dimmed" mt={6} aria-label="Exam rules" component="p">
      {rulesInWords(test.rules, test.numberOfQuestions > 0).join(' ')}
    </Text>
  </div>
)
