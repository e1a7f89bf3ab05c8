import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlarm, IconAlertTriangle, IconClock, IconMaximize } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { canFullscreen, enterFullscreen } from '#client/lib/device/fullscreen.ts'
import { CollegeLogo } from '#client/ui/brand-logo.tsx'
import { announcementFor, formatRemaining, toneOf } from '../model/clock.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import { proctoringSentences } from '../model/notices.ts'
import type { RoomView } from '../model/room-view.ts'
import classes from './exam-header.module.css'
import { KeyboardHelp, SaveChip, ViolationList } from './header-chips.tsx'
import { useIsFullscreen, useTimeLeft } from './use-room.ts'

interface ExamHeaderProps {
  room: ExamRoom
  view: RoomView
  help: boolean
  onHelp: (opened: boolean) => void
  onAsk: (about: 'submit' | 'leave') => void
  onSignIn: () => void
}

/** Always visible: test, section, time left, save state, violations and the submit button. */
export function ExamHeader({ room, view, help, onHelp, onAsk, onSignIn }: ExamHeaderProps) {
  const { part, parts, index, isLastPart, role, submit, leave } = view
  const busy = submit.phase !== 'idle' || leave.phase !== 'idle' || role.as === 'reader'
  const hasSections = parts.length > 1
  const isCoding = part.coding.length > 0
  // Before the last question, Next is the filled button. In the coding section, the workspace's Submit is.
  const isAtEnd = !isCoding && index === view.palette.length - 1
  return (
    <header className={`line-below ${classes.header}`} data-sections={hasSections || undefined}>
      <Group gap={10} wrap="nowrap" miw={0} className={classes.who}>
        <CollegeLogo size={28} />
        <div className={classes.name}>
          <h1 title={room.test.testName}>{room.test.testName}</h1>
          {hasSections && (
            <p title={part.name ?? undefined}>
              <Box component="span" flex="none">
                Section {part.index + 1} of {parts.length}
              </Box>
              <Text span inherit c="var(--mantine-color-text)" fw={550} className={classes.section}>
                {part.name}
              </Text>
            </p>
          )}
        </div>
      </Group>
      <Group gap={4} wrap="nowrap" miw={0} className={classes.signs}>
        <SaveChip save={view.save} onRetry={room.retry} onSignIn={onSignIn} />
        <ViolationList noticed={view.noticed} />
        {!isCoding && <KeyboardHelp question={view.question} opened={help} onChange={onHelp} />}
        <FullscreenButton onRefused={() => room.notify(proctoringSentences.fullscreenNeeded)} />
      </Group>
      <div className={classes.timer}>
        <Timer room={room} hasSections={hasSections} />
      </div>
      <Button
        className={classes.submit}
        variant={isAtEnd ? 'filled' : 'outline'}
        onClick={() => onAsk(isLastPart ? 'submit' : 'leave')}
        disabled={busy}
      >
        {isLastPart ? (isCoding ? 'Submit test' : 'Submit') : 'Next section'}
      </Button>
    </header>
  )
}

/** Re-enters full screen, if the browser supports it. */
function FullscreenButton({ onRefused }: { onRefused: () => void }) {
  const full = useIsFullscreen()
  if (full || !canFullscreen()) return null
  const enter = async () => {
    if (!(await enterFullscreen())) onRefused()
  }
  return (
    <button type="button" className={`tabular ${classes.chip}`} data-state="offline" onClick={enter}>
      <IconMaximize size={18} aria-hidden />
      <span>Full screen</span>
    </button>
  )
}

const timerIcons = { green: IconClock, orange: IconAlarm, red: IconAlertTriangle }
const timerWords = { green: 'Time left', orange: 'Less than 10 minutes left', red: 'Less than 5 minutes left' }

/**
 * Remaining time: large for the section, small for the whole test. Colour, icon and words change together. Announced
 * only at 10, 5 and 1 minutes.
 */
function Timer({ room, hasSections }: { room: ExamRoom; hasSections: boolean }) {
  const { part, whole } = useTimeLeft(room)
  const tone = toneOf(part)
  const Icon = timerIcons[tone]
  const label = hasSections ? `${timerWords[tone]} in this section` : timerWords[tone]
  return (
    <Box
      mih={40}
      py={2}
      px={10}
      c="var(--tone)"
      fz={18}
      fw={600}
      className={`tabular nowrap ${classes.time}`}
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
      {/* In the last section, both times are equal, so announce only one. */}
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
