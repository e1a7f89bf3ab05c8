import { Button, Drawer, Stack } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './filters.module.css'
import { useOpenDialog } from './modal-stack.ts'

/** For a `FilterBar` with many filters. Shows them in its row, or on a phone in a sheet that a button opens. */
export function FilterSheet({ chosen, children }: { chosen: number; children: ReactNode }) {
  const isPhone = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false })
  const [opened, { open, close }] = useDisclosure()
  const id = useId()
  useOpenDialog(id, isPhone && opened, close)
  if (!isPhone) return children
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
      </Button>
      <Drawer
        id={id}
        opened={opened}
        onClose={close}
        closeOnEscape={false}
        returnFocus={false}
        position="bottom"
        size="auto"
        title="Filters"
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{ content: classes.sheet }}
      >
        <Stack gap="sm">{children}</Stack>
        <Button fullWidth mt="lg" onClick={close}>
          Show results
        </Button>
      </Drawer>
    </>
  )
}
