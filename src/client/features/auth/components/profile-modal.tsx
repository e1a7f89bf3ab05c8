import { Button, Divider, SimpleGrid, Text, Title } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import type { CurrentUser } from '#shared/auth/auth.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { profileParts } from '../model/profile-facts.ts'
import { useProfile } from '../queries.ts'
import { Banner, failed, type Outcome } from './outcome-banner.tsx'
import { PasswordChange, passwordHelp } from './password-change.tsx'
import classes from './profile.module.css'
import { ProfileFields } from './profile-fields.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** A short profile over any screen: the user's details, the editable fields and the password. */
export function ProfileModal({ opened, onClose }: DialogProps) {
  const mayClose = useRef(async () => true)
  const asking = useRef(false)
  const close = async () => {
    if (asking.current) return
    asking.current = true
    const leave = await mayClose.current()
    asking.current = false
    if (leave) onClose()
  }
  // Close after Back or a link, because the screen behind the dialog has changed.
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const openedAt = useRef(pathname)
  useEffect(() => {
    if (openedAt.current !== pathname) onClose()
    openedAt.current = pathname
  }, [pathname, onClose])
  return (
    <Modal opened={opened} onClose={() => void close()} title="Profile" size="lg">
      <Content mayClose={mayClose} />
    </Modal>
  )
}

function Content({ mayClose }: { mayClose: RefObject<() => Promise<boolean>> }) {
  const { user, error } = useProfile()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const profile = useProfileForm(user, setOutcome)
  useEffect(() => {
    mayClose.current = profile.mayClose
    return () => {
      mayClose.current = async () => true
    }
  })
  const changeable = profileParts(user).flatMap(({ facts }) => facts.filter(({ field }) => field !== undefined))
  return (
    <div className={classes.compact}>
      <Banner outcome={error ? failed('Failed to load profile data', messageOf(error)) : null} />
      <PersonFacts user={user} />
      <Divider my="lg" />
      <form onSubmit={profile.save} noValidate aria-label="Profile">
        <Banner outcome={outcome} onClose={() => setOutcome(null)} />
        <ProfileFields facts={changeable} form={profile.form} />
        <ModalActions>
          <Button type="submit" loading={profile.form.busy}>
            Save Changes
          </Button>
        </ModalActions>
      </form>
      <Divider my="lg" />
      <Title order={3} size="h4">
        Security Settings
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {passwordHelp}
      </Text>
      <PasswordChange />
    </div>
  )
}

/** Read-only details of a user: name, email, role and, if any, the college. */
function PersonFacts({ user }: { user: CurrentUser }) {
  const facts: [string, string][] = [
    ['Name', user.name],
    ['Email', user.email],
    ['Role', roleLabels[user.role]],
  ]
  if (user.collegeId) facts.push(['College', user.collegeId.name], ['College Code', user.collegeId.code])
  return (
    <SimpleGrid component="dl" minColWidth="min(220px, 100%)" autoFlow="auto-fit" spacing="lg" verticalSpacing="sm">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </SimpleGrid>
  )
}
