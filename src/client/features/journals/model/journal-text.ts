import { violationWords } from '#client/features/attempts/components/violation-log.tsx'
import { plural } from '#client/lib/format.ts'
import type { JournalOutcome } from '#shared/journals/facts.rules.ts'
import type { Mark } from './timeline.ts'

/** A program whose journal cannot be trusted to be complete needs attention. */
export const outcomeTexts: Record<JournalOutcome, { text: string; tone: 'green' | 'yellow' | 'gray' }> = {
  leads: { text: 'Replaying the journal gives the submitted program.', tone: 'green' },
  differs: { text: 'Replaying the journal does not give the submitted program.', tone: 'yellow' },
  cut: { text: 'The journal reached its size limit, so its end is missing.', tone: 'yellow' },
  none: { text: 'No program was submitted.', tone: 'gray' },
}

export const jumpsText = (jumps: number) =>
  `The program changed ${plural(jumps, 'time')} without an edit in the journal, for example on another device.`

export function markText({ kind, text = '', violation = '' }: Mark): string {
  switch (kind) {
    case 'paste':
      return `Pasted ${plural(text.length, 'character')} from the clipboard`
    case 'run':
      return 'Ran the program'
    case 'submit':
      return 'Submitted the program'
    case 'violation':
      return violationWords[violation] ?? violation
    case 'jump':
      return 'The program changed without an edit'
    case 'cut':
      return 'The journal reached its size limit'
  }
}

const two = (value: number) => String(value).padStart(2, '0')

/** Time since the start of the journal: `4:07`, `1:02:33`. */
export function elapsedText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
