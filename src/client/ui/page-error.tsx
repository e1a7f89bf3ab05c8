import { IconFileOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { usePageTitle } from '#client/lib/page-title.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { LinkButton } from './link-button.tsx'

/** The link on pages without content. */
export const homeLink = <LinkButton to="/dashboard">Go to dashboard</LinkButton>

interface PageNotFoundProps {
  /** The title, such as "Test not found". */
  what: string
  text?: string
  action?: ReactNode
}

/** For an unknown URL, or one whose subject does not exist or belongs to another college. */
export function PageNotFound({
  what,
  text = 'It may have been deleted, or the address is incomplete.',
  action = homeLink,
}: PageNotFoundProps) {
  usePageTitle('Page not found')
  return <EmptyState page icon={IconFileOff} title={what} text={text} action={action} />
}

export const PageError = ({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) =>
  codeOf(error) === 'NOT_FOUND' ? (
    <PageNotFound what={messageOf(error)} />
  ) : (
    <ErrorState page title={title} message={messageOf(error)} onRetry={onRetry} />
  )
