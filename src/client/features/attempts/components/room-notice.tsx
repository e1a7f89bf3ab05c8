import { CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { ExamRoom } from '../model/exam-room.ts'
import classes from './room-notice.module.css'

/** A warning that lies over the top of the question for a while and moves nothing. */
export function RoomNotice({ room }: { room: ExamRoom }) {
  const sentence = useSyncExternalStore(room.notice.subscribe, room.notice.sentence)
  return (
    <div className={classes.place} role="alert">
      {sentence !== null && (
        <div className={classes.notice}>
          <IconAlertTriangle size={20} aria-hidden />
          <span>{sentence}</span>
          <CloseButton aria-label="Dismiss" onClick={() => room.notice.dismiss()} />
        </div>
      )}
    </div>
  )
}
