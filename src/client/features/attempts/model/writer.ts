import type { SaveParcel, SaveReply } from './answer-kinds.ts'

/**
 * Whether this tab writes the attempt. A `reader` shows the test while it continues in another tab or on another
 * device.
 */
export type Role =
  | { as: 'writer' }
  | {
      as: 'reader'
      elsewhere: 'tab' | 'device'
      taking: boolean
      failed: boolean
    }

interface Options {
  /** This tab's name, which the start call registered as the writer. */
  name: string
  /** Limited to one device: the server decides who writes, and the name is kept. */
  exclusive: boolean
  /** Picks a new name. A tab that still uses the old one stops being the writer. */
  rename: () => string
  changed: () => void
}

/** An attempt has one writer at a time: the last tab to open it or take it over. */
export class Writer {
  readonly #options: Options
  #name: string
  #role: Role = { as: 'writer' }
  /** The take-over has not been announced to the server yet. */
  #announcing = false

  constructor(options: Options) {
    this.#options = options
    this.#name = options.name
  }

  get role(): Role {
    return this.#role
  }

  get name(): string {
    return this.#name
  }

  /**
   * Sender fields of a save. If the server decides, a reader becomes the writer once the other device is no longer in
   * use.
   */
  sender() {
    const waits = this.#options.exclusive && this.#role.as === 'reader' && this.#role.elsewhere === 'device'
    return { writer: this.#name, takeOver: this.#announcing || waits }
  }

  /** The test continues elsewhere. @returns false if this tab was already a reader */
  lost(elsewhere: 'tab' | 'device'): boolean {
    this.#announcing = false
    if (this.#role.as === 'reader') return false
    this.#set({ as: 'reader', elsewhere, taking: false, failed: false })
    return true
  }

  /**
   * Continues the test here. From another tab this takes effect at once, since both share the unsent changes. From
   * another device, and in a one-device test, it takes effect once the server has returned the answers given there.
   *
   * @param send asks the server; resolves whatever the outcome
   */
  async takeOver(send: () => Promise<void>): Promise<void> {
    const before = this.#role
    if (before.as === 'writer' || before.taking) return
    const { exclusive, rename } = this.#options
    if (!exclusive) this.#name = rename()
    this.#announcing = true
    this.#set(before.elsewhere === 'tab' && !exclusive ? { as: 'writer' } : { ...before, taking: true, failed: false })
    await send()
    if (this.#role.as !== 'reader' || !this.#role.taking) return
    this.#announcing = false
    this.#set({ ...before, taking: false, failed: true })
  }

  /** Applies the server's response to a save. @returns whether another device has just become the writer */
  heard({ isWriter }: SaveReply, { writer, takeOver }: Pick<SaveParcel, 'writer' | 'takeOver'>): boolean {
    // Ignore responses to a save that was sent under an older name.
    if (writer !== this.#name) return false
    if (!isWriter) return !this.#announcing && this.lost('device')
    if (takeOver) {
      this.#announcing = false
      if (this.#role.as === 'reader') this.#set({ as: 'writer' })
    }
    return false
  }

  #set(role: Role): void {
    this.#role = role
    this.#options.changed()
  }
}
