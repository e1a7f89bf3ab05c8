import {
  ActionIcon,
  Badge,
  Box,
  Button,
  Group,
  Input,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
} from '@mantine/core'
import { IconAlertCircle, IconArrowDown, IconArrowUp, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode, useId, useRef, useState } from 'react'
import { saveText } from '#client/lib/save-file.ts'
import { NumberField } from '#client/ui/number-field.tsx'
import type { DraftCase } from '../../model/question-draft.ts'
import { groupLabel, isWeighted } from '../../model/question-groups.ts'
import classes from './editor.module.css'
import { useDraft, useDraftStore } from './use-question-draft.ts'

interface CaseRowProps {
  row: DraftCase
  /** Zero-based index of the case. */
  at: number
  last: boolean
  open: boolean
}

/** The beginning of the text, on one line. */
const glimpse = (text: string) => text.slice(0, 120).replace(/\s+/g, ' ').trim() || 'empty'

/** One test case: a summary line that expands to its fields. Memoized, because there may be five hundred rows. */
export const CaseRow = memo(function CaseRow({ row, at, last, open }: CaseRowProps) {
  const store = useDraftStore()
  const panel = useId()
  const refused = useDraft(({ errors }) => Object.keys(errors).some((path) => path.startsWith(`testCases.${at}.`)))
  const group = useDraft(({ draft: { groups } }) => {
    const place = groups.findIndex(({ key }) => key === row.group)
    return groups[place] && groupLabel(groups[place], place)
  })
  const weighted = useDraft(({ draft }) => isWeighted(draft.groups, row))
  const number = at + 1
  return (
    <li className={`card ${classes.case}`} data-row={row.key} data-open={open || undefined}>
      <Group gap={2} wrap="nowrap" pe={6}>
        <button
          type="button"
          className={classes.unfold}
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => store.toggle(row.key)}
        >
          <IconChevronRight size={18} className="chevron" aria-hidden />
          <span className="tabular" style={{ flexShrink: 0, minWidth: 20, fontWeight: 600 }}>
            <span className="visually-hidden">Test case </span>
            {number}
          </span>
          <Badge variant={row.is_sample ? 'light' : 'default'} color="indigo" flex="none">
            {row.is_sample ? 'Sample' : 'Hidden'}
          </Badge>
          {group !== undefined && (
            <Badge variant="default" tt="none" className={classes.group}>
              {group}
            </Badge>
          )}
          {refused && (
            <span style={{ display: 'grid', flexShrink: 0, color: 'var(--mantine-color-error)' }}>
              <IconAlertCircle size={15} aria-hidden />
              <span className="visually-hidden">Contains errors</span>
            </span>
          )}
          {!open && (
            <Box component="span" visibleFrom="xs" className={classes.glimpse}>
              <span>{glimpse(row.input)}</span>
              <span aria-hidden>→</span>
              <span>{glimpse(row.expected_output)}</span>
            </Box>
          )}
        </button>
        {weighted && (
          <span className={`tabular ${classes.weight}`}>
            <span>weight </span>
            {row.weight}
          </span>
        )}
        <RowTool
          label={`Move test case ${number} up`}
          off={at === 0}
          onClick={() => store.move('testCases', row.key, -1)}
        >
          <IconArrowUp size={16} />
        </RowTool>
        <RowTool label={`Move test case ${number} down`} off={last} onClick={() => store.move('testCases', row.key, 1)}>
          <IconArrowDown size={16} />
        </RowTool>
        <RowTool
          label={at === 0 && last ? 'The last test case cannot be removed' : `Remove test case ${number}`}
          off={at === 0 && last}
          onClick={() => store.remove('testCases', row.key)}
        >
          <IconTrash size={16} />
        </RowTool>
      </Group>
      {open && (
        <Stack id={panel} gap="sm" px={12} pt={4} pb={14}>
          <CaseFields row={row} at={at} />
        </Stack>
      )}
    </li>
  )
})

interface RowToolProps {
  label: string
  off: boolean
  onClick: () => void
  children: ReactNode
}

/** A small button at the end of a row. Uses aria-disabled to keep focus when its row reaches either end of the list. */
export const RowTool = ({ label, off, onClick, children }: RowToolProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="md"
    title={label}
    aria-label={label}
    aria-disabled={off}
    data-disabled={off || undefined}
    onClick={off ? undefined : onClick}
  >
    {children}
  </ActionIcon>
)

function CaseFields({ row, at }: { row: DraftCase; at: number }) {
  const store = useDraftStore()
  const errors = useDraft((state) => state.errors)
  const groups = useDraft(({ draft }) => draft.groups)
  const path = (field: keyof DraftCase) => `testCases.${at}.${field}`
  const text = (field: 'input' | 'expected_output') => ({
    value: row[field],
    error: errors[path(field)],
    path: path(field),
    onChange: (value: string) => store.setRow('testCases', row.key, { [field]: value }),
  })
  return (
    <>
      <SimpleGrid minColWidth="min(260px, 100%)" autoFlow="auto-fit" spacing="sm">
        <CaseText label="Input" {...text('input')} />
        <CaseText label="Expected output" {...text('expected_output')} />
      </SimpleGrid>
      <Group gap="12px 32px" align="flex-end" justify="space-between">
        <Switch
          label="Sample"
          description="Shown to students and used by Run"
          checked={row.is_sample}
          onChange={(event) => store.setRow('testCases', row.key, { is_sample: event.currentTarget.checked })}
        />
        {groups.length > 0 && (
          <Select
            allowDeselect
            label="Group"
            flex="1 1 160px"
            maw={280}
            placeholder="No group"
            clearable
            clearButtonProps={{ 'aria-label': 'Remove from its group' }}
            data={groups.map((group, place) => ({ value: group.key, label: groupLabel(group, place) }))}
            value={row.group || null}
            onChange={(key) => store.setRow('testCases', row.key, { group: key ?? '' })}
          />
        )}
        <NumberField
          label={isWeighted(groups, row) ? 'Weight' : 'Weight (not used)'}
          w={isWeighted(groups, row) ? 120 : 150}
          inputMode="numeric"
          value={row.weight}
          error={errors[path('weight')]}
          data-path={path('weight')}
          onChange={(weight) => store.setRow('testCases', row.key, { weight })}
        />
      </Group>
    </>
  )
}

interface CaseTextProps {
  label: string
  value: string
  error: string | undefined
  path: string
  onChange: (value: string) => void
}

/** Longer text is truncated at first: in a field with a million characters, each keystroke takes a second. */
const maxFieldLength = 60_000
const shownOfLong = 1_500

function CaseText({ label, value, error, path, onChange }: CaseTextProps) {
  const [whole, setWhole] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  if (value.length > maxFieldLength && !whole)
    return (
      <Input.Wrapper label={label} required error={error} labelElement="div">
        <Text size="xs" c="dimmed" className="tabular" mb={4}>
          {value.length.toLocaleString()} characters. Only the beginning is shown.
        </Text>
        <pre
          className="code-block"
          style={{ height: 128, border: '1px solid var(--mantine-color-default-border)' }}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          tabIndex={0}
        >
          {value.slice(0, shownOfLong)}…
        </pre>
        <Group gap="xs" mt={6}>
          <Button variant="default" size="xs" data-path={path} onClick={() => file.current?.click()}>
            Replace with a file
          </Button>
          <Button variant="default" size="xs" onClick={() => saveText('case.txt', value, 'text/plain')}>
            Download
          </Button>
          <Button variant="subtle" color="gray" size="xs" onClick={() => setWhole(true)}>
            Edit here
          </Button>
        </Group>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={`File for ${label}`}
          onChange={async (event) => {
            const chosen = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (chosen) onChange(await chosen.text())
          }}
        />
      </Input.Wrapper>
    )
  return (
    <Textarea
      autosize={false}
      label={label}
      required
      rows={5}
      resize="vertical"
      spellCheck={false}
      autoCapitalize="off"
      classNames={{ input: 'code-input' }}
      value={value}
      error={error}
      data-path={path}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
