import type { Device } from '#client/lib/device/device.ts'
import type { SavedAnswer, SavedCode, StartAnswer, SubmitAnswer } from '#shared/attempts/attempts.schema.ts'
import type { Outcome } from './outcome.ts'
import type { PaperParts } from './paper.ts'
import type { ServerClock } from './server-clock.ts'
import type { Sitting } from './sitting.ts'
import { Submission, type SubmitPayload, submitPayload } from './submission.ts'
import type { SyncedStore } from './synced-store.ts'

interface Sources {
  start: StartAnswer
  paper: PaperParts
  store: SyncedStore<SavedAnswer>
  code: SyncedStore<SavedCode>
  sitting: Sitting
  clock: ServerClock
  ports: Device
  submit: (payload: SubmitPayload, signal: AbortSignal) => Promise<Outcome<SubmitAnswer>>
  changed: () => void
}

/** Submission payload of a sitting. */
export function submissionOf({
  start,
  paper,
  store,
  code,
  sitting,
  clock,
  ports,
  submit,
  changed,
}: Sources): Submission {
  const payload = () =>
    submitPayload({
      questionIds: paper.ids,
      answers: store.items(),
      codes: code.unstored(),
      secondsOn: (id) => sitting.secondsOn(id),
      startTime: start.startTime,
      now: clock.now(),
      violations: store.unsent().violations,
    })
  const submission = new Submission({
    ports,
    changed,
    send: async (signal) => {
      // Time ran out while offline. The student may have been given extra time since.
      if (submission.automatic && submission.wasTried) {
        await store.ask()
        if (clock.remaining().whole > 0) {
          submission.revoke()
          return { ok: false, failure: { kind: 'refused', message: 'There is time left' } }
        }
      }
      return submit(payload(), signal)
    },
  })
  return submission
}
