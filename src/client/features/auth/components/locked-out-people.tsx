import { Alert, Box, Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { formatTime } from '#client/lib/time.ts'
import { useLiftSignInLimit, useLockedOutPeople } from '../queries.ts'
import classes from './profile.module.css'

/** People who are locked out after too many failed sign-ins. Hidden if there are none. */
export function LockedOutPeople() {
  const people = useLockedOutPeople()
  const lift = useLiftSignInLimit()
  if (people.length === 0) return null
  return (
    <Alert
      data-print="hide"
      mb="lg"
      color="yellow"
      variant="light"
      icon={<IconLock size={18} aria-hidden />}
      title={`${plural(people.length, 'person has', 'people have')} to wait before signing in again`}
    >
      Too many sign-ins failed. Someone may have forgotten a password, or tried to guess it.
      <Box component="ul" mah={220} mt="xs" className={classes.people}>
        {people.map(({ id, name, email, until }) => (
          <li key={id}>
            <Box component="span" miw={0} className="anywhere">
              <strong>{name}</strong> {email}, until {formatTime(until)}
            </Box>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Allow sign-in of ${name}`}
              loading={lift.isPending && lift.variables.id === id}
              onClick={() =>
                lift.mutate(
                  { id },
                  {
                    onSuccess: ({ message }) => notify.success(message),
                    onError: (error) => notify.error(messageOf(error)),
                  },
                )
              }
            >
              Allow sign-in
            </Button>
          </li>
        ))}
      </Box>
    </Alert>
  )
}
