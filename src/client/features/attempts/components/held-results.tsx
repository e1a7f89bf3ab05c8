import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { releaseText } from '../model/result-text.ts'
import { useAssignment } from '../queries.ts'

interface HeldResultsProps {
  testId: string
  /** Receipt of a submission made just now. The report shows it again with the results. */
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
        text={`${releaseText(data?.assignment?.attempt?.releaseAt)}. You don’t have to do anything.`}
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
