import { Box, Stack, Text } from '@mantine/core'
import { IconAlarm, IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { announcementFor, formatRemaining, toneOf } from '../model/clock.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import classes from './exam-view.module.css'
import { useTimeLeft } from './use-room.ts'

const icons = { green: IconClock, orange: IconAlarm, red: IconAlertTriangle }
const words = { green: 'Time left', orange: 'Less than 10 minutes left', red: 'Less than 5 minutes left' }

/**
 * Remaining time: large for the section, small for the whole test. Colour, icon and words change together. Announced
 * only at 10, 5 and 1 minutes.
 */
export function Timer({ room, hasSections }: { room: ExamRoom; hasSections: boolean }) {
  const { part, whole } = useTimeLeft(room)
  const tone = toneOf(part)
  const Icon = icons[tone]
  const label = hasSections ? `${words[tone]} in this section` : words[tone]
  return (
    <Box
      mih={40}
      py={2}
      px={10}
      c="var(--tone)"
      fz={18}
      fw={600}
      className={`tabular nowrap ${classes.timer}`}
      data-tone={tone}
      title={label}
    >
      <Icon size={18} aria-hidden />
      <Stack component="span" gap={0} lh={1.15}>
        <Text span inherit fz={18} role="timer" aria-label={label} aria-live="off">
          {formatRemaining(part)}
        </Text>
        {hasSections && (
          <Text span inherit c="dimmed" fz={11} fw={500}>
            <span className="visually-hidden">Time left in the whole test: </span>
            <span aria-hidden>Total </span>
            {formatRemaining(whole)}
          </Text>
        )}
      </Stack>
      <TimerVoice seconds={part} of={hasSections ? ' in this section' : ''} />
      {/* In the last section both times are the same. */}
      {hasSections && <TimerVoice seconds={part === whole ? 0 : whole} of=" in the whole test" />}
    </Box>
  )
}

function TimerVoice({ seconds, of }: { seconds: number; of: string }) {
  const before = useRef(seconds)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const next = announcementFor(before.current, seconds)
    before.current = seconds
    if (next) setSaid(`${next}${of}`)
  }, [seconds, of])
  return (
    <span className="visually-hidden" role="alert">
      {said}
    </span>
  )
}
