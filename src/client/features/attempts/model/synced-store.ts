import type {
  Answer,
  Debounce,
  News,
  SaveReply,
  SaveRequest,
  Sender,
  StoreEvent,
  SyncedStoreOptions,
  SyncKind,
} from './answer-kinds.ts'
import { type Changes, Outbox, type Revised, type Violation } from './outbox.ts'
import { Dispatch, type Failure, mayPass, type Next, type Outcome, withTimeout } from './requests.ts'
import { type SaveStatus, stateAfter } from './save-status.ts'

interface Link<T extends Answer> {
  sender: () => Sender
  send: (request: SaveRequest<T>, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  /** Called after each change to the items or the status. */
  changed: () => void
  emit: (event: StoreEvent<T>) => void
}

/** Timeout for a save, in ms. */
export const saveTimeoutMs = 15_000

/**
 * Stores one kind of an attempt's answers and syncs them with the server and with other tabs. Each change is stored on
 * the device first, then sent until the server acknowledges it, one request at a time.
 */
export class SyncedStore<T extends Answer> {
  readonly #kind: SyncKind<T>
  readonly #options: SyncedStoreOptions<T>
  readonly #outbox: Outbox<T>
  readonly #dispatch: Dispatch
  #link: Link<T> | null = null
  #items: ReadonlyMap<string, T> = new Map()
  /** The latest versions that the server has returned or acknowledged. */
  readonly #stored = new Map<string, Revised>()
  /** Questions whose answers the server takes once their section opens. */
  #early: ReadonlySet<string> = new Set()
  #failure: Failure | null = null
  #status: SaveStatus = { state: 'saved', unsent: 0, message: null, kept: true }
  #isOver = false
  #isClosedByServer = false
  #stopListening: (() => void) | null = null

  constructor(kind: SyncKind<T>, options: SyncedStoreOptions<T>) {
    this.#kind = kind
    this.#options = options
    this.#outbox = new Outbox({ ...options, storage: options.ports.storage, kind: kind.unsent, schema: kind.schema })
    this.#dispatch = new Dispatch(options.ports, () => this.#exchange())
    const saved = kind.pick(options.saved)
    this.#keepStored(saved)
    for (const item of saved) this.#adopt(item)
    // Drop unsent answers if the server already has them or newer ones.
    this.#outbox.acknowledge(saved, [])
    for (const item of this.#outbox.items()) this.#adopt(item)
    this.#update()
  }

  /** Must be called once, before start. */
  connect(link: Link<T>): void {
    this.#link = link
  }

  readonly status = (): SaveStatus => this.#status

  /** By question id. Returns a new map after every change. */
  readonly items = (): ReadonlyMap<string, T> => this.#items

  /** Changes to send, optionally only answers to `questionIds`. */
  unsent(questionIds?: ReadonlySet<string>): Changes<T> {
    const { answers, violations } = this.#sendable()
    return { answers: answers.filter(({ questionId }) => questionIds?.has(questionId) ?? true), violations }
  }

  /** Versions that the server may not have and would accept. @param isLast true to omit those that it refused */
  unstored(isLast: boolean): T[] {
    const obstacle = isLast ? (item: T) => this.#obstacle(item) : this.#kind.obstacle
    return [...this.#items.values()].filter((item) => !this.#isStored(item) && obstacle(item) === null)
  }

  /** Sends changes left unsent by an earlier visit, and listens to other tabs. */
  start(): void {
    if (this.#dispatch.isRunning || this.#isOver) return
    this.#stopListening = this.#options.line.listen((message) => this.#hear(message))
    this.#dispatch.start(this.#hasDue() ? 'again' : 'rest')
  }

  /** Sends no further requests until start. Unsent changes are kept. */
  stop(): void {
    this.#dispatch.stop()
    this.#stopListening?.()
    this.#stopListening = null
  }

  /** @param debounce null to send the change at once */
  put(item: T, debounce: Debounce | null): void {
    if (this.#isOver) return
    this.#adopt(item)
    this.#outbox.put(item)
    this.#options.line.tell(this.#kind.tell.put(item))
    this.#update()
    if (debounce) this.#dispatch.later(debounce)
    else this.#dispatch.soon()
  }

  /** Records an event. `held` keeps it on the device until it is recorded again with its duration. */
  record(event: Violation, held = false): void {
    if (this.#isOver) return
    this.#outbox.putViolation(event, held)
    if (held) return
    this.#update()
    this.#dispatch.soon()
  }

  /** Applies newer answers from the server's response to another store. */
  take(answers: SaveReply['newer']): void {
    if (this.#takeNewer(answers)) this.#update()
  }

  /** Marks changes as saved by another request, such as one that leaves a section, except answers to `ignored`. */
  markSaved(changes: Changes<T>, ignored: string[]): void {
    this.#taken(changes, { ignored, newer: [] })
    this.#update()
  }

  /** Sends pending changes at once, or a heartbeat if there are none. Resolves once the request succeeds or fails. */
  async flush(): Promise<void> {
    this.#dispatch.cancelLater()
    if (!this.#kind.oneByOne || this.#hasDue()) await this.#dispatch.flush()
  }

  /** Sends debounced changes at once, if there are any. */
  flushDebounced(): void {
    if (this.#dispatch.isDebouncing) void this.flush()
  }

  /** Saves even while stopped, without refused answers, before a late submission. @returns true if the attempt is over */
  async ask(): Promise<boolean> {
    let refused: number
    do {
      refused = this.#outbox.refusals
      await this.#exchange()
    } while (this.#outbox.refusals > refused)
    return this.#isClosedByServer
  }

  /** The items without versions that the server refused. */
  readonly accepted = (): ReadonlyMap<string, T> =>
    new Map([...this.#items].filter(([, item]) => this.#obstacle(item) === null))

  lostNetwork(): void {
    if (this.#isOver) return
    this.#failure = { kind: 'offline', message: 'No connection' }
    this.#update()
    this.#dispatch.backOff()
  }

  /** Ends syncing in every tab, because the attempt is over. @param keepsUnsent leaves unsent changes on the device */
  close(keepsUnsent: boolean): void {
    if (this.#isOver) return
    this.end(keepsUnsent)
    this.#options.line.tell({ kind: 'closed', keepsUnsent })
  }

  /** Ends syncing in this tab only. */
  end(keepsUnsent: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    this.stop()
    if (!keepsUnsent) this.#outbox.clear()
    this.#failure = { kind: 'closed', message: 'This test has been submitted' }
    this.#update()
  }

  /** Pending changes. For programs, first merges other tabs' unsent changes, because programs have no heartbeat. */
  #pending(): T[] {
    if (this.#kind.oneByOne) this.#outbox.takeIn()
    return this.#outbox.items()
  }

  /** The reason not to send this version, or null. */
  #obstacle(item: T): string | null {
    return this.#kind.obstacle(item) ?? this.#outbox.refusal(item)
  }

  #sendable(): Changes<T> {
    const { answers, violations } = this.#outbox.changes()
    return { answers: answers.filter((item) => this.#obstacle(item) === null), violations }
  }

  #hasDue(): boolean {
    const { answers, violations } = this.#sendable()
    return violations.length > 0 || answers.some(({ questionId }) => !this.#early.has(questionId))
  }

  #changesToSend(): Changes<T> | null {
    const changes = this.#sendable()
    if (!this.#kind.oneByOne) return changes
    return changes.answers.length > 0 ? { answers: changes.answers.slice(0, 1), violations: [] } : null
  }

  async #exchange(): Promise<Next> {
    const { clock, ports } = this.#options
    const changes = this.#changesToSend()
    if (!changes || !this.#link || this.#isOver) return 'wait'
    const { sender, send, changed, emit } = this.#link
    const request = { ...changes, ...sender() }
    const departure = clock.depart()
    const outcome = await withTimeout(ports.timers, saveTimeoutMs, (signal) => send(request, signal))
    if (outcome.ok) {
      clock.observe(outcome.value, departure)
      this.#taken(request, outcome.value)
    }
    if (!outcome.ok && outcome.failure.kind === 'closed') this.#isClosedByServer = true
    const isRefused = !outcome.ok && this.#refuse(outcome.failure, request)
    if (!this.#dispatch.isRunning) {
      // A submission or unmounting stopped the store in the meantime, so do not show the failure.
      if (!this.#isOver) changed()
      return 'wait'
    }
    this.#failure = outcome.ok ? null : outcome.failure
    if (this.#failure?.kind === 'closed') this.close(true)
    this.#update()
    if (outcome.ok) {
      emit({ kind: 'saved', reply: outcome.value, sent: request })
      return this.#kind.oneByOne || this.#hasDue() ? 'again' : 'rest'
    }
    if (outcome.failure.kind === 'closed') emit({ kind: 'closed' })
    // The rest must not wait for the refused answers.
    if (isRefused) return this.#kind.oneByOne && !this.#hasDue() ? 'wait' : 'again'
    return mayPass(outcome.failure.kind) ? 'retry' : 'wait'
  }

  /** @returns true if the server named versions that it cannot accept */
  #refuse({ kind, message, rejected = [] }: Failure, { answers }: Changes<T>): boolean {
    const refused = this.#kind.oneByOne ? answers : rejected.flatMap((position) => answers[position] ?? [])
    if (kind === 'refused') this.#outbox.refuse(refused, message)
    return kind === 'refused' && refused.length > 0
  }

  #taken(changes: Changes<T>, { ignored, newer }: Pick<SaveReply, 'ignored' | 'newer'>): void {
    // The student may be ahead of the server, which gave more time to an earlier section. Programs are sent on submission.
    const isEarly = ({ questionId }: T) =>
      !this.#kind.oneByOne && ignored.includes(questionId) && this.#options.isEarly(questionId)
    // Another request may have been refused the same answer just before.
    const unsent = new Set(this.#outbox.items().map(({ questionId }) => questionId))
    const isLate = (item: T) =>
      ignored.includes(item.questionId) && unsent.has(item.questionId) && !this.#isStored(item)
    const done = changes.answers.filter((item) => !isEarly(item))
    this.#early = new Set(changes.answers.filter(isEarly).map(({ questionId }) => questionId))
    const late = done.filter(isLate).map(({ questionId }) => questionId)
    this.#acknowledge({ ...changes, answers: done }, late)
    if (late.length > 0) this.#link?.emit({ kind: 'ignored', questionIds: late })
    this.#takeNewer(newer)
  }

  /** Marks changes as saved, except answers to `ignored`, which the server will never accept. */
  #acknowledge(changes: Changes<T>, ignored: string[]): void {
    this.#forget(changes.answers, changes.violations, ignored)
    const message = this.#kind.tell.stored(changes, ignored)
    if (message) this.#options.line.tell(message)
  }

  #forget(items: readonly Revised[], violations: readonly Violation[], ignored: readonly string[]): void {
    this.#keepStored(items.filter(({ questionId }) => !ignored.includes(questionId)))
    this.#outbox.acknowledge(items, violations)
    if (this.#kind.revertsIgnored && ignored.length > 0) this.#revert(ignored)
  }

  #keepStored(items: readonly Revised[]): void {
    for (const item of items) if (!this.#isStored(item)) this.#stored.set(item.questionId, item)
  }

  /** True if the server has this version or a newer one. */
  #isStored({ questionId, revision }: Revised): boolean {
    return (this.#stored.get(questionId)?.revision ?? -1) >= revision
  }

  #adopt(item: T): void {
    const known = this.#items.get(item.questionId)
    if (known && known.revision >= item.revision) return
    if (known) this.#options.superseded?.(known, item)
    this.#items = new Map(this.#items).set(item.questionId, item)
  }

  #revert(questionIds: readonly string[]): void {
    const items = new Map(this.#items)
    for (const id of questionIds) {
      // The entry may contain only a revision.
      const { data } = this.#kind.schema.safeParse(this.#stored.get(id))
      if (data) items.set(id, data)
      else items.delete(id)
    }
    this.#items = items
  }

  /** @returns true if `answers` includes any of this kind */
  #takeNewer(answers: SaveReply['newer']): boolean {
    const newer = this.#kind.pick(answers)
    if (newer.length > 0 && this.#replace(newer)) this.#options.line.tell(this.#kind.tell.newer(newer))
    return newer.length > 0
  }

  /**
   * Replaces displayed answers with the server's, even at an equal revision: the server accepted its version first, so
   * that version counts.
   *
   * @returns true if the student is notified of a replaced answer
   */
  #replace(newer: readonly T[]): boolean {
    this.#keepStored(newer)
    this.#outbox.acknowledge(newer, [])
    const replaced = newer.filter((item) => {
      const known = this.#items.get(item.questionId)
      const isNewer = item.revision >= (known?.revision ?? -1)
      if (known) this.#options.superseded?.(isNewer ? known : item, isNewer ? item : known)
      return isNewer && this.#kind.isNews(known, item)
    })
    for (const item of newer) this.#adopt(item)
    if (replaced.length === 0) return false
    this.#items = new Map([...this.#items, ...replaced.map((item) => [item.questionId, item] as const)])
    this.#link?.emit({ kind: 'replaced', questionIds: replaced.map(({ questionId }) => questionId) })
    return true
  }

  #hear(message: News): void {
    const news = this.#kind.hear(message)
    if (message.kind === 'closed') this.end(message.keepsUnsent)
    else if (news && 'put' in news) this.#adopt(news.put)
    else if (news && 'stored' in news) this.#forget(news.stored, news.violations, news.ignored)
    else if (news) this.#replace(news.newer)
    this.#update()
  }

  #update(): void {
    const pending = this.#isOver ? this.#outbox.items() : this.#pending()
    const failure = this.#kind.oneByOne && pending.length === 0 ? null : this.#failure
    const [obstacle, ...others] = pending.flatMap((item) => this.#obstacle(item) ?? [])
    const state = obstacle ? 'refused' : failure ? stateAfter(failure.kind) : this.#outbox.isEmpty ? 'saved' : 'saving'
    const message = obstacle ?? failure?.message ?? null
    const refused = obstacle && { refused: others.length + 1 }
    const after: SaveStatus = { state, unsent: pending.length, ...refused, message, kept: this.#outbox.isKept }
    const isSame = (Object.keys(after) as (keyof SaveStatus)[]).every((key) => after[key] === this.#status[key])
    if (!isSame) this.#status = after
    this.#link?.changed()
  }
}
