import { Button, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RoomView } from '../model/room-view.ts'
import classes from './reader-overlay.module.css'

/** Covers the questions while the test is open elsewhere. The time stays visible above. */
export function ReaderOverlay({ room, view: { role, save } }: { room: ExamRoom; view: RoomView }) {
  const button = useRef<HTMLButtonElement>(null)
  const isReader = role.as === 'reader'
  useEffect(() => {
    if (isReader) button.current?.focus({ preventScroll: true })
  }, [isReader])
  if (!isReader) return null
  return (
    <section className={classes.cover} aria-labelledby="elsewhere">
      <div className={classes.card}>
        <IconDevices size={28} aria-hidden />
        <div role="alert">
          <h2 id="elsewhere">
            This test was continued {role.elsewhere === 'tab' ? 'in another tab' : 'on another device'}.
          </h2>
        </div>
        <Text size="sm" c="dimmed">
          You can only view it here. The clock keeps running, and every answer you gave here counts
          {save.unsent > 0 ? '. Unsent answers are still being sent.' : '.'}
        </Text>
        {role.failed && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            The server could not be reached. Check the connection and try again.
          </Text>
        )}
        <Button ref={button} loading={role.taking} onClick={() => room.takeOver()}>
          Continue here
        </Button>
      </div>
    </section>
  )
}
