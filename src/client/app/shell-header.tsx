import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { Bell } from '#client/features/notifications/components/bell.tsx'
import { SearchButton } from '#client/features/search/components/search-button.tsx'
import { useAuthoring } from '#client/lib/authoring.ts'
import { messageOf } from '#client/lib/errors.ts'
import { whileLoading } from '#client/lib/loading.ts'
import { notify } from '#client/lib/notify.ts'
import type { BackLink } from '#client/lib/page-title.ts'
import { useSession } from '#client/lib/session.ts'
import { mayLeaveWork } from '#client/lib/unsaved-work.ts'
import { CollegeLogo } from '#client/ui/brand-logo.tsx'
import { ColorSchemeToggle } from '#client/ui/color-scheme-toggle.tsx'
import type { DialogProps } from '#client/ui/modal.tsx'
import type { CurrentUser } from '#shared/auth/auth.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import classes from './shell.module.css'
import { dashboardTitles, pagesOf } from './tabs.ts'

type Place = 'header' | 'sidebar'

/** The page title, the signed-in user and the controls available on every page. */
export function ShellHeader({ user, title, back }: { user: CurrentUser; title: string; back: BackLink | undefined }) {
  const dashboard = dashboardTitles[user.role]
  const { data: may } = useAuthoring()
  return (
    <>
      <Stack gap={0} flex={1} miw={0} lh={1.3}>
        {back ? (
          <Link to={back.to} search={back.search ?? {}} state={back.state ?? {}} className={classes.back}>
            <IconArrowLeft size={14} stroke={1.7} aria-hidden />
            {back.label}
          </Link>
        ) : (
          title !== dashboard && (
            <Text span inherit truncate maw="100%" c="dimmed" fz="xs">
              {dashboard}
            </Text>
          )
        )}
        {/* A long title is truncated until it is focused, for example by a tap. */}
        <h1 id="page-title" className={classes.title} title={title} tabIndex={-1}>
          {title}
        </h1>
      </Stack>
      <Person user={user} place="header" />
      <div className={classes.buttons}>
        <SearchButton pages={pagesOf(user.role, may)} />
        <Bell />
        <ProfileButton />
        <DeviceButtons place="header" />
      </div>
    </>
  )
}

/** Colour scheme and sign-out. On a phone, they are below the tabs to leave room in the header for the title. */
export function DeviceButtons({ place }: { place: Place }) {
  const { logout } = useSession()
  return (
    <div className={classes.device} data-place={place}>
      <ColorSchemeToggle />
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
  )
}

type ProfileDialog = ComponentType<DialogProps>

/** Opens the Profile dialog, whose code (forms and validation) is loaded on first use. */
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

/** The signed-in person. Shown below the tabs on phones. */
export function Person({ user, place }: { user: CurrentUser; place: Place }) {
  return (
    <Group gap={12} wrap="nowrap" miw={0} className={classes.who} data-place={place}>
      <Stack gap={0} miw={0} lh={1.3} className={classes.person} data-place={place}>
        <Text span inherit truncate maw="100%" fz="sm" fw={550} title={user.name}>
          {user.name}
        </Text>
        <Text span inherit truncate maw="100%" c="dimmed" fz="xs" title={user.collegeName ?? undefined}>
          {roleLabels[user.role]}
          {user.collegeName && ` · ${user.collegeName}`}
        </Text>
      </Stack>
      <CollegeLogo size={32} />
    </Group>
  )
}
