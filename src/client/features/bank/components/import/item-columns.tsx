import { Text, UnstyledButton } from '@mantine/core'
import type { Column } from '#client/ui/data-list-props.ts'
import { Dash, Note } from '#client/ui/note.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { actionLabels, duplicateText } from '#shared/bank/import.rules.ts'
import type { ImportItem } from '../../import-queries.ts'
import { QuestionLine } from '../question-line.tsx'
import { badgeOf, nameOf, placeText, textOf } from './import-text.ts'

/** Id of the button that opens an item. */
export const rowId = (index: number) => `item-${index}`

const maxLosses = 3

/** Notes for the author: why an item is refused, what is lost, and its duplicate. */
function Remarks({ item }: { item: ImportItem }) {
  const { reason, losses, duplicate, action, reading, readings = [] } = item
  const label = reading === undefined ? '' : readings[reading]?.label
  const rest = losses.length - maxLosses
  if (!reason && losses.length === 0 && !duplicate) return <Dash label="None" />
  return (
    <Text component="div" size="sm" className="anywhere">
      {label ? <div>Read as: {label}</div> : reason && <div>{reason}</div>}
      {losses.slice(0, maxLosses).map((loss) => (
        <div key={loss}>{loss}</div>
      ))}
      {rest > 0 && <Note>and {rest} more</Note>}
      {duplicate && (
        <div>
          {duplicateText(duplicate)}
          {(action === 'replace' || action === 'version') && `: ${actionLabels[action].toLowerCase()}`}
        </div>
      )}
    </Text>
  )
}

export const itemColumns = (open: (item: ImportItem) => void): readonly Column<ImportItem>[] => [
  {
    id: 'title',
    header: 'Question',
    card: 'title',
    cell: (item) => (
      <>
        <UnstyledButton id={rowId(item.index)} className="text-link anywhere" onClick={() => open(item)}>
          <Text span inherit lineClamp={2}>
            {item.index + 1}. <QuestionLine text={textOf(item)} />
          </Text>
        </UnstyledButton>
        <Note className="anywhere">{[nameOf(item), item.category, placeText(item)].filter(Boolean).join(' · ')}</Note>
      </>
    ),
  },
  { id: 'status', header: 'Status', width: 130, cell: (item) => <StatusBadge {...badgeOf(item)} /> },
  { id: 'remarks', header: 'Remarks', card: 'wide', cell: (item) => <Remarks item={item} /> },
]
