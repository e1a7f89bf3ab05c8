import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { isDialogOpen } from '#client/ui/modal-stack.ts'
import type { SearchDialogProps } from './search-dialog.tsx'

const shortcut = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘K' : 'Ctrl+K'

/** Opens the search, as do Ctrl+K and ⌘K. The dialog's code is loaded on first use. */
export function SearchButton({ pages }: Pick<SearchDialogProps, 'pages'>) {
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps>>()
  const [opened, setOpened] = useState(false)
  const toggle = async () => {
    if (opened) return setOpened(false)
    // Do not open over another dialog, which may contain unsaved changes.
    if (isDialogOpen()) return
    try {
      const { SearchDialog } = await import('./search-dialog.tsx')
      setDialog(() => SearchDialog)
      setOpened(true)
    } catch (error) {
      notify.error(messageOf(error))
    }
  }
  useHotkeys([['mod+K', () => void toggle()]], [], true)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={toggle}
        title={`Search (${shortcut})`}
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
      >
        <IconSearch size={18} stroke={1.7} />
      </ActionIcon>
      {Dialog && <Dialog pages={pages} opened={opened} onClose={() => setOpened(false)} />}
    </>
  )
}
