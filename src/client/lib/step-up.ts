import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#server/app-router.ts'
import { codeOf } from './errors.ts'

let dialog: () => Promise<boolean> = async () => false
let open: Promise<boolean> | undefined

/** Registers the password prompt. @param ask resolves to true if the server accepted the password */
export const askForProofWith = (ask: () => Promise<boolean>) => {
  dialog = ask
}

/** Concurrent calls share one prompt. */
function askForProof(): Promise<boolean> {
  open ??= dialog().finally(() => {
    open = undefined
  })
  return open
}

/** Asks for the password if a call needs a step-up, then repeats the call. To the caller, it is just a slow call. */
export const stepUpLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let sent = next(op).subscribe({
        next: (value) => observer.next(value),
        error: (error) => {
          if (codeOf(error) !== 'PROOF_NEEDED') return observer.error(error)
          askForProof().then(
            (proved) => {
              if (proved) sent = next(op).subscribe(observer)
              else observer.error(error)
            },
            () => observer.error(error),
          )
        },
        complete: () => observer.complete(),
      })
      return () => sent.unsubscribe()
    })
