import { ActionIcon, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { type Ref, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'

export interface RowAction {
  label: string
  icon?: Icon
  onClick: () => void
  /** Red and last. */
  destructive?: boolean
  disabled?: boolean
}

/** Position of a list's single menu, now or last. */
export interface MenuPlace<Row> {
  row: Row
  button: HTMLButtonElement
  opened: boolean
}

/** Functions for a list's menu buttons; stable across renders. */
export interface MenuControls<Row> {
  /** A button was pressed: the row's menu opens there, or closes. */
  toggle: (row: Row, button: HTMLButtonElement) => void
  /** The button of the open menu is another element now: the list has become cards, or a table. */
  move: (button: HTMLButtonElement) => void
  close: () => void
}

/** Whose menu is open. A list has one menu for all its rows: two hundred would each watch every click and key. */
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

/** The button at a row's end. */
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

/** The menu itself, at the button of the row it belongs to; opened, the first action has the focus. */
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

/** Draws nothing: tells the menu that its target is a button which is drawn elsewhere. */
function Anchor({ button, ref }: { button: HTMLButtonElement | null; ref?: Ref<HTMLButtonElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(button)
  }, [button, ref])
  return null
}
