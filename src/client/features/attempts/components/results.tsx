import { Loader, Skeleton, Stack } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageError } from '#client/ui/page-error.tsx'
import { sentences } from '#shared/errors.ts'
import { useResults } from '../queries.ts'
import { HeldResults } from './held-results.tsx'
import { ReportView } from './report-view.tsx'

interface ResultsProps {
  testId: string
  /** The attempt has just ended, so wait for its result. */
  expected?: boolean
  /** One of several attempts; the latest if missing. */
  attemptId?: string | undefined
  /** Starts a Practice test again on this page. */
  onAgain?: () => void
}

/** A test's result, once available. */
export function Results({ testId, expected = false, attemptId, onAgain }: ResultsProps) {
  const { data, error, refetch } = useResults(testId, { expected, attemptId })
  if (data) return <ReportView report={data} onAgain={onAgain} />
  if (error && messageOf(error) === sentences.notReleased) return <HeldResults testId={testId} />
  if (error && codeOf(error) === 'CONFLICT')
    return expected ? (
      <EmptyState
        page
        icon={IconHourglass}
        title="Your test is over"
        text="The server is submitting what it has saved. Your result appears here in a few seconds."
        action={<Loader size="sm" role="status" aria-label="Waiting for your result" />}
      />
    ) : (
      <EmptyState
        page
        icon={IconHourglass}
        title="Not submitted yet"
        text="The result appears here once you have submitted this test."
        action={
          <LinkButton to="/my-tests/$testId/take" params={{ testId }} search>
            Go to test
          </LinkButton>
        }
      />
    )
  if (error) return <PageError title="Failed to load results" error={error} onRetry={() => void refetch()} />
  return (
    <Stack maw={860} mx="auto" role="status" aria-label="Loading results">
      <Skeleton h={32} w="50%" />
      <Skeleton h={110} />
      <Skeleton h={60} />
      <Skeleton h={220} />
      <Skeleton h={220} />
    </Stack>
  )
}
