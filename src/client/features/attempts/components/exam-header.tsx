import { Box, Button, Group, Text } from '@mantine/core'
import { IconMaximize } from '@tabler/icons-react'
import { canFullscreen, enterFullscreen } from '#client/lib/device/fullscreen.ts'
import { CollegeLogo } from '#client/ui/brand-logo.tsx'
import type { ExamRoom } from '../model/exam-room.ts'
import { proctoringSentences } from '../model/notices.ts'
import type { RoomView } from '../model/room-view.ts'
import classes from './exam-header.module.css'
import { KeyboardHelp, SaveChip, ViolationList } from './header-chips.tsx'
import { Timer } from './timer.tsx'
import { useIsFullscreen } from './use-room.ts'

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
  // Until then, Next is the filled button; in the coding section it is the workspace's own Submit.
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
        {!isCoding && <KeyboardHelp opened={help} onChange={onHelp} />}
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
