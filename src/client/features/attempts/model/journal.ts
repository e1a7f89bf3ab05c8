import type { Device } from '#client/lib/device/device.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import type { EditorEdit } from '#shared/journals/journals.rules.ts'
import { Recorder } from '#shared/journals/recorder.rules.ts'
import { storableText } from './answer-values.ts'
import { JournalOutbox, type SendJournal } from './journal-outbox.ts'

interface JournalOptions {
  attemptId: string
  studentId: string
  ports: Device
  /** The server's time, in ms UTC. */
  now: () => number
  send: SendJournal
}

/** Delay after which recorded events are stored on the device, in ms. */
const restMs = 1_000

/** Records how this tab's programs in an attempt are written. A reload starts new streams. */
export class Journal {
  readonly #options: JournalOptions
  readonly #recorders = new Map<string, Recorder>()
  readonly #outbox: JournalOutbox
  readonly #stream: string
  #cancel: (() => void) | undefined
  #isOver = false

  constructor(options: JournalOptions) {
    const { ports, studentId, now, send } = options
    this.#options = options
    this.#stream = `${Math.round(now()).toString(36)}-${ports.random().toString(36).slice(2, 12)}`
    const { storage, timers, clock, random } = ports
    this.#outbox = new JournalOutbox({
      ...{ ports: { storage, timers, clock, random }, studentId, send },
      collect: () => {
        for (const recorder of this.#recorders.values()) recorder.next()
        this.#keep()
      },
    })
  }

  /** @param edit what changed the program; undefined if the program on screen was not edited */
  record(questionId: string, program: { code: string; language: Language }, edit?: EditorEdit | 'reset'): void {
    const [recorder, at] = [this.#recorderOf(questionId), this.#options.now()]
    const shown = { ...program, code: storableText(program.code) }
    if (edit === undefined) this.#recorded(recorder.show(shown, at))
    else if (edit === 'reset') this.#recorded(recorder.snapshot('reset', shown, at))
    else this.#recorded(recorder.edit(edit.kind, shown, at, edit.exact))
  }

  mark(questionId: string, kind: 'run' | 'submit'): void {
    this.#recorded(this.#recorderOf(questionId).mark(kind, this.#options.now()))
    this.flush()
  }

  readonly start = () => this.#outbox.start()

  /** Sends nothing more until `start`. What was recorded is kept on the device. */
  stop(): void {
    this.#keep()
    this.#outbox.stop()
  }

  /** Stores and sends what was recorded, without waiting for a pause. */
  readonly flush = () => {
    this.#keep()
    void this.#outbox.flush()
  }

  /** Records nothing more, because the attempt is over, but sends the rest, even though the stores were stopped. */
  end(): void {
    this.#outbox.start()
    this.flush()
    this.#isOver = true
  }

  #recorderOf(questionId: string): Recorder {
    const recorder = this.#recorders.get(questionId) ?? new Recorder(questionId, this.#stream)
    this.#recorders.set(questionId, recorder)
    return recorder
  }

  #recorded(isNew: boolean): void {
    if (!isNew || this.#isOver) return
    this.#cancel ??= this.#options.ports.timers.after(restMs, () => this.#keep())
    this.#outbox.later()
  }

  #keep(): void {
    this.#cancel?.()
    this.#cancel = undefined
    if (this.#isOver) return
    for (const recorder of this.#recorders.values())
      for (const chunk of recorder.take()) this.#outbox.keep(this.#options.attemptId, chunk)
  }
}
