import type { ErrorComponentProps } from '@tanstack/react-router'
import { messageOf } from '#client/lib/errors.ts'
import { ErrorState } from '#client/ui/error-state.tsx'

/**
 * Shown when a screen throws or its code cannot be loaded. A new release removes old code files; reloading fetches the
 * new ones.
 */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <ErrorState
      page
      title="This page could not be shown"
      message={messageOf(error, 'Something went wrong')}
      retryLabel="Reload"
      onRetry={() => window.location.reload()}
    />
  )
}
