import { ActionIcon } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { Bell } from '#client/features/notifications/components/bell.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { whileLoading } from '#client/lib/loading.ts'
import { notify } from '#client/lib/notify.ts'
import { useSession } from '#client/lib/session.tsx'
import { mayLeaveWork } from '#client/lib/unsaved-work.ts'
import { ColorSchemeToggle } from '#client/ui/color-scheme-toggle.tsx'
import type { CurrentUser } from '#shared/auth/schema.ts'
import { roleLabels } from '#shared/roles.ts'
import classes from './shell-header.module.css'
import { dashboardTitles } from './tabs.ts'

/** Where one is, who one is, and the way out. */
export function ShellHeader({ user, page }: { user: CurrentUser; page: string | undefined }) {
  const { logout } = useSession()
  return (
    <>
      <div className={classes.place}>
        <span className={classes.dashboard}>{dashboardTitles[user.role]}</span>
        {page && <span className={classes.page}>{page}</span>}
      </div>
      <Person user={user} place="header" />
      <div className={classes.buttons}>
        <Bell />
        <ColorSchemeToggle />
        <ProfileButton />
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={async () => {
            if (await mayLeaveWork()) logout()
          }}
          title="Log out"
          aria-label="Log out"
        >
          <IconLogout size={18} stroke={1.7} />
        </ActionIcon>
      </div>
    </>
  )
}

type ProfileDialog = ComponentType<{ opened: boolean; onClose: () => void }>

/** Opens the Profile dialog. Its code, with forms and their rules, is fetched when it is first wanted. */
function ProfileButton() {
  const [Dialog, setDialog] = useState<ProfileDialog>()
  const [opened, setOpened] = useState(false)
  const open = async () => {
    try {
      const { ProfileModal } = await whileLoading(
        import('#client/features/auth/components/profile-modal.tsx'),
        'Loading...',
      )
      setDialog(() => ProfileModal)
      setOpened(true)
    } catch (error) {
      notify.error(messageOf(error))
    }
  }
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={open}
        title="Profile"
        aria-label="Profile"
        aria-haspopup="dialog"
      >
        <IconUserCircle size={18} stroke={1.7} />
      </ActionIcon>
      {Dialog && <Dialog opened={opened} onClose={() => setOpened(false)} />}
    </>
  )
}

/** Who is signed in; on a phone it stands below the tabs, where it has room. */
export function Person({ user, place }: { user: CurrentUser; place: 'header' | 'sidebar' }) {
  return (
    <div className={classes.person} data-place={place}>
      <span className={classes.name} title={user.name}>
        {user.name}
      </span>
      <span className={classes.role} title={user.collegeName ?? undefined}>
        {roleLabels[user.role]}
        {user.collegeName && ` · ${user.collegeName}`}
      </span>
    </div>
  )
}
