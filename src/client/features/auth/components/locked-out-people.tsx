import { Alert, Box, Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { answerToasts } from '#client/lib/report-outcome.ts'
import { formatTime } from '#client/lib/time.ts'
import { useLiftSignInLimit, useLockedOutPeople } from '../queries.ts'

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
      icon={<IconLock size={18} aria-hidden />}
      title={`${plural(people.length, 'person has', 'people have')} to wait before signing in again`}
    >
      Too many failed sign-ins. They may have forgotten their password, or someone tried to guess it.
      <Box component="ul" mah={220} mt="xs" className="people">
        {people.map(({ id, name, email, until }) => (
          <li key={id}>
            <Box component="span" miw={0} className="anywhere">
              <strong>{name}</strong> {email}, until {formatTime(until)}
            </Box>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Allow sign-in for ${name}`}
              loading={lift.isPending && lift.variables.id === id}
              onClick={() => lift.mutate({ id }, answerToasts)}
            >
              Allow sign-in
            </Button>
          </li>
        ))}
      </Box>
    </Alert>
  )
}
