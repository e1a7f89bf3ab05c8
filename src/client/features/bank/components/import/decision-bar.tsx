import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { numberText, plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { SelectionBar } from '#client/ui/selection-bar.tsx'
import { type ItemAction, maxImportItems } from '#shared/bank/import.rules.ts'
import { type ItemFilter, useDecide } from '../../import-queries.ts'

interface DecisionBarProps {
  importId: string
  /** Places of the selected items, or `all` that match the filter. */
  selected: ReadonlySet<string> | 'all'
  filter: ItemFilter
  /** Number of items that match the filter. */
  total: number
  /** Number of readings to offer. */
  readings: number
  onSelectAll: () => void
  onClear: () => void
}

/** Decides about many items at once. */
export function DecisionBar({ importId, selected, filter, total, readings, onSelectAll, onClear }: DecisionBarProps) {
  const decide = useDecide()
  const count = selected === 'all' ? total : selected.size
  const send = async (decision: { reading?: number; action?: ItemAction }) => {
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
      most={maxImportItems}
      onSelectAll={onSelectAll}
      selecting={false}
      onClear={onClear}
    >
      {readings > 1 && (
        <Menu position="top-start" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
              Choose reading
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {Array.from({ length: readings }, (_, at) => at + 1).map((number) => (
              <Menu.Item key={number} onClick={() => void send({ reading: number - 1 })}>
                Reading {number}
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
