import { Button, Switch } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useExportData } from '#client/features/privacy/queries.ts'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { useGroupChanges, usePutGroupChanges, usePutSecondStep, useSecondStep } from './use-sign-in-settings.ts'

const savedOrFailed = {
  onSuccess: () => notify.success('Settings saved'),
  onError: (error: unknown) => notify.error(messageOf(error)),
}

/** Setting that requires a second step of all staff. */
export function SecondStepSetting() {
  const setting = useSecondStep()
  const put = usePutSecondStep()
  return (
    <Switch
      label="Require a second step for all staff"
      description="Administrators and faculty without two-step sign-in or a passkey set one up before anything else."
      disabled={!setting || put.isPending}
      checked={put.isPending ? put.variables.required : (setting?.required ?? false)}
      onChange={({ currentTarget: { checked } }) => put.mutate({ required: checked }, savedOrFailed)}
    />
  )
}

/** Setting for whether the college must approve students' group changes. */
export function GroupSetting() {
  const settings = useGroupChanges()
  const put = usePutGroupChanges()
  return (
    <Switch
      label="Approve changes of batch, branch and section"
      description="Students send requests, which you accept or reject on your dashboard. Otherwise they can change them without approval, and you are notified."
      disabled={!settings || put.isPending}
      checked={(put.isPending ? put.variables.groupChanges : settings?.groupChanges) === 'approve'}
      onChange={({ currentTarget: { checked } }) =>
        put.mutate({ groupChanges: checked ? 'approve' : 'free' }, savedOrFailed)
      }
    />
  )
}

export const ownDataHelp =
  'A zip file with all data stored about you: profile, tests, answers, programs and notifications. To have it erased, ask your college.'

/** Lets a student download their own data. */
export function OwnData() {
  const exporting = useExportData()
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={exporting.isPending}
        onClick={() =>
          exporting.mutate(undefined, {
            onError: (error) => notify.error(messageOf(error, 'Failed to export your data')),
          })
        }
      >
        Download my data
      </Button>
    </div>
  )
}
