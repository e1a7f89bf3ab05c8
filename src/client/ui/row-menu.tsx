import { ActionIcon, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'

export interface RowAction {
  label: string
  icon?: Icon
  onClick: () => void
  /** Red and last. */
  destructive?: boolean
  disabled?: boolean
}

/** The actions of one row behind one button; opened, the first has the focus. Nothing to do, no button. */
export function RowMenu({ actions }: { actions: RowAction[] }) {
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Actions">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Shape, onClick, destructive, disabled }) => (
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
