import { Loader, Skeleton, Stack } from '@mantine/core'
import { IconHourglass, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { codeOf } from '#client/lib/errors.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageError } from '#client/ui/page-error.tsx'
import { releaseText } from '../model/result-text.ts'
import { isHeldBack, useAssignment, useResults } from '../queries.ts'
import { ReportView } from './report-view.tsx'

interface ResultsProps {
  testId: string
  /** True right after the attempt ended, to wait for its result. */
  expected?: boolean
  /** The attempt to show. Defaults to the latest. */
  attemptId?: string | undefined
  /** Starts a Practice test again on this page. */
  onAgain?: () => void
}

/** A test's result, once available. */
export function Results({ testId, expected = false, attemptId, onAgain }: ResultsProps) {
  const { data, error, refetch } = useResults(testId, { expected, attemptId })
  if (data) return <ReportView report={data} onAgain={onAgain} />
  if (isHeldBack(error)) return <HeldResults testId={testId} />
  if (error && codeOf(error) === 'CONFLICT') {
    const words = expected
      ? {
          title: 'Your test is over',
          text: 'The server is submitting what it has saved. Your result appears here in a few seconds.',
          action: <Loader size="sm" role="status" aria-label="Waiting for your result" />,
        }
      : {
          title: 'Not submitted yet',
          text: 'The result appears here once you have submitted this test.',
          action: (
            <LinkButton to="/my-tests/$testId/take" params={{ testId }} search>
              Go to test
            </LinkButton>
          ),
        }
    return <EmptyState page icon={IconHourglass} {...words} />
  }
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

interface HeldResultsProps {
  testId: string
  /** Receipt of a submission made just now. The report shows it again once the results are released. */
  receipt?: ReactNode
}

/** Shown instead of results that the test withholds. */
export function HeldResults({ testId, receipt }: HeldResultsProps) {
  const { data } = useAssignment(testId)
  return (
    <>
      <EmptyState
        page
        icon={IconLock}
        title="Your test was submitted"
        text={`${releaseText(data?.assignment?.attempt ?? {})}. You don’t have to do anything.`}
        action={
          <LinkButton to="/my-tests" search>
            Back to Tests
          </LinkButton>
        }
      />
      {receipt}
    </>
  )
}
