import type { Device } from '#client/lib/device/device.ts'
import type { NextSectionAnswer, SavedAnswer } from '#shared/attempts/attempts.schema.ts'
import { Delivery, type DeliveryState } from './delivery.ts'
import type { TabLine } from './news.ts'
import type { Notice } from './notice.ts'
import type { Parcel } from './outbox.ts'
import type { Outcome } from './outcome.ts'
import type { PaperParts } from './paper.ts'
import { sectionLeftElsewhere, sectionOpenAgain, sectionOver } from './sentences.ts'
import type { ServerClock } from './server-clock.ts'
import type { Sitting } from './sitting.ts'
import type { SyncedStore } from './synced-store.ts'

/** Payload of leaving a section: its number and its unsent answers. */
export interface Leaving extends Parcel<SavedAnswer> {
  from: number
}

interface Options {
  paper: PaperParts
  clock: ServerClock
  sitting: Sitting
  store: SyncedStore<SavedAnswer>
  line: TabLine
  notice: Notice
  ports: Device
  nextSection: (leaving: Leaving, signal: AbortSignal) => Promise<Outcome<NextSectionAnswer>>
  changed: () => void
}

/** Timeout of leaving a section before a retry, in ms. */
const leaveTimeoutMs = 15_000
/** Do not return to a section that ends within this time, in ms: the two clocks may merely differ. */
const settleMs = 3_000

/** Moves through the sections: by the clock, by the student's choice, or following another tab or device. */
export class Course {
  readonly #options: Options
  readonly #leave: Delivery<NextSectionAnswer>

  constructor(options: Options) {
    this.#options = options
    this.#leave = new Delivery({
      ports: options.ports,
      timeoutMs: leaveTimeoutMs,
      send: (signal) => this.#send(signal),
      worthRetrying: ({ kind }) => kind !== 'refused',
      failed: 'The section could not be closed. Please try again.',
      changed: () => this.#leaveChanged(),
    })
  }

  /** Progress of leaving the open section. */
  get leaving(): DeliveryState<unknown> {
    return this.#leave.state
  }

  /** Leaves the open section for good. */
  leave(): void {
    this.#leave.begin()
  }

  cancel(): void {
    this.#leave.cancel()
  }

  retry(): void {
    this.#leave.retry()
  }

  /** Drops a leave request that no longer matters. */
  drop(): void {
    if (this.#leave.state.phase !== 'idle') this.#leave.reset()
  }

  abandon(): void {
    this.#leave.abandon()
  }

  resume(): void {
    this.#leave.resume()
  }

  /** Opens the part that is open by the server's clock, if the student is on another one. */
  follow(): void {
    const { clock, paper, sitting, notice, changed } = this.#options
    const { part, partDeadline } = clock.position()
    const [before, now] = [sitting.part, paper.part(part)]
    if (now === before) return
    const isBack = now.index < before.index
    if (isBack && partDeadline - clock.now() < settleMs) return
    // A save may report the new section before the leave request itself succeeds.
    const isOwn = this.#leave.state.phase !== 'idle'
    const isByHand = clock.isLeftByHand(part)
    sitting.openPart(now.index)
    const [closed, open] = [before.name ?? '', now.name ?? '']
    if (isBack) notice.show(sectionOpenAgain(open), 'important')
    else if (!isByHand) notice.show(sectionOver(closed, open), 'news')
    else if (!isOwn) notice.show(sectionLeftElsewhere(closed, open), 'important')
    this.drop()
    changed()
  }

  async #send(signal: AbortSignal): Promise<Outcome<NextSectionAnswer>> {
    const { clock, sitting, store, line, nextSection } = this.#options
    const { index, questions } = sitting.part
    // Only this section's answers. Leftovers of an earlier section go with a save, whose response reports whether they
    // were accepted.
    const parcel = store.unsent(new Set(questions.map(({ id }) => id)))
    const departure = clock.depart()
    const outcome = await nextSection({ from: index, ...parcel }, signal)
    if (outcome.ok) {
      clock.observe(outcome.value, departure)
      store.delivered(parcel)
      line.tell({ kind: 'left' })
    }
    return outcome
  }

  #leaveChanged(): void {
    const { store, changed } = this.#options
    const { phase } = this.#leave.state
    if (phase === 'done') {
      this.follow()
      this.drop()
    } else if (phase === 'closed') {
      // Either the attempt is over or another section is open. A save returns the current state.
      this.drop()
      void store.flush()
    } else changed()
  }
}
