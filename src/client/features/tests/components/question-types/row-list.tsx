import { Box, Button, Group } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { swapped } from '../../model/draft-changes.ts'
import { IconTool, MoveTools } from '../icon-tool.tsx'
import { FieldGroup } from './field-group.tsx'
import { useQuestionForm } from './use-question-form.ts'

interface RowListProps<Row> {
  /** Form path of the list: `accepted`, `gaps.0.accepted`. */
  path: string
  label: string
  description?: ReactNode
  /** The row's name in button labels: `pair`. */
  what: string
  rows: Row[]
  blank: Row
  /** Minimum number of rows. */
  min?: number
  max: number
  canMove?: boolean
  /** True if rows can be neither added nor removed. */
  fixed?: boolean
  children: (row: Row, at: number) => ReactNode
}

/** A list whose rows can be added, removed and moved. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { path, label, description, what, rows, blank, min = 0, max, canMove = false, fixed = false, children } = props
  const { set, form, errorOf } = useQuestionForm()
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)

  /** Changes the list, then moves focus, because the focused button may now belong to another row. */
  const change = (next: Row[], focus: () => HTMLElement | null | undefined) => {
    set(path, next)
    // Errors in the list may belong to other rows now.
    for (const at of Object.keys(form.errors)) if (at.startsWith(`${path}.`)) form.clearFieldError(at)
    requestAnimationFrame(() => focus()?.focus())
  }
  const inRow = (at: number, selector: string) => list.current?.children[at]?.querySelector<HTMLElement>(selector)
  const move = (from: number, by: 1 | -1) =>
    change(swapped(rows, from, by), () => inRow(from + by, `[aria-label$="${by === 1 ? 'down' : 'up'}"]`))
  const remove = (at: number) =>
    change(rows.toSpliced(at, 1), () => inRow(Math.min(at, rows.length - 2), '[data-remove]') ?? add.current)

  return (
    <FieldGroup label={label} description={description} error={errorOf(path)}>
      <Box ref={list} display="grid" style={{ gap: 8 }}>
        {rows.map((row, at) => (
          // Rows have no ids. The index is a safe key, because all fields are controlled.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Group key={at} gap={4} wrap="nowrap" align="flex-start" miw={0}>
            <Box flex={1} miw={0}>
              {children(row, at)}
            </Box>
            {canMove && (
              <Group gap={0} wrap="nowrap" mt={3}>
                <MoveTools
                  what={`${what} ${at + 1}`}
                  first={at === 0}
                  last={at === rows.length - 1}
                  onMove={(by) => move(at, by)}
                />
              </Group>
            )}
            {!fixed && (
              <Box mt={3}>
                <IconTool
                  label={`Remove ${what} ${at + 1}`}
                  off={rows.length <= min}
                  data-remove=""
                  onClick={() => remove(at)}
                >
                  <IconTrash size={16} aria-hidden />
                </IconTool>
              </Box>
            )}
          </Group>
        ))}
      </Box>
      {!fixed && rows.length < max && (
        <AddButton
          label={`Add ${what}`}
          path={path}
          buttonRef={add}
          onClick={() => change([...rows, blank], () => inRow(rows.length, 'input, textarea'))}
        />
      )}
    </FieldGroup>
  )
}

interface AddButtonProps {
  label: string
  /** Focused for errors at this path, such as a list with too few rows. */
  path: string
  buttonRef?: Ref<HTMLButtonElement>
  onClick: () => void
}

export const AddButton = ({ label, path, buttonRef, onClick }: AddButtonProps) => (
  <Button
    ref={buttonRef}
    variant="default"
    size="xs"
    leftSection={<IconPlus size={14} aria-hidden />}
    style={{ alignSelf: 'flex-start' }}
    data-path={path}
    onClick={onClick}
  >
    {label}
  </Button>
)
