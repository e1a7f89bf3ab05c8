import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { numberText, plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { Note } from '#client/ui/note.tsx'
import { SelectionBar } from '#client/ui/selection-bar.tsx'
import { type ItemAction, maxImportItems } from '#shared/bank/import.rules.ts'
import { type ItemFilter, useDecide } from '../../import-queries.ts'
import classes from './diagnosis.module.css'

interface DecisionBarProps {
  importId: string
  /** Indexes of the selected items, or `all` for every match of the filter. */
  selected: ReadonlySet<string> | 'all'
  filter: ItemFilter
  /** Number of items that match the filter. */
  total: number
  /** Labels of the readings to offer, each with its number of selected questions if known. */
  labels: ReadonlyMap<string, number | undefined>
  onSelectAll: () => void
  onClear: () => void
}

/** Applies a decision to all selected items. */
export function DecisionBar({ importId, selected, filter, total, labels, onSelectAll, onClear }: DecisionBarProps) {
  const decide = useDecide()
  const count = selected === 'all' ? total : selected.size
  const send = async (decision: { label?: string; action?: ItemAction }) => {
    const which = selected === 'all' ? { filter } : { items: [...selected].map(Number) }
    const answer = await reportOutcome(
      decide.mutateAsync({ id: importId, ...which, ...decision }),
      undefined,
      'Failed to save the decisions',
    )
    if (!answer) return
    if (answer.changed === count) notify.success(`${plural(answer.changed, 'question')} changed`)
    else
      notify.warning(
        `${numberText(answer.changed)} of ${plural(count, 'question')} changed. The choice does not apply to the others.`,
      )
    onClear()
  }
  return (
    <SelectionBar
      count={count}
      total={total}
      max={maxImportItems}
      onSelectAll={onSelectAll}
      selecting={false}
      onClear={onClear}
    >
      {labels.size > 0 && (
        <Menu position="top-start" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
              Choose reading
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.readings}>
            {[...labels].map(([label, questions]) => (
              <Menu.Item key={label} onClick={() => void send({ label })}>
                {label}
                {questions !== undefined && questions < count && <Note>{plural(questions, 'question')}</Note>}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Menu position="top-start" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
            Duplicates
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void send({ action: 'replace' })}>Replace those in the bank</Menu.Item>
          <Menu.Item onClick={() => void send({ action: 'version' })}>Save as new versions</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" size="xs" onClick={() => void send({ action: 'skip' })}>
        Skip
      </Button>
      <Button variant="default" size="xs" onClick={() => void send({ action: 'add' })}>
        Add
      </Button>
    </SelectionBar>
  )
}
