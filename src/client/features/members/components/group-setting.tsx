import { Switch } from '@mantine/core'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { useCollegeSettings, usePutCollegeSettings } from '../queries.ts'

/** Setting for whether the college must approve students' group changes. */
export function GroupSetting() {
  const settings = useCollegeSettings()
  const put = usePutCollegeSettings()
  return (
    <Switch
      label="Approve changes of batch, branch and section"
      description="Students send requests, which you accept or reject on your dashboard. Otherwise they can change them without approval, and you are notified."
      disabled={!settings || put.isPending}
      checked={(put.isPending ? put.variables.groupChanges : settings?.groupChanges) === 'approve'}
      onChange={({ currentTarget: { checked } }) =>
        put.mutate(
          { groupChanges: checked ? 'approve' : 'free' },
          {
            onSuccess: () => notify.success('Settings saved'),
            onError: (error) => notify.error(messageOf(error)),
          },
        )
      }
    />
  )
}
