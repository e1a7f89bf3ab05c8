import type { Language } from '#shared/coding/languages.rules.ts'
import { changeBetween, type JournalChunk } from '#shared/journals/journals.rules.ts'
import { Recorder } from '#shared/journals/recorder.rules.ts'
import { minute } from './calendar.ts'
import { randomOf } from './random.ts'

interface Written {
  questionId: string
  /** The student's previous program for the question, or ''. */
  before: string
  code: string
  language: Language
  /** True if most of the program was pasted. */
  isPasted: boolean
  /** When the student submitted it. */
  submittedAt: number
}

/** The journal of a student who wrote a program in the five minutes before submitting it. */
export function journalOf({ questionId, before, code, language, isPasted, submittedAt }: Written): JournalChunk[] {
  const random = randomOf(`${questionId} ${code} ${submittedAt}`)
  const start = submittedAt - 5 * minute
  const recorder = new Recorder(questionId, `demo-${start.toString(36)}`)
  const { position, deleted, inserted } = changeBetween(before, code)
  const rest = before.slice(position + deleted)
  let [at, text] = [start, before]
  const put = (kind: 'type' | 'paste', written: string, ms: number) => {
    at += ms
    text = before.slice(0, position) + written + rest
    recorder.edit(kind, { code: text, language }, at)
  }
  recorder.show({ code: before, language }, at)
  // The pace leaves time for a last run before the submission.
  const typed = isPasted ? inserted.indexOf('\n') + 1 : inserted.length
  const pace = Math.min(240, (3.5 * minute) / Math.max(1, typed))
  for (let end = 1; end <= typed; end++) {
    const pause = inserted[end - 2] === '\n' ? 2 * pace + 900 * random() : 0
    put('type', inserted.slice(0, end), pace * (0.4 + 0.8 * random()) + pause)
  }
  if (isPasted) put('paste', inserted, 20_000)
  recorder.mark('run', Math.max(at, submittedAt - 40_000))
  recorder.mark('submit', submittedAt)
  return recorder.take()
}
