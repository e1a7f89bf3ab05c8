import { Alert, Group, Text } from '@mantine/core'
import { IconWriting } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { useWaitingAnswers } from '../queries.ts'

interface MarkingLinkProps {
  testId: string
  /** Undefined for all questions of the test. */
  questionId?: string | undefined
  children: string
}

/** Link to the answers waiting to be marked. */
export const MarkingLink = ({ testId, questionId, children }: MarkingLinkProps) =>
  questionId === undefined ? (
    <LinkButton to="/marking/$testId" params={{ testId }} variant="default" size="xs">
      {children}
    </LinkButton>
  ) : (
    <LinkButton
      to="/marking/$testId/$questionId"
      params={{ testId, questionId }}
      search={{}}
      variant="default"
      size="xs"
    >
      {children}
    </LinkButton>
  )

interface WaitingProps extends Omit<MarkingLinkProps, 'children'> {
  waiting: number
}

/** Shows how many answers are waiting to be marked, with a link to them. */
export const Waiting = ({ waiting, ...to }: WaitingProps) =>
  waiting > 0 && (
    <Alert color="blue" mb="md" icon={<IconWriting size={18} aria-hidden />} data-print="hide">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{plural(waiting, 'answer is', 'answers are')} waiting to be marked.</Text>
        <MarkingLink {...to}>Mark answers</MarkingLink>
      </Group>
    </Alert>
  )

/** Shows a test's unmarked answers in its report. The report excludes their attempts until they are marked. */
export function MarkingNotice({ testId }: { testId: string }) {
  const questions = useWaitingAnswers(testId).data ?? []
  const [first, ...others] = questions
  return (
    <Waiting
      testId={testId}
      questionId={others.length === 0 ? first?.questionId : undefined}
      waiting={questions.reduce((sum, { waiting }) => sum + waiting, 0)}
    />
  )
}
