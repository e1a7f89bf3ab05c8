import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MemoryGroup, MemoryGroups } from './groups.ts'
import type { LanguageSetup } from './language-setup.ts'
import { linkFolder } from './orders.ts'
import { Sandbox, type SandboxParts } from './sandbox.ts'
import { JudgeError } from './types.ts'
import { type UsrPart, usrBinds } from './usr.ts'

/** First of the slots' user ids, used when the judge runs as root. Debian leaves these ids unused. */
const firstUid = 63_000
const maxSlots = 1_000

/** A slot for one submission at a time, with its own user and memory groups. */
interface Slot {
  number: number
  uid: number | undefined
  /** One group per sandbox. The compiler's is separate, because lowering a shared limit would evict its page cache. */
  groups: { compile: MemoryGroup; runs: MemoryGroup[]; makeRun(): MemoryGroup } | undefined
}

/** The components of all sandboxes. */
export interface Workshop {
  folder: string
  root: string
  /** Folder and mount point of compiler caches. */
  caches: readonly { from: string; to: string }[]
  /** Node's executable and its path in the sandbox. */
  node: { from: string; to: string }
  isRoot: boolean
  groups: MemoryGroups | undefined
}

/** A submission's folder and sandboxes. */
export class Box {
  readonly #workshop: Workshop
  readonly #slot: Slot
  readonly #folder: string
  readonly #leave: () => void
  /** Its open sandboxes and their memory groups. */
  readonly #sandboxes = new Map<Sandbox, MemoryGroup | undefined>()
  #memoryMb: number | undefined
  #closing: Promise<void> | undefined

  /** @param leave called when the slot is free again */
  constructor(workshop: Workshop, slot: Slot, leave: () => void) {
    this.#workshop = workshop
    this.#slot = slot
    this.#leave = leave
    this.#folder = join(workshop.folder, 'boxes', String(slot.number))
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    if (slot.uid !== undefined) chownSync(this.#folder, slot.uid, slot.uid)
  }

  get alive(): boolean {
    return !this.#closing && [...this.#sandboxes.keys()].every((sandbox) => sandbox.alive)
  }

  /**
   * Writes a file into the box. Allowed only before the submission has run: afterwards, the path may be a link.
   */
  write(name: string, content: string) {
    const path = join(this.#folder, name)
    writeFileSync(path, content, { mode: 0o644, flag: 'wx' })
    chmodSync(path, 0o644)
  }

  /** Opens a sandbox with a writable box. */
  openForCompiling({ usr, cache }: LanguageSetup, memoryMb: number): Sandbox {
    this.#slot.groups?.compile.limit(memoryMb)
    const access = { writable: true, feedback: false }
    return this.#open(access, this.#bindsOf(usr.compile, cache), this.#slot.groups?.compile)
  }

  /**
   * Opens a sandbox with a read-only box. Without a setup, it can run only the warden's programs.
   * @param extras `feedback` adds a folder in which a checker can leave files; `link` is the folder of named pipes to
   * another sandbox
   */
  openForRunning(
    setup?: LanguageSetup,
    { feedback = false, link }: { feedback?: boolean; link?: string } = {},
  ): Sandbox {
    const own = setup ? this.#bindsOf(setup.usr.run, setup.cache) : []
    const binds = link === undefined ? own : [...own, { from: link, to: linkFolder }]
    const access = { writable: false, feedback }
    return this.#open(access, setup?.usesNode ? [...binds, this.#workshop.node] : binds, this.#takeGroup())
  }

  /** Sets the memory limit of the sandboxes' programs, where control groups are available. */
  limitMemory(memoryMb: number) {
    this.#memoryMb = memoryMb
    for (const group of this.#sandboxes.values()) if (group !== this.#slot.groups?.compile) group?.limit(memoryMb)
  }

  /** Closes one of its sandboxes. The next one takes its memory group. */
  async closeOne(sandbox: Sandbox) {
    await sandbox.close()
    this.#sandboxes.delete(sandbox)
  }

  /** Kills everything in the box and removes it. */
  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  #bindsOf(part: UsrPart = 'nothing', cache?: string): Workshop['caches'] {
    return [...usrBinds(part), ...this.#workshop.caches.filter(({ to }) => to === cache)]
  }

  #takeGroup(): MemoryGroup | undefined {
    const { groups } = this.#slot
    if (!groups) return undefined
    const used = new Set(this.#sandboxes.values())
    const group = groups.runs.find((one) => !used.has(one)) ?? groups.makeRun()
    if (this.#memoryMb !== undefined) group.limit(this.#memoryMb)
    return group
  }

  async #end() {
    await Promise.all([...this.#sandboxes.keys()].map((sandbox) => sandbox.close()))
    rmSync(this.#folder, { recursive: true, force: true })
    this.#leave()
  }

  #open(
    access: Pick<SandboxParts, 'writable' | 'feedback'>,
    binds: Workshop['caches'],
    group: MemoryGroup | undefined,
  ): Sandbox {
    const { root } = this.#workshop
    const sandbox = new Sandbox({
      root,
      box: this.#folder,
      ...access,
      binds,
      uid: this.#slot.uid,
      group: group?.files,
    })
    this.#sandboxes.set(sandbox, group)
    return sandbox
  }
}

/** The machine's slots; each is reused once it is free. */
export class Boxes {
  readonly #workshop: Workshop
  #free: Slot[] = []
  #made: number

  /** @param first number of the first slot; concurrent instances must not overlap */
  constructor(workshop: Workshop, first = 0) {
    this.#workshop = workshop
    this.#made = first
  }

  open(): Box {
    const slot = this.#free.pop() ?? this.#makeSlot()
    return new Box(this.#workshop, slot, () => this.#free.push(slot))
  }

  #makeSlot(): Slot {
    if (this.#made >= maxSlots) throw new JudgeError('No free sandbox')
    const number = this.#made++
    const { isRoot, groups } = this.#workshop
    const runs: MemoryGroup[] = []
    return {
      number,
      uid: isRoot ? firstUid + number : undefined,
      groups: groups && {
        compile: groups.make(`${number}-compile`),
        runs,
        makeRun: () => {
          const group = groups.make(`${number}-run-${runs.length}`)
          runs.push(group)
          return group
        },
      },
    }
  }
}
