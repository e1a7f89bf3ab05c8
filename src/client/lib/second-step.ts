import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#server/app-router.ts'
import { codeOf } from './errors.ts'

let lead: () => void = () => {}

/** Registers a function that opens the page for setting up a second step. */
export const onSecondStepRequired = (go: () => void) => {
  lead = go
}

/** A tRPC link that observes failures and passes them on. @param watch runs for each call; returns the handler */
export const failureLink =
  (watch: () => (error: unknown) => void): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const see = watch()
      return next(op).subscribe({
        next: (value) => observer.next(value),
        error: (error) => {
          see(error)
          observer.error(error)
        },
        complete: () => observer.complete(),
      })
    })

/** Redirects staff who have yet to set up the second step that the owner requires. */
export const secondStepLink = failureLink(() => (error) => {
  if (codeOf(error) === 'SECOND_STEP_NEEDED') lead()
})
