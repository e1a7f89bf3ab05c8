import { Box, Button, Center, Stack, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RoomView } from '../model/room-view.ts'
import type { SaveStatus } from '../model/save-status.ts'
import classes from './exam-view.module.css'

/** Covers the questions while the test is open elsewhere. The timer above is still visible. */
export function ReaderOverlay({ room, view: { role, save } }: { room: ExamRoom; view: RoomView }) {
  const button = useRef<HTMLButtonElement>(null)
  const isReader = role.as === 'reader'
  useEffect(() => {
    if (isReader) button.current?.focus({ preventScroll: true })
  }, [isReader])
  if (!isReader) return null
  const { oneDevice } = room.test.rules
  const place = role.elsewhere === 'tab' ? 'in another tab' : 'on another device'
  return (
    <Center component="section" p={16} pos="absolute" inset={0} className={classes.cover} aria-labelledby="elsewhere">
      <Stack
        align="center"
        gap={12}
        maw={420}
        p={24}
        ta="center"
        bdrs="lg"
        className="card"
        style={{ boxShadow: 'var(--mantine-shadow-lg)' }}
      >
        <IconDevices size={28} aria-hidden style={{ color: 'var(--mantine-color-dimmed)' }} />
        <div role="alert">
          <Box component="h2" id="elsewhere" fz={17} fw={600} lh={1.4}>
            This test {oneDevice ? 'is open' : 'was continued'} {place}.
          </Box>
        </div>
        <Text size="sm" c="dimmed">
          {oneDevice ? (
            <OneDevice elsewhere={role.elsewhere} save={save} />
          ) : (
            <>
              You can only view it here. The clock keeps running, and every answer you gave here counts
              {save.unsent > 0 ? '. Unsent answers are still being sent.' : '.'}
            </>
          )}
        </Text>
        {role.failed && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {save.state === 'elsewhere'
              ? 'The other device is still in use.'
              : 'The server could not be reached. Check the connection and try again.'}
          </Text>
        )}
        <Button ref={button} loading={role.taking} onClick={() => room.takeOver()}>
          {oneDevice ? 'Retry' : 'Continue here'}
        </Button>
      </Stack>
    </Center>
  )
}

/** Explains how to continue a test that can be open in only one place. */
function OneDevice({ elsewhere, save: { unsent, kept } }: { elsewhere: 'tab' | 'device'; save: SaveStatus }) {
  const keeps = kept ? 'on this device' : 'while this page stays open'
  return (
    <>
      This test can be open in only one place at a time.{' '}
      {elsewhere === 'tab'
        ? 'Continue in the other tab, or close it and press Retry.'
        : 'To continue here, close the test on the other device and wait 90 seconds, or ask a staff member to move your attempt to this one. It will then open here automatically.'}{' '}
      The clock keeps running.
      {unsent > 0 && ` Your unsent answers are kept ${keeps} and are sent then.`}
    </>
  )
}
