import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { useTestMode } from '#client/lib/test-mode.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import { ActionBar } from './action-bar.tsx'
import { ExamHeader } from './exam-header.tsx'
import classes from './exam-view.module.css'
import { Palette } from './palette.tsx'
import { QuestionView } from './question-view.tsx'
import { RoomNotice } from './room-notice.tsx'
import { describeSave } from './save-chip.tsx'
import { SignedOutDialog } from './signed-out-dialog.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { SubmitProgress } from './submit-progress.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useRoomEvents, useRoomView } from './use-room.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The exam: one question at a time. Header and actions keep their places, only the question scrolls. */
export function ExamView({ room }: { room: ExamRoom }) {
  const view = useRoomView(room)
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  useTestMode(true)
  useRoomEvents(room)
  useShortcuts(room)
  useLeaveGuard(room)

  const fromSheet = (index: number) => {
    room.goTo(index)
    setPaletteOpen(false)
  }
  const submit = () => {
    setAsking(false)
    room.submit()
  }

  return (
    <div className={classes.room}>
      <ExamHeader room={room} view={view} onSubmit={() => setAsking(true)} />
      <div className={classes.middle}>
        <div className={classes.column}>
          <RoomNotice room={room} />
          <div className={classes.scroll} data-scrolls>
            {view.question && (
              <QuestionView
                key={view.question.id}
                question={view.question}
                number={view.index + 1}
                total={view.palette.length}
                selected={view.selected}
                onChoose={(letter) => room.choose(letter)}
              />
            )}
          </div>
          <ActionBar room={room} view={view} onPalette={() => setPaletteOpen(true)} />
        </div>
        <aside className={classes.side} aria-label="Question palette">
          <Palette view={view} onGo={(index) => room.goTo(index)} />
        </aside>
      </div>
      <Drawer
        opened={paletteOpen}
        onClose={() => setPaletteOpen(false)}
        position="bottom"
        size="78%"
        title="Question palette"
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{ content: classes.sheet }}
      >
        <Palette view={view} onGo={fromSheet} />
      </Drawer>
      <SubmitDialog
        opened={asking && view.submit.phase === 'idle'}
        unanswered={view.unanswered}
        onSubmit={submit}
        onCancel={() => setAsking(false)}
      />
      <SubmitProgress room={room} view={view} />
      <SignedOutDialog save={view.save} submit={view.submit} onRetry={() => room.retry()} />
      <span className="visually-hidden" role="status">
        {view.save.state === 'saving' || view.save.state === 'saved' ? '' : describeSave(view.save).detail}
      </span>
      <span className="visually-hidden" aria-live="polite">
        Question {view.index + 1} of {view.palette.length}
      </span>
    </div>
  )
}
