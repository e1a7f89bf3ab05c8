import type { SaveParcel, SaveReply } from './answer-store.ts'

/**
 * True if the student writes here. A `reader` shows the test while it continues in another tab or on another device.
 */
export type Role =
  | { as: 'writer' }
  | {
      as: 'reader'
      elsewhere: 'tab' | 'device'
      taking: boolean /** Why the last take-over failed. */
      failed: boolean
    }

interface Options {
  /** This tab's name, by which the start call made it the one that writes. */
  name: string
  /** One-device test: the server decides who writes, and the name is kept. */
  exclusive: boolean
  /** Another name: whoever had the old one does not write any more. */
  rename: () => string
  changed: () => void
}

/** One attempt has one writer at a time; the latest to open it, or to take it over. */
export class Writer {
  readonly #options: Options
  #name: string
  #role: Role = { as: 'writer' }
  /** The server has yet to learn of the take-over. */
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
   * Sender fields of a save. Where the server decides, a reader becomes the writer as soon as the other device is no
   * longer in use.
   */
  sender() {
    const waits = this.#options.exclusive && this.#role.as === 'reader' && this.#role.elsewhere === 'device'
    return { writer: this.#name, takeOver: this.#announcing || waits }
  }

  /** The test goes on elsewhere. @returns false when that was known */
  lost(elsewhere: 'tab' | 'device'): boolean {
    this.#announcing = false
    if (this.#role.as === 'reader') return false
    this.#set({ as: 'reader', elsewhere, taking: false, failed: false })
    return true
  }

  /**
   * The student goes on here. From another tab at once, since both share what is unsent; from another device, and in a test on one
   * device, once the server has told what was answered there.
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

  /** Applies the server's answer to a save. @returns whether another device has just become the writer */
  heard({ isWriter }: SaveReply, { writer, takeOver }: Pick<SaveParcel, 'writer' | 'takeOver'>): boolean {
    // A save that left under an older name says nothing of this one.
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
