import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAuthoring } from '#client/lib/authoring.ts'
import { sentences } from '#shared/errors.ts'
import { EmptyState } from './empty-state.tsx'
import { Loading } from './loading.tsx'
import { homeLink, PageError } from './page-error.tsx'

/** Explains that a college keeps its tests and questions but cannot write new ones. */
export const OwnTestsOff = () => (
  <Alert color="yellow" mb="md" icon={<IconLock size={18} aria-hidden />}>
    {sentences.ownTestsOff}
  </Alert>
)

/** A screen for the owner, and for admins of colleges that write their own tests or used to. */
export function OwnTestsGate({ children }: { children: (canWrite: boolean) => ReactNode }) {
  const { data, error, refetch } = useAuthoring()
  if (!data && error) return <PageError title="Failed to load the page" error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (!data.canRead)
    return (
      <EmptyState
        page
        icon={IconLock}
        title="Your college doesn’t write its own tests"
        text="Ask the platform’s administrator to allow it."
        action={homeLink}
      />
    )
  return children(data.canWrite)
}
