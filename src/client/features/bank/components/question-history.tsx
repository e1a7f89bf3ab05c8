import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { QuestionPaper } from '#client/features/tests/components/paper-view.tsx'
import { plural } from '#client/lib/format.ts'
import { useUser } from '#client/lib/session.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { FormSection } from '#client/ui/form-section.tsx'
import { LoadState } from '#client/ui/load-state.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { type BankUse, useUsage, useVersions } from '../queries.ts'

const percent = (value: number | null) => (value === null ? '–' : `${Math.round(value)}%`)

function ReportLink({ testId, children }: { testId: string; children: string }) {
  const { role } = useUser()
  return (
    <Link
      to={role === 'master_admin' ? '/tests/$testId/report' : '/assigned-tests/$testId/report'}
      params={{ testId }}
      className="text-link anywhere"
    >
      {children}
    </Link>
  )
}

const useColumns: readonly Column<BankUse>[] = [
  {
    id: 'test',
    header: 'Test',
    card: 'title',
    cell: ({ testId, testName }) => <ReportLink testId={testId}>{testName}</ReportLink>,
  },
  numberColumn('version', 'Version', ({ version }) => version, { width: 90 }),
  numberColumn('seen', 'Students', ({ seen }) => seen, { width: 100 }),
  numberColumn('facility', 'Facility', ({ facility }) => percent(facility), { width: 100 }),
  numberColumn('discrimination', 'Discrimination', ({ discrimination }) => discrimination ?? '–', { width: 130 }),
  { id: 'created', header: 'Created', width: 130, cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
]

/** The tests that contain a question, with its statistics. */
export function QuestionUsage({ id }: { id: string }) {
  const usage = useUsage(id)
  const total = usage.data?.total
  return (
    <FormSection title="Usage" text="Tests keep the version they use.">
      {total && total.seen > 0 && (
        <Text size="sm" c="dimmed">
          Across all tests: {plural(total.seen, 'student')}, facility {percent(total.facility)}, discrimination{' '}
          {total.discrimination ?? '–'}.
        </Text>
      )}
      <DataList
        label="Tests with this question"
        columns={useColumns}
        rows={usage.data?.tests}
        rowKey={({ testId, version }) => `${testId} ${version}`}
        query={usage}
        empty={
          <Text size="sm" c="dimmed" p="md">
            Not used in any test yet.
          </Text>
        }
      />
    </FormSection>
  )
}

/** Earlier versions of a question. */
export function QuestionVersions({ id }: { id: string }) {
  const versions = useVersions(id)
  const { data } = versions
  if (!data) return <LoadState query={versions} what="versions" />
  const earlier = data.versions.slice(1)
  if (earlier.length === 0) return null
  return (
    <FormSection title="Earlier versions" text="Tests may still use them.">
      <Stack gap="sm">
        {earlier.map(({ version, author, createdAt, question }) => (
          <details key={version}>
            <summary>
              Version {version}, {formatDateTime(createdAt)}
              {author && ` by ${author}`}
            </summary>
            <QuestionPaper question={question} place={version} marks={question.marks} showAnswers />
          </details>
        ))}
      </Stack>
    </FormSection>
  )
}
