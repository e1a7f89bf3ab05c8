import { Switch } from '@mantine/core'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { usePutSecondStep, useSecondStep } from './use-sign-ins.ts'

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
      onChange={({ currentTarget: { checked } }) =>
        put.mutate(
          { required: checked },
          {
            onSuccess: () => notify.success('Settings saved'),
            onError: (error) => notify.error(messageOf(error)),
          },
        )
      }
    />
  )
}
