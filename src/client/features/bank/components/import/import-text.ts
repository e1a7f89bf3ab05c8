import { paperText } from '#client/features/tests/model/paper-text.ts'
import { numberText, plural } from '#client/lib/format.ts'
import type { Tone } from '#client/ui/status-badge.tsx'
import { formatNames, type ImportState, statusLabels } from '#shared/bank/import.rules.ts'
import type { Import, ImportItem } from '../../import-queries.ts'

export const stateBadges: Record<ImportState, { tone: Tone; label: string }> = {
  reading: { tone: 'info', label: 'Reading' },
  ready: { tone: 'warning', label: 'Not added' },
  failed: { tone: 'danger', label: 'Failed' },
  adding: { tone: 'info', label: 'Adding' },
  confirmed: { tone: 'success', label: 'Added' },
  undone: { tone: 'neutral', label: 'Undone' },
}

const statusTones: Record<ImportItem['status'], Tone> = {
  taken: 'success',
  loss: 'warning',
  decide: 'info',
  refused: 'danger',
}

export function badgeOf({ status, reading, action }: ImportItem): { tone: Tone; label: string } {
  if (action === 'skip' && status !== 'refused') return { tone: 'neutral', label: 'Skipped' }
  if (status === 'decide' && reading !== undefined) return { tone: 'success', label: 'Decided' }
  return { tone: statusTones[status], label: statusLabels[status] }
}

export const formatOf = ({ format }: Import) => (format ? formatNames[format] : 'Unknown format')

export const itemCount = ({ totals }: Import) => totals.taken + totals.loss + totals.decide + totals.refused

/** Counts of the items that confirming leaves out: `2 undecided, 3 refused, 1 skipped`; empty if there are none. */
export function leftOutText(one: Import): string {
  const skipped = itemCount(one) - one.toAdd - one.undecided - one.totals.refused
  return [
    [one.undecided, 'undecided'],
    [one.totals.refused, 'refused'],
    [skipped, 'skipped'],
  ]
    .flatMap(([count, word]) => (Number(count) > 0 ? `${numberText(Number(count))} ${word}` : []))
    .join(', ')
}

/** `312 complete, 4 with a loss, 2 to decide, 1 refused`, without zero counts. */
export function totalsText({ totals }: Import): string {
  const { taken, loss, decide, refused } = totals
  return [
    [taken, 'complete'],
    [loss, 'with a loss'],
    [decide, 'to decide'],
    [refused, 'refused'],
  ]
    .flatMap(([count, word]) => (Number(count) > 0 ? `${numberText(Number(count))} ${word}` : []))
    .join(', ')
}

/** An item's text, or its name if the text could not be read. */
export function textOf({ question, readings, title }: ImportItem): string {
  const shown = question ?? readings?.[0]?.question
  return shown ? paperText(shown.type, shown.questionText) : title
}

/** An item's name in the file; empty if the name is just the beginning of the text. */
export function nameOf(item: ImportItem): string {
  const start = item.title.replace(/…$/, '').trimEnd()
  return textOf(item).replace(/\s+/g, ' ').trim().startsWith(start) ? '' : item.title
}

/** An item's location in the file: `Line 12, items/q1.xml`. */
export const placeText = ({ line, file }: ImportItem) =>
  [line !== undefined && `Line ${numberText(line)}`, file].filter(Boolean).join(', ')

export const undoneText = ({ removed, kept }: { removed: number; kept: number }) =>
  kept === 0
    ? `Removed ${plural(removed, 'question')}`
    : `Removed ${plural(removed, 'question')}, kept ${numberText(kept)}`

export const confirmedText = ({ added, skipped = 0 }: { added: number; skipped?: number | undefined }) => {
  const done = `${plural(added, 'question')} added to the bank`
  return skipped === 0
    ? done
    : `${done}. ${numberText(skipped)} ${skipped === 1 ? 'was' : 'were'} added in the meantime and ${skipped === 1 ? 'is' : 'are'} skipped.`
}
