import { codeOf, messageOf } from '#client/lib/errors.ts'
import type { JobProgress } from '#shared/coding/submissions.schema.ts'

/** The source of a job's events: the stream if `live`, or requests if `polling` because the stream failed. */
type JobConnection = 'connecting' | 'live' | 'polling'

export interface JobView {
  progress: JobProgress | undefined
  connection: JobConnection
  /** Set when no more events will arrive and the job's result is unknown. */
  failure: string | undefined
}

export interface FollowPorts {
  /** Opens a job's stream. @returns a function that closes it */
  subscribe(
    jobId: string,
    on: { progress: (progress: JobProgress) => void; end: (error?: unknown) => void },
  ): () => void
  /** Polls the job's progress without the stream. Undefined if the job cannot be polled. */
  poll?(jobId: string): Promise<JobProgress>
  /** @returns a function that cancels the timer */
  later(ms: number, run: () => void): () => void
}

const followTimes = {
  /** A job sends a heartbeat every five seconds. After this time without one, in ms, the stream counts as dead. */
  silenceMs: 12_500,
  /** Delays between attempts to reopen the stream, in ms. The last one repeats. */
  retryMs: [500, 1_000, 2_000, 5_000],
  pollMs: 1_500,
  /** Maximum number of consecutive failures before giving up. */
  maxTries: 8,
} as const

const lost = 'The connection to the judge was lost. Please try again.'
const isOver = ({ state }: JobProgress) => state === 'done' || state === 'failed'

/** True until a job, or the attempt to start it, has ended. */
export const isUnderWay = ({ failure, view }: { failure: string | undefined; view: JobView | undefined }) =>
  failure === undefined && !(view?.progress && isOver(view.progress))

/**
 * Follows one job until it ends. Uses the stream and reopens it when it breaks. Polls if the stream is blocked or no
 * longer has the job (after a server restart).
 */
export class JobFollower {
  readonly #ports: FollowPorts
  readonly #jobId: string
  readonly #change: (view: JobView) => void
  #view: JobView = { progress: undefined, connection: 'connecting', failure: undefined }
  #over = false
  #tries = 0
  #hangUp: (() => void) | undefined
  readonly #timers = new Map<'silence' | 'retry' | 'poll', () => void>()
  #polling = false

  constructor(ports: FollowPorts, jobId: string, change: (view: JobView) => void) {
    this.#ports = ports
    this.#jobId = jobId
    this.#change = change
  }

  start() {
    this.#connect()
  }

  stop() {
    this.#over = true
    this.#hangUp?.()
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  #later(name: 'silence' | 'retry' | 'poll', ms: number, run: () => void) {
    this.#timers.get(name)?.()
    this.#timers.set(
      name,
      this.#ports.later(ms, () => {
        this.#timers.delete(name)
        if (!this.#over) run()
      }),
    )
  }

  #set(patch: Partial<JobView>) {
    this.#view = { ...this.#view, ...patch }
    this.#change(this.#view)
  }

  #take(progress: JobProgress, connection: JobConnection) {
    if (this.#over) return
    if (isOver(progress)) this.stop()
    this.#set({ progress, connection })
  }

  #giveUp(failure: string) {
    this.stop()
    this.#set({ failure })
  }

  #connect() {
    let open = true
    const end = (error?: unknown) => {
      if (!open || this.#over) return
      open = false
      this.#lost(error)
    }
    const listen = () => this.#later('silence', followTimes.silenceMs, () => end())
    listen()
    const close = this.#ports.subscribe(this.#jobId, {
      progress: (progress) => {
        if (!open || this.#over) return
        this.#tries = 0
        this.#timers.get('poll')?.()
        this.#timers.delete('poll')
        listen()
        this.#take(progress, 'live')
      },
      end,
    })
    this.#hangUp = () => {
      open = false
      close()
    }
    if (this.#over) close()
  }

  #lost(error: unknown) {
    this.#hangUp?.()
    this.#timers.get('silence')?.()
    const code = error === undefined ? 'NETWORK' : codeOf(error)
    if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') return this.#giveUp(messageOf(error))
    const canPoll = this.#ports.poll !== undefined
    this.#tries++
    if (!canPoll && (code === 'NOT_FOUND' || this.#tries > followTimes.maxTries)) return this.#giveUp(lost)
    const wait = followTimes.retryMs[Math.min(this.#tries, followTimes.retryMs.length) - 1] ?? 0
    this.#later('retry', wait, () => this.#connect())
    // A stream that breaks once usually reopens soon, so do not poll yet.
    if (canPoll && (this.#tries > 1 || code === 'NOT_FOUND')) this.#poll()
  }

  #poll() {
    if (this.#polling || this.#timers.has('poll') || !this.#ports.poll) return
    this.#polling = true
    this.#ports.poll(this.#jobId).then(
      (progress) => {
        this.#polling = false
        if (this.#over) return
        this.#take(progress, 'polling')
        if (!this.#over) this.#later('poll', followTimes.pollMs, () => this.#poll())
      },
      (error) => {
        this.#polling = false
        if (this.#over) return
        const code = codeOf(error)
        if (['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'].includes(code)) return this.#giveUp(messageOf(error))
        this.#later('poll', followTimes.pollMs, () => this.#poll())
      },
    )
  }
}
