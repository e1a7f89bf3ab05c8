import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { ExamRoom } from '../model/exam-room.ts'
import classes from './room-notice.module.css'

/** What the room has to say, over the top of the question for a while; it moves nothing. */
export function RoomNotice({ room }: { room: ExamRoom }) {
  const told = useSyncExternalStore(room.notice.subscribe, room.notice.told)
  return (
    <div className={classes.place} role="alert" aria-atomic="false">
      {told.map(({ id, sentence, tone }) => (
        <div key={id} className={classes.notice} data-tone={tone}>
          {tone === 'warning' ? <IconAlertTriangle size={20} aria-hidden /> : <IconInfoCircle size={20} aria-hidden />}
          <span>{sentence}</span>
          <CloseButton aria-label="Dismiss" onClick={() => room.notice.dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
