import { ActionIcon, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import classes from './bell.module.css'
import { useBell } from './use-bell.ts'

type List = ComponentType<{ bell: RefObject<HTMLDivElement | null>; onClose: () => void }>

const maxShown = 9

/** The bell with the unread count. A click shows the latest few notifications, with code loaded on first use. */
export function Bell() {
  // Fetch after the page's own requests: in the same batch, this one would delay them.
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true))
    return () => clearTimeout(timer)
  }, [])
  const unread = useBell(ready).data?.unreadCount ?? 0
  const bell = useRef<HTMLDivElement>(null)
  const [List, setList] = useState<List>()
  const [opened, setOpened] = useState(false)
  const toggle = async () => {
    try {
      const { BellList } = await import('./bell-list.tsx')
      setList(() => BellList)
      setOpened(!opened)
    } catch (error) {
      notify.error(messageOf(error))
    }
  }
  return (
    <div ref={bell} className={classes.bell}>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={toggle}
        title="Notifications"
        aria-label={`Notifications${unread ? `, ${unread} unread` : ''}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
      >
        <IconBell size={18} stroke={1.7} />
      </ActionIcon>
      {unread > 0 && (
        <Text
          mt={{ base: 3, sm: -2 }}
          mr={{ base: 2, sm: -3 }}
          span
          inherit
          miw={17}
          h={17}
          px={4}
          fw={650}
          ta="center"
          className={`tabular ${classes.badge}`}
          aria-hidden
        >
          {unread > maxShown ? `${maxShown}+` : unread}
        </Text>
      )}
      {List && opened && <List bell={bell} onClose={() => setOpened(false)} />}
    </div>
  )
}
