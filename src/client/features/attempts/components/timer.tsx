import { IconAlarm, IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { announcementFor, formatRemaining, toneOf } from '../model/countdown.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import classes from './timer.module.css'
import { useSecondsLeft } from './use-room.ts'

const icons = { green: IconClock, orange: IconAlarm, red: IconAlertTriangle }
const words = { green: 'Time left', orange: 'Less than 10 minutes left', red: 'Less than 5 minutes left' }

/** What remains; colour, icon and words change together. Read aloud only at 10, 5 and 1 minutes. */
export function Timer({ room }: { room: ExamRoom }) {
  const seconds = useSecondsLeft(room)
  const tone = toneOf(seconds)
  const Icon = icons[tone]
  return (
    <div className={classes.timer} data-tone={tone} title={words[tone]}>
      <Icon size={18} aria-hidden />
      <span role="timer" aria-label={words[tone]} aria-live="off">
        {formatRemaining(seconds)}
      </span>
      <TimerVoice seconds={seconds} />
    </div>
  )
}

function TimerVoice({ seconds }: { seconds: number }) {
  const before = useRef(seconds)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const next = announcementFor(before.current, seconds)
    before.current = seconds
    if (next) setSaid(next)
  }, [seconds])
  return (
    <span className="visually-hidden" role="alert">
      {said}
    </span>
  )
}
