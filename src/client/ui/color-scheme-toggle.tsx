import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** Switches between light and dark, and remembers the choice. The system setting is the default. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      onClick={() => setColorScheme(other)}
      title={`Switch to ${other} theme`}
      aria-label={`Switch to ${other} theme`}
    >
      {scheme === 'dark' ? <IconSun size={18} stroke={1.7} /> : <IconMoon size={18} stroke={1.7} />}
    </ActionIcon>
  )
}
