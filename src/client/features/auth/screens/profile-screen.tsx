import { Alert, Button, Group, Switch, Text } from '@mantine/core'
import { IconDownload, IconHourglass, IconPencil, IconSchool, IconUsers } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { LogoSection } from '#client/features/branding/logo-section.tsx'
import { useExportData } from '#client/features/privacy/queries.ts'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { answerToasts, reportOutcome } from '#client/lib/report-outcome.ts'
import { useUser } from '#client/lib/session.ts'
import { FormActions } from '#client/ui/form-actions.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import type { CurrentUser } from '#shared/auth/auth.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import { Devices } from '../components/devices.tsx'
import { Banner, failed, type Outcome } from '../components/outcome-banner.tsx'
import { Passkeys } from '../components/passkeys.tsx'
import { PasswordChange, passwordHelp } from '../components/password-change.tsx'
import classes from '../components/profile.module.css'
import { ProfileFacts, ProfileFields } from '../components/profile-fields.tsx'
import { SecondStepRequired } from '../components/second-step-required.tsx'
import { TwoStep } from '../components/two-step.tsx'
import { useProfileForm } from '../components/use-profile-form.ts'
import {
  useGroupChanges,
  usePutGroupChanges,
  usePutSecondStep,
  useSecondStep,
  useTwoStep,
} from '../components/use-sign-in-settings.ts'
import { profileParts } from '../model/profile-facts.ts'
import { useCollegeTotals, useOwnGroupRequest, useProfile, useWithdrawGroupRequest } from '../queries.ts'

export function ProfileScreen() {
  const user = useUser()
  const twoStep = useTwoStep(user.role !== 'student').data
  if (!twoStep?.isMissing) return <OwnProfile />
  return (
    <>
      <PageHeader title="Profile" purpose={purposeOf(user)} />
      <SecondStepRequired hasCodes={twoStep.isOn} />
    </>
  )
}

const purposeOf = ({ name, role, collegeName }: CurrentUser) =>
  [name, roleLabels[role], collegeName].filter(Boolean).join(' · ')

function OwnProfile() {
  const { user, error, isFetching, refetch } = useProfile()
  const [editing, setEditing] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const edit = useRef<HTMLButtonElement>(null)
  // After closing the form, focus the button that opened it.
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const unread = error ? failed('Failed to load profile data', messageOf(error)) : null

  return (
    <>
      <PageHeader
        title="Profile"
        purpose={purposeOf(user)}
        action={
          !editing && (
            <Button
              ref={edit}
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => {
                setOutcome(null)
                setEditing(true)
              }}
            >
              Edit Profile
            </Button>
          )
        }
      />
      {user.role === 'college_admin' && <Totals />}
      <Banner
        outcome={unread}
        action={
          <Button variant="default" size="compact-sm" mt="xs" loading={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      />
      <Banner outcome={outcome} onClose={() => setOutcome(null)} />
      {user.role === 'student' && <OwnGroupRequest />}
      {editing ? (
        <Editor
          user={user}
          onCancel={() => {
            setOutcome(null)
            setEditing(false)
            void refetch()
          }}
          onOutcome={(next) => {
            setOutcome(next)
            if (next?.good) setEditing(false)
          }}
        />
      ) : (
        profileParts(user).map(({ title, text, facts }) => (
          <FormSection key={title} title={title} text={text}>
            <ProfileFacts facts={facts} />
          </FormSection>
        ))
      )}
      {user.role === 'master_admin' && <LogoSection owner="platform" />}
      {user.role === 'college_admin' && <LogoSection owner="college" />}
      {user.role === 'college_admin' && (
        <FormSection title="Students’ groups" text="Tests are assigned by batch, branch and section.">
          <GroupSetting />
        </FormSection>
      )}
      <FormSection title="Security Settings" text={passwordHelp}>
        <PasswordChange />
      </FormSection>
      {user.role !== 'student' && (
        <FormSection title="Two-step sign-in" text="Require a code from your phone in addition to your password.">
          <TwoStep />
          {user.role === 'master_admin' && <SecondStepSetting />}
        </FormSection>
      )}
      <FormSection title="Passkeys" text="Sign in with your fingerprint, face or PIN instead of your password.">
        <Passkeys />
      </FormSection>
      <FormSection title="Signed-in devices" text="Sign out devices you don’t recognise.">
        <Devices />
      </FormSection>
      {user.role === 'student' && (
        <FormSection title="Your data" text={ownDataHelp}>
          <OwnData />
        </FormSection>
      )}
    </>
  )
}

function Totals() {
  const totals = useCollegeTotals()
  return (
    <StatCards
      label="People"
      stats={[
        { label: 'Total Faculty', value: totals?.totalFaculty ?? '–', icon: IconUsers },
        { label: 'Total Students', value: totals?.totalStudents ?? '–', icon: IconSchool },
      ]}
    />
  )
}

interface EditorProps {
  user: CurrentUser
  onCancel: () => void
  onOutcome: (outcome: Outcome | null) => void
}

function Editor({ user, onCancel, onOutcome }: EditorProps) {
  const { form, save } = useProfileForm(user, onOutcome)
  const node = useRef<HTMLFormElement>(null)
  useEffect(() => node.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={node} onSubmit={save} noValidate aria-label="Profile">
      {profileParts(user).map(({ title, text, facts }) => (
        <FormSection key={title} title={title} text={text}>
          <ProfileFields facts={facts} form={form} />
        </FormSection>
      ))}
      <div className={`line-above ${classes.saveBar}`} data-bottom-bar>
        <FormActions submitLabel="Save Changes" busy={form.busy} onCancel={onCancel} />
      </div>
    </form>
  )
}

/** The student's pending request to change groups. Hidden without one. */
function OwnGroupRequest() {
  const request = useOwnGroupRequest()
  const withdraw = useWithdrawGroupRequest()
  if (!request) return null
  const { batch, branch, section } = request.to
  return (
    <Alert mb="md" color="blue" icon={<IconHourglass size={18} aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          You asked to move to {[batch, branch, section].filter(Boolean).join(' · ')}. Waiting for your college’s
          approval.
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate(undefined, answerToasts)}
        >
          Withdraw
        </Button>
      </Group>
    </Alert>
  )
}

const savedOrFailed = {
  onSuccess: () => notify.success('Settings saved'),
  onError: (error: unknown) => notify.error(messageOf(error)),
}

function SecondStepSetting() {
  const setting = useSecondStep()
  const put = usePutSecondStep()
  return (
    <Switch
      label="Require a second step for all staff"
      description="Administrators and faculty must set up two-step sign-in or a passkey before they can continue."
      disabled={!setting || put.isPending}
      checked={put.isPending ? put.variables.required : (setting?.required ?? false)}
      onChange={({ currentTarget: { checked } }) => put.mutate({ required: checked }, savedOrFailed)}
    />
  )
}

function GroupSetting() {
  const settings = useGroupChanges()
  const put = usePutGroupChanges()
  return (
    <Switch
      label="Approve changes to batch, branch and section"
      description="Students send requests that you accept or reject on your dashboard. Otherwise, they make changes without approval and you are notified."
      disabled={!settings || put.isPending}
      checked={(put.isPending ? put.variables.groupChanges : settings?.groupChanges) === 'approve'}
      onChange={({ currentTarget: { checked } }) =>
        put.mutate({ groupChanges: checked ? 'approve' : 'free' }, savedOrFailed)
      }
    />
  )
}

const ownDataHelp =
  'A zip file with all data stored about you: profile, tests, answers, submissions and notifications. To have it deleted, ask your college.'

function OwnData() {
  const exporting = useExportData()
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={exporting.isPending}
        onClick={() => void reportOutcome(exporting.mutateAsync(), undefined, 'Failed to export your data')}
      >
        Download my data
      </Button>
    </div>
  )
}
