import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { readSession } from '#client/lib/session-store.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { Report, Results, SubmitAnswer } from '#shared/attempts/attempts.schema.ts'
import { markingText, practisedText } from '../model/result-text.ts'
import { usePractice, useResults } from '../queries.ts'
import { CodingResults } from './coding-results.tsx'
import { QuestionResult } from './question-result.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import { incorrectLabel, purposeOf } from './report-text.ts'
import { ScoreCard } from './score-card.tsx'

interface PracticeResultProps {
  testId: string
  answer: SubmitAnswer
  testName: string
  /** Results of the coding questions. */
  code?: ReactNode
  /** Returns to the instructions. */
  onAgain: () => void
}

/** Immediate result of a practice test: the score, and each question with its explanation. */
export function PracticeResult({ testId, answer, testName, code, onAgain }: PracticeResultProps) {
  const { results, pendingMarks = 0, pendingCode, receipt, instantFeedback = [] } = answer
  return (
    <Box maw={860} mx="auto">
      <PageHeader
        title="Practice Test Complete!"
        purpose={purposeOf(instantFeedback.length, code !== undefined)}
        action={
          <Group gap="sm">
            <PractiseAgain testId={testId} onAgain={onAgain} />
            <LinkButton to="/my-tests" search variant="default">
              Back to Tests
            </LinkButton>
          </Group>
        }
      />
      {results && (
        <ScoreCard
          results={results}
          counts={instantFeedback.length > 0}
          pending={pendingCode > 0}
          incorrectLabel={incorrectLabel(
            instantFeedback.map((item) => ({ ...item, studentAnswer: item.selectedAnswer })),
          )}
        />
      )}
      {pendingMarks > 0 && (
        <Text fz="sm" c="dimmed">
          {markingText(pendingMarks)}. Your score appears in Reports after marking.
        </Text>
      )}
      {code}
      <ReceiptCard receipt={receipt} testName={testName} studentName={readSession()?.user.name ?? ''} />
      {instantFeedback.length > 0 && (
        <Text component="h2" mt="xl" mb="sm" fz="lg" fw={600}>
          Question analysis
        </Text>
      )}
      <Stack gap="sm">
        {instantFeedback.map(({ question, selectedAnswer, ...item }, index) => (
          <QuestionResult
            key={item.questionId}
            attemptId={answer.attemptId}
            number={index + 1}
            item={{ ...item, questionText: question, studentAnswer: selectedAnswer }}
          />
        ))}
      </Stack>
    </Box>
  )
}

/** A report's results; null while answers are being marked. */
const resultsIn = ({ marksObtained, percentage, ...report }: Report): Results | null =>
  marksObtained === null || percentage === null ? null : { ...report, marksObtained, percentage }

/** The result of a practice test with coding questions, whose marks appear once the submissions are judged. */
export function CodingPracticeResult(props: PracticeResultProps) {
  const { testId, answer } = props
  const { data: report, error, refetch } = useResults(testId, { expected: true, attemptId: answer.attemptId })
  if (report) {
    const { codingAnalysis, pendingCode } = report
    return (
      <PracticeResult
        {...props}
        answer={{ ...answer, results: resultsIn(report), pendingCode }}
        code={<CodingResults items={codingAnalysis} pending={pendingCode} />}
      />
    )
  }
  const code = error ? (
    <ErrorState title="Failed to load results" message={messageOf(error)} onRetry={() => void refetch()} />
  ) : (
    <Skeleton h={120} mt="xl" role="status" aria-label="Loading your submissions" />
  )
  return <PracticeResult {...props} code={code} />
}

const look = { leftSection: <IconRepeat size={16} aria-hidden />, children: 'Practise again' } as const

interface PractiseAgainProps {
  testId: string
  /** Returns to the instructions on the same page. If undefined, a link is shown instead. */
  onAgain?: (() => void) | undefined
}

/**
 * A button that starts another attempt at a Practice test, beside a summary of earlier attempts. Renders nothing
 * without earlier attempts, and only the summary outside the test's window.
 */
export function PractiseAgain({ testId, onAgain }: PractiseAgainProps) {
  const practice = usePractice(testId)
  if (!practice) return null
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" className="tabular">
        {practisedText(practice.practised)}
      </Text>
      {practice.isOpen &&
        (onAgain ? (
          <Button onClick={onAgain} {...look} />
        ) : (
          <LinkButton to="/my-tests/$testId/take" params={{ testId }} search {...look} />
        ))}
    </Group>
  )
}
