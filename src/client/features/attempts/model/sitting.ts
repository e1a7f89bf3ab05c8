import type { Device } from '#client/lib/device/device.ts'
import type { SavedAnswer } from '#shared/attempts/attempts.schema.ts'
import { loadProgress, type Progress, saveProgress, toggleMark, type Untouched, visit } from './palette.ts'
import { idsIn, type PaperParts, type Part } from './paper.ts'
import { QuestionTimer } from './question-timer.ts'

interface Options {
  paper: PaperParts
  /** Index of the open part. */
  part: number
  attemptId: string
  ports: Pick<Device, 'storage' | 'clock'>
  answers: ReadonlyMap<string, SavedAnswer>
}

/** Position in the paper, marked questions and time per question. Kept on this device only. */
export class Sitting {
  readonly #options: Options
  readonly #timer: QuestionTimer
  #progress: Progress
  #part: Part

  constructor(options: Options) {
    this.#options = options
    const { paper, attemptId, ports, answers } = options
    this.#part = paper.part(options.part)
    const all = paper.parts.flatMap(idsIn)
    this.#progress = loadProgress(ports.storage, attemptId, all, answeredIn(answers), idsIn(this.#part))
    this.#timer = new QuestionTimer(ports.clock, mostSeconds(this.#progress.seconds, answers))
  }

  get part(): Part {
    return this.#part
  }

  get progress(): Progress {
    return this.#progress
  }

  /** The current question. */
  get current(): string {
    return this.#progress.current
  }

  /** Index of the current question among its part's multiple-choice questions, from 0; -1 for a coding question. */
  get index(): number {
    return this.#part.questions.findIndex(({ id }) => id === this.current)
  }

  secondsOn(questionId: string): number {
    return this.#timer.secondsOn(questionId)
  }

  /** Starts timing when the question is on a visible screen. */
  enter(): void {
    if (this.index >= 0) this.#timer.enter(this.current)
  }

  pause(): void {
    this.#timer.pause()
    this.keep()
  }

  resume(): void {
    if (this.index >= 0) this.#timer.resume()
  }

  /** Opens a question of the open part by index. @returns false if there is none or it is already open */
  goTo(index: number): boolean {
    const id = this.#part.questions[index]?.id
    if (id === undefined || id === this.current) return false
    this.#timer.enter(id)
    this.#visit(id)
    return true
  }

  /** Opens a coding question of the open part. */
  goToCoding(questionId: string): void {
    this.#visit(questionId)
  }

  /** Shows the template of a language. undefined hides it. */
  showTemplate(questionId: string, untouched: Untouched | undefined): void {
    const { [questionId]: before, ...others } = this.#progress.untouched
    if (before === untouched) return
    this.#progress = { ...this.#progress, untouched: untouched ? { ...others, [questionId]: untouched } : others }
    this.keep()
  }

  /** Opens another part at its first question. */
  openPart(index: number): void {
    this.#part = this.#options.paper.part(index)
    // No multiple-choice question is displayed in the coding section.
    if (this.#part.questions.length === 0) this.#timer.pause()
    const [coding] = this.#part.coding
    if (coding) this.#visit(coding.questionId)
    else this.goTo(0)
  }

  toggleMark(): void {
    this.#progress = toggleMark(this.#progress, this.current)
    this.keep()
  }

  keep(): void {
    this.#progress = { ...this.#progress, seconds: this.#timer.all() }
    saveProgress(this.#options.ports.storage, this.#options.attemptId, this.#progress)
  }

  /** The attempt is over. */
  end(): void {
    this.#timer.pause()
  }

  #visit(id: string): void {
    this.#progress = visit(this.#progress, id)
    this.keep()
  }
}

const answeredIn = (answers: ReadonlyMap<string, SavedAnswer>) =>
  new Set([...answers.values()].filter((answer) => answer.selectedAnswer !== null).map((answer) => answer.questionId))

/** Seconds per question: this device's measurement or the server's, whichever is larger. */
function mostSeconds(local: Readonly<Record<string, number>>, answers: ReadonlyMap<string, SavedAnswer>) {
  const seconds = { ...local }
  for (const { questionId, timeSpent } of answers.values())
    seconds[questionId] = Math.max(seconds[questionId] ?? 0, timeSpent)
  return seconds
}
