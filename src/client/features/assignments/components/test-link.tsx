import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MyTestStatus } from '../model/my-test-order.ts'

interface TestLinkProps {
  testId: string
  status: MyTestStatus
  className: string | undefined
  children: ReactNode
}

/** Links to the result of a completed test, or to the instructions, where a test is started or resumed. */
export const TestLink = ({ testId, status, className, children }: TestLinkProps) => (
  <Link
    to={status === 'Completed' ? '/my-tests/$testId/report' : '/my-tests/$testId/take'}
    params={{ testId }}
    search
    preload="intent"
    className={className}
  >
    {children}
  </Link>
)
