import { type HistoryState, Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useShownTitle } from '#client/lib/page-title.ts'

interface StudentLinkProps {
  studentId: string
  /** Opens one of the student's attempts. */
  attemptId?: string
  children: ReactNode
  className?: string | undefined
}

/** Link to a student's page, with a link back here. For the staff of the student's college. */
export function StudentLink({ studentId, attemptId, children, className = 'text-link' }: StudentLinkProps) {
  const router = useRouter()
  const { title } = useShownTitle()
  const link = {
    className,
    // Evaluated on click, when the URL has the current filters.
    state: ({ origin }: HistoryState) => ({
      origin: origin ?? { href: router.latestLocation.href, title: title ?? 'Dashboard' },
    }),
  }
  return attemptId === undefined ? (
    <Link to="/students/$studentId" params={{ studentId }} {...link}>
      {children}
    </Link>
  ) : (
    <Link to="/students/$studentId/attempts/$attemptId" params={{ studentId, attemptId }} {...link}>
      {children}
    </Link>
  )
}
