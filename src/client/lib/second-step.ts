import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#server/app-router.ts'
import { codeOf } from './errors.ts'

let lead: () => void = () => {}

/** Registers the navigation to the page where a second step is set up. */
export const onSecondStepRequired = (go: () => void) => {
  lead = go
}

/** Redirects staff who have yet to set up the second step that the owner requires. The call still fails. */
export const secondStepLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        error: (error) => {
          if (codeOf(error) === 'SECOND_STEP_NEEDED') lead()
          observer.error(error)
        },
        complete: () => observer.complete(),
      }),
    )
