import { Button, Tooltip } from '@mantine/core'
import { IconEye, IconMaximize } from '@tabler/icons-react'
import { canFullscreen, enterFullscreen } from '../model/browser-fullscreen.ts'
import type { ExamRoom, RoomView } from '../model/exam-room.ts'
import { proctoringSentences } from '../model/violations.ts'
import classes from './exam-header.module.css'
import { SaveChip } from './save-chip.tsx'
import { Timer } from './timer.tsx'
import { useIsFullscreen } from './use-room.ts'

interface ExamHeaderProps {
  room: ExamRoom
  view: RoomView
  onSubmit: () => void
}

/** Always there: the test, the time, whether answers are saved, what was recorded, and Submit. */
export function ExamHeader({ room, view, onSubmit }: ExamHeaderProps) {
  return (
    <header className={classes.header}>
      <h1 className={classes.name} title={room.test.testName}>
        {room.test.testName}
      </h1>
      <div className={classes.signs}>
        <SaveChip save={view.save} onRetry={() => room.retry()} />
        <ViolationCount count={view.violations} />
        <FullscreenButton onRefused={() => room.notice.show(proctoringSentences.fullscreenNeeded)} />
      </div>
      <div className={classes.timer}>
        <Timer room={room} />
      </div>
      <Button className={classes.submit} onClick={onSubmit} disabled={view.submit.phase !== 'idle'}>
        Submit
      </Button>
    </header>
  )
}

function ViolationCount({ count }: { count: number }) {
  const words = `${count} ${count === 1 ? 'violation' : 'violations'} recorded`
  return (
    <Tooltip label={`${words}: leaving this tab or full screen`} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard and touch */}
      <span className={classes.chip} data-state={count > 0 ? 'warned' : 'quiet'} tabIndex={0}>
        <IconEye size={18} aria-hidden />
        <span aria-hidden>{count}</span>
        <span className="visually-hidden">{words}</span>
      </span>
    </Tooltip>
  )
}

/** The way back into full screen, where the browser has one. */
function FullscreenButton({ onRefused }: { onRefused: () => void }) {
  const full = useIsFullscreen()
  if (full || !canFullscreen()) return null
  const enter = async () => {
    if (!(await enterFullscreen())) onRefused()
  }
  return (
    <button type="button" className={classes.chip} data-state="offline" onClick={enter}>
      <IconMaximize size={18} aria-hidden />
      <span>Full screen</span>
    </button>
  )
}
