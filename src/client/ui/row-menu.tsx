import { ActionIcon, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { type Ref, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'

export interface RowAction {
  label: string
  icon?: Icon
  onClick: () => void
  /** Shown in red. Should be the last action. */
  destructive?: boolean
  disabled?: boolean
}

/** Drops actions that do not apply (false). */
export const offered = (actions: readonly (RowAction | false)[]): RowAction[] =>
  actions.filter((action) => action !== false)

/** Current or last position of a list's single menu. */
export interface MenuPlace<Row> {
  row: Row
  button: HTMLButtonElement
  opened: boolean
}

/** Functions for a list's menu buttons. Stable across renders. */
export interface MenuControls<Row> {
  /** Opens the row's menu at the pressed button, or closes it. */
  toggle: (row: Row, button: HTMLButtonElement) => void
  /** Moves the open menu to another button, because the list switched between cards and table. */
  move: (button: HTMLButtonElement) => void
  close: () => void
}

/** State of the open menu. All rows share one, because 200 menus would each listen to every click and key press. */
export function useRowMenu<Row>() {
  const [place, setPlace] = useState<MenuPlace<Row>>()
  const controls = useMemo<MenuControls<Row>>(
    () => ({
      toggle: (row, button) =>
        setPlace((before) => ({ row, button, opened: !(before?.opened && before.button === button) })),
      move: (button) => setPlace((before) => (before && before.button !== button ? { ...before, button } : before)),
      close: () => setPlace((before) => before && { ...before, opened: false }),
    }),
    [],
  )
  return { place, controls }
}

interface RowMenuButtonProps<Row> {
  row: Row
  expanded: boolean
  controls: MenuControls<Row>
}

export function RowMenuButton<Row>({ row, expanded, controls }: RowMenuButtonProps<Row>) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (expanded && button.current) controls.move(button.current)
  }, [expanded, controls])
  return (
    <ActionIcon
      ref={button}
      id={id}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label="Actions"
      aria-haspopup="menu"
      aria-expanded={expanded}
      aria-controls={expanded ? `${id}-dropdown` : undefined}
      onClick={(event) => controls.toggle(row, event.currentTarget)}
    >
      <IconDots size={18} />
    </ActionIcon>
  )
}

interface RowMenuProps<Row> {
  place: MenuPlace<Row> | undefined
  actions: (row: Row) => RowAction[]
  onClose: () => void
}

/** The menu, placed at its row's button. When it opens, the first action is focused. */
export function RowMenu<Row>({ place, actions, onClose }: RowMenuProps<Row>) {
  return (
    <Menu
      id={place?.button.id ?? ''}
      opened={place?.opened ?? false}
      onChange={(opened) => !opened && onClose()}
      position="bottom-end"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Anchor button={place?.button ?? null} />
      </Menu.Target>
      <Menu.Dropdown>
        {place &&
          actions(place.row).map(({ label, icon: Shape, onClick, destructive, disabled }) => (
            <Menu.Item
              key={label}
              c={destructive ? 'var(--mantine-color-error)' : undefined}
              disabled={disabled ?? false}
              leftSection={Shape && <Shape size={16} aria-hidden />}
              onClick={onClick}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Renders nothing. Points the menu at a button that is rendered elsewhere. */
function Anchor({ button, ref }: { button: HTMLButtonElement | null; ref?: Ref<HTMLButtonElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(button)
  }, [button, ref])
  return null
}
