import { ActionIcon } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useSession } from '#client/lib/session.tsx'
import { ColorSchemeToggle } from '#client/ui/color-scheme-toggle.tsx'
import type { CurrentUser } from '#shared/auth/schema.ts'
import { roleLabels } from '#shared/roles.ts'
import classes from './shell.module.css'
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
      <Person user={user} />
      <div className={classes.buttons}>
        <ColorSchemeToggle />
        <ActionIcon variant="subtle" color="gray" onClick={logout} title="Log out" aria-label="Log out">
          <IconLogout size={18} stroke={1.7} />
        </ActionIcon>
      </div>
    </>
  )
}

/** Who is signed in; on a phone it stands below the tabs, where it has room. */
export function Person({ user }: { user: CurrentUser }) {
  return (
    <div className={classes.person}>
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
