import { Button, CloseButton, Group, Paper, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconFolders } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { known } from '#client/lib/known.ts'
import { searchOf, useListParams } from '#client/lib/list-params.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedList } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { useIsNarrow } from '#client/ui/use-is-narrow.ts'
import { usePlainTexts } from '#client/ui/use-plain-texts.ts'
import { statusLabels } from '#shared/bank/import.rules.ts'
import {
  type Import,
  type ImportCategory,
  type ImportItem,
  type ItemFilter,
  useImportItems,
} from '../../import-queries.ts'
import { DecisionBar } from './decision-bar.tsx'
import classes from './diagnosis.module.css'
import { ConfirmBar, ImportOutcome } from './import-actions.tsx'
import { itemCount, nameOf, textOf } from './import-text.ts'
import { itemColumns, rowId } from './item-columns.tsx'
import { ItemDetail } from './item-detail.tsx'
import { TopicsDialog } from './topics-dialog.tsx'

const shownValues = ['taken', 'loss', 'decide', 'undecided', 'refused', 'duplicates'] as const
type Shown = (typeof shownValues)[number]

function filterOf(show: Shown | undefined, search: string | undefined): ItemFilter {
  const base = search ? { search } : {}
  if (!show) return base
  if (show === 'duplicates') return { ...base, duplicates: true }
  return show === 'undecided' ? { ...base, undecided: true } : { ...base, status: show }
}

const chipsOf = (one: Import) => {
  const { totals, undecided, duplicates } = one
  return [
    { value: undefined, label: 'All', count: itemCount(one) },
    { value: 'taken', label: statusLabels.taken, count: totals.taken },
    { value: 'loss', label: statusLabels.loss, count: totals.loss },
    { value: 'decide', label: statusLabels.decide, count: totals.decide },
    ...(undecided > 0 && undecided < totals.decide
      ? [{ value: 'undecided', label: 'Undecided', count: undecided } as const]
      : []),
    { value: 'refused', label: statusLabels.refused, count: totals.refused },
    { value: 'duplicates', label: 'Duplicates', count: duplicates },
  ] as const
}

/** A file's items, each with a preview and the decisions to make. */
export function Diagnosis({ one, categories }: { one: Import; categories: readonly ImportCategory[] }) {
  const { importId, state } = one
  const isReady = state === 'ready'
  const [params, setParams] = useListParams(['show'])
  const { page, limit, search } = params
  const show = known(shownValues, params.show)
  const filter = filterOf(show, search)
  const list = useImportItems({ id: importId, page, limit, ...filter })
  const rows = list.data?.items
  const total = list.data?.pagination.total ?? 0
  const selection = useSelection(JSON.stringify(filter), rows, list.isPlaceholderData)
  const topics = useDialog<true>()
  const [open, setOpen] = useState<number>()
  const panel = useRef<HTMLElement>(null)
  const openItem = useCallback(({ index }: ImportItem) => {
    setOpen(index)
    requestAnimationFrame(() => panel.current?.focus({ preventScroll: true }))
  }, [])
  const columns = useMemo(() => itemColumns(openItem), [openItem])
  const close = () => {
    if (open !== undefined) document.getElementById(rowId(open))?.focus()
    setOpen(undefined)
  }
  const { ref, narrow } = useIsNarrow(64, 'rem')
  const at = rows?.findIndex(({ index }) => index === open) ?? -1
  const item = rows?.[at]
  const [name = ''] = usePlainTexts([item ? nameOf(item) || textOf(item) : ''], false)
  const heading = item ? `${item.index + 1}. ${name.slice(0, 200)}` : ''
  // A dialog or menu has the focus while it is open, and a search field clears itself.
  useWindowEvent('keydown', ({ key }) => {
    const { activeElement } = document
    const isHere = activeElement === document.body || ref.current?.contains(activeElement)
    if (key === 'Escape' && item && isHere && !narrow) close()
  })
  const clear = () => setParams({ show: '', search: '' })
  const detail = item && (
    <>
      <Steps rows={rows ?? []} at={at} onOpen={setOpen} />
      <ItemDetail key={item.index} importId={importId} item={item} canDecide={isReady} />
    </>
  )
  return (
    <>
      {!isReady && <ImportOutcome one={one} />}
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <ChoiceChips
          label="Questions shown"
          choices={chipsOf(one)}
          value={show}
          onChange={(next) => setParams({ show: next ?? '' })}
        />
        {isReady && categories.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconFolders size={16} aria-hidden />}
            onClick={() => topics.open(true)}
          >
            Topics
          </Button>
        )}
      </Group>
      <FilterBar
        search={searchOf({ search }, setParams, 'Search titles and categories')}
        onClear={search || show ? clear : undefined}
      />
      <div ref={ref} className={classes.columns} data-open={(item && !narrow) || undefined}>
        <DataList<ImportItem>
          label="Questions"
          columns={columns}
          rows={rows}
          rowKey={({ index }) => String(index)}
          onOpen={openItem}
          cardsBelow={40}
          {...(isReady && {
            selection: {
              ids: selection.shown,
              onChange: selection.change,
              nameOf: ({ index, title }) => `${index + 1}. ${title}`,
            },
          })}
          {...pagedList(list, setParams)}
          noMatches={{ title: 'No questions match', text: 'Try other words or show all questions.', onClear: clear }}
        />
        {narrow === false && item && (
          <Paper
            withBorder
            component="section"
            p="md"
            ref={panel}
            tabIndex={-1}
            className={classes.panel}
            aria-label={`Question ${item.index + 1}`}
          >
            <Group justify="space-between" wrap="nowrap" align="flex-start" mb="sm">
              <Title order={2} size="h4" className="anywhere" lineClamp={3}>
                {heading}
              </Title>
              <CloseButton aria-label="Close the question" onClick={close} />
            </Group>
            {detail}
          </Paper>
        )}
      </div>
      {narrow && (
        <Modal opened={item !== undefined} onClose={() => setOpen(undefined)} title={heading} size="lg">
          {detail}
        </Modal>
      )}
      {isReady &&
        (selection.isEmpty ? (
          <ConfirmBar one={one} />
        ) : (
          <DecisionBar
            importId={importId}
            selected={selection.selected}
            filter={filter}
            total={total}
            labels={selection.labels}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
          />
        ))}
      {topics.show((_, dialog) => (
        <TopicsDialog importId={importId} categories={categories} {...dialog} />
      ))}
    </>
  )
}

/** Buttons to the previous and next question of the page. */
const Steps = ({ rows, at, onOpen }: { rows: readonly ImportItem[]; at: number; onOpen: (index: number) => void }) => {
  const step = (label: string, row: ImportItem | undefined, Shape: typeof IconChevronLeft) => (
    <Button
      variant="default"
      size="xs"
      leftSection={<Shape size={14} aria-hidden />}
      disabled={!row}
      onClick={() => row && onOpen(row.index)}
    >
      {label}
    </Button>
  )
  return (
    <Group gap="xs" mb="md">
      {step('Previous', rows[at - 1], IconChevronLeft)}
      {step('Next', rows[at + 1], IconChevronRight)}
    </Group>
  )
}

const itemsOf = (ids: ReadonlySet<string>, ...known: readonly ReadonlyMap<string, ImportItem>[]) =>
  [...ids].flatMap((id) => known.find((items) => items.has(id))?.get(id) ?? [])

/** The labels of the items' readings. @param isAll true if these are all selected items, so labels can be counted */
function labelsOf(items: readonly ImportItem[], isAll: boolean): Map<string, number | undefined> {
  const counts = new Map<string, number | undefined>()
  for (const { readings = [] } of items)
    for (const { label } of readings) if (label) counts.set(label, isAll ? (counts.get(label) ?? 0) + 1 : undefined)
  return counts
}

/**
 * Selected rows, on all pages. Cleared when the filter changes.
 * @param list identifies the filtered list
 * @param isOutdated true while the previous list's rows are shown, which cannot be selected
 */
function useSelection(list: string, rows: readonly ImportItem[] | undefined, isOutdated: boolean) {
  const [selected, setSelected] = useState<ReadonlySet<string> | 'all'>(new Set<string>())
  const [listed, setListed] = useState(list)
  if (listed !== list) {
    setListed(list)
    setSelected(new Set())
  }
  // Individually selected rows, including ones on other pages.
  const [seen, setSeen] = useState<ReadonlyMap<string, ImportItem>>(new Map())
  const current = new Map((rows ?? []).map((row) => [String(row.index), row]))
  const onPage = () => new Set(current.keys())
  const shown = selected === 'all' ? onPage() : selected
  return {
    selected,
    isEmpty: shown.size === 0,
    shown,
    labels: labelsOf(selected === 'all' ? [...current.values()] : itemsOf(shown, current, seen), selected !== 'all'),
    change: (ids: readonly string[], isSelected: boolean) => {
      if (isOutdated) return
      const next = new Set(shown)
      for (const id of ids) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      setSelected(next)
      setSeen(new Map([...seen, ...current]))
    },
    selectAll: () => setSelected('all'),
    clear: () => setSelected(new Set()),
  }
}
