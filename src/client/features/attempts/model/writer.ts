import type { SaveParcel, SaveReply } from './answer-store.ts'

/**
 * Whether the student writes here. A `reader` shows the test while it goes on elsewhere: in another tab of this browser, or on
 * another device.
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
  /** The test is on one device: the server says who writes, and a name is kept. */
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

  /** What a save says of its sender. Where the server decides, a reader takes over as soon as the other device is not in use. */
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

  /** What the server said to a save. @returns whether the test was taken over elsewhere just now */
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
