import { Alert, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { formatTime } from '#client/lib/time.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { AttemptProgress } from '#shared/attempts/review.schema.ts'

export const StudentRunning = ({ progress }: { progress: AttemptProgress }) => (
  <Alert
    mb="md"
    color="indigo"
    icon={<IconPlayerPlay size={18} aria-hidden />}
    title={`In progress: ${progress.testName}`}
  >
    <Text size="sm" className="tabular">
      {progress.answered} of {plural(progress.questions, 'question')} answered ·{' '}
      {plural(progress.violations, 'violation')} · started <RelativeTime value={progress.startedAt} /> · ends by{' '}
      {formatTime(progress.deadline)}
    </Text>
    <Text size="sm" mt={4}>
      The answers appear here after the test is submitted.
    </Text>
    <LinkButton
      to="/live-board/$assignmentId"
      params={{ assignmentId: progress.assignmentId }}
      variant="default"
      size="xs"
      mt="xs"
      data-print="hide"
    >
      Open live board
    </LinkButton>
  </Alert>
)
