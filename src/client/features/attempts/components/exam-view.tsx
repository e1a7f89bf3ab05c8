import { Box, Button, Drawer, Group, Loader, Stack, Text } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { holdSession, readSession } from '#client/lib/session-store.ts'
import { useTestMode } from '#client/lib/test-mode.ts'
import { ConfirmModal, useConfirm } from '#client/ui/confirm.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { useOpenDialog } from '#client/ui/modal-stack.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import { imagesOf, isSealed } from '../model/paper.ts'
import type { RoomView } from '../model/room-view.ts'
import { describeSave } from '../model/save-status.ts'
import { ActionBar } from './action-bar.tsx'
import { CodingSection, usePrefetchCoding } from './coding-section.tsx'
import { ExamHeader } from './exam-header.tsx'
import { usePrefetch } from './exam-image.tsx'
import classes from './exam-view.module.css'
import { Palette, SectionCounts } from './palette.tsx'
import { QuestionView } from './question-view.tsx'
import { ReaderOverlay } from './reader-overlay.tsx'
import { RoomNotice } from './room-notice.tsx'
import { SignedOutDialog } from './signed-out-dialog.tsx'
import { SubmitProgress } from './submit-progress.tsx'
import { useRoomEvents, useRoomView, useShortcuts } from './use-room.ts'

/** Shown while the questions of a newly opened locked section load. */
const Opening = ({ name }: { name: string | null }) => (
  <EmptyState
    icon={IconHourglass}
    title={`${name ?? 'The section'} is open`}
    text="Its questions are loading. If you are offline, they appear once you reconnect. The clock keeps running."
    action={<Loader size="sm" role="status" aria-label="Loading the questions" />}
  />
)

/** The exam, one question at a time. Only the question scrolls; the header and the action bar do not move. */
export function ExamView({ room }: { room: ExamRoom }) {
  const view = useRoomView(room)
  const { part, parts, index, role } = view
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [asking, setAsking] = useState<'submit' | 'leave' | null>(null)
  const [help, setHelp] = useState(false)
  const [signInAside, setSignInAside] = useState(false)
  const isCoding = part.coding.length > 0
  const sealed = isSealed(part)
  useTestMode(true)
  useEffect(() => holdSession(), [])
  useRoomEvents(room)
  useShortcuts(room, () => setHelp((open) => !open))
  useLeaveGuard(room)
  usePrefetchCoding(room)
  const upcoming = [
    ...part.questions.slice(index + 1, index + 3),
    ...(parts[part.index + 1]?.part.questions ?? []).slice(0, 1),
  ]
  usePrefetch(upcoming.flatMap(imagesOf))
  // A dialog opened in the previous section no longer applies.
  const [askedIn, setAskedIn] = useState(part)
  if (askedIn !== part) {
    setAskedIn(part)
    setAsking(null)
    setPaletteOpen(false)
  }

  const ask = (about: 'submit' | 'leave') => {
    setPaletteOpen(false)
    setAsking(about)
  }
  const answer = (act: () => void) => {
    setAsking(null)
    act()
  }
  const palette = (onGo: (index: number) => void) => <Palette view={view} onGo={onGo} onSubmit={() => ask('submit')} />
  const sheetId = useId()
  const sheetOpen = paletteOpen && role.as === 'writer'
  const closeSheet = () => setPaletteOpen(false)
  useOpenDialog(sheetId, sheetOpen, closeSheet)
  const idle = view.submit.phase === 'idle' && view.leave.phase === 'idle' && role.as === 'writer'

  return (
    <Stack
      gap={0}
      h="100dvh"
      pos="fixed"
      inset={0}
      bg="var(--surface-page, var(--mantine-color-body))"
      style={{ zIndex: 10 }}
      data-exam
    >
      <ExamHeader
        room={room}
        view={view}
        help={help}
        onHelp={setHelp}
        onAsk={ask}
        onSignIn={() => setSignInAside(false)}
      />
      <Group gap={0} wrap="nowrap" align="stretch" pos="relative" flex={1} mih={0}>
        <Box
          flex={1}
          miw={0}
          mih={0}
          className={classes.middle}
          data-coding={isCoding || undefined}
          inert={role.as === 'reader'}
        >
          <Stack gap={0} pos="relative" mih={0}>
            <RoomNotice room={room} question={view.question?.id} />
            {isCoding && <CodingSection room={room} view={view} />}
            <div className={classes.scroll} data-scrolls hidden={isCoding}>
              {sealed && <Opening name={part.name} />}
              {view.question && (
                <QuestionView key={view.question.id} room={room} view={view} question={view.question} />
              )}
            </div>
            {!isCoding && !sealed && <ActionBar room={room} view={view} onPalette={() => setPaletteOpen(true)} />}
          </Stack>
          {!isCoding && !sealed && (
            <Box component="aside" visibleFrom="md" p={16} className={classes.side} aria-label="Question palette">
              {palette(room.goTo)}
            </Box>
          )}
        </Box>
        <ReaderOverlay room={room} view={view} />
      </Group>
      <Drawer
        id={sheetId}
        opened={sheetOpen}
        onClose={closeSheet}
        closeOnEscape={false}
        returnFocus={false}
        position="bottom"
        size="78%"
        title="Question palette"
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{ content: classes.sheet }}
      >
        {palette((to) => {
          room.goTo(to)
          closeSheet()
        })}
      </Drawer>
      <SubmitDialog
        opened={asking === 'submit' && idle}
        view={view}
        onConfirm={() => answer(room.submit)}
        onCancel={() => setAsking(null)}
      />
      <LeaveDialog
        opened={asking === 'leave' && idle && !view.isLastPart}
        view={view}
        onConfirm={() => answer(room.leaveSection)}
        onCancel={() => setAsking(null)}
      />
      <SubmitProgress room={room} view={view} />
      <SignedOutDialog room={room} view={view} aside={signInAside} onAside={setSignInAside} />
      <span className="visually-hidden" role="status">
        {view.save.state === 'saving' || view.save.state === 'saved' ? '' : describeSave(view.save).detail}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {part.name !== null && `${part.name}: `}
        {sealed
          ? 'Loading the questions'
          : isCoding
            ? plural(part.coding.length, 'problem')
            : `Question ${index + 1} of ${view.palette.length}`}
      </span>
    </Stack>
  )
}

interface DialogProps {
  opened: boolean
  view: RoomView
  onConfirm: () => void
  onCancel: () => void
}

/** Warns about files that would be left out; undefined if there are none. */
const uploadsWarning = ({ save: { files = 0 } }: RoomView) =>
  files === 0
    ? undefined
    : `${files === 1 ? '1 file is' : `${plural(files, 'file')} are`} not uploaded yet and would be left out. Wait until all files are uploaded.`

/** Confirms closing a section, because the student cannot reopen it. */
function LeaveDialog({ view, ...dialog }: DialogProps) {
  const { part, parts } = view
  const unanswered = parts[part.index]?.unanswered ?? 0
  const next = parts[part.index + 1]?.part.name
  const left =
    unanswered === 0
      ? `You have answered every question in ${part.name}.`
      : `You have ${plural(unanswered, 'unanswered question')} in ${part.name}.`
  return (
    <ConfirmModal
      {...dialog}
      title={`Move to ${next}?`}
      message={[left, uploadsWarning(view), "You'll lose its remaining time."].filter(Boolean).join(' ')}
      consequences={`You can't return to a section. Once ${part.name} closes, you can't see or change its answers.`}
      confirmLabel="Close section and continue"
      cancelLabel="Stay in this section"
      destructive={false}
    />
  )
}

/** Confirms leaving a running test with the back button or a swipe. */
function useLeaveGuard(room: ExamRoom): void {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const state = useRef<'staying' | 'asking' | 'leaving'>('staying')

  const ask = async () => {
    state.current = 'asking'
    const leave = await confirm({
      title: 'Leave the test?',
      message: 'Your answers are kept and you can resume from My Tests, but the clock keeps running.',
      confirmLabel: 'Leave',
      cancelLabel: 'Stay in the test',
    })
    state.current = leave ? 'leaving' : 'staying'
    if (leave) await navigate({ to: '/my-tests' })
  }

  useBlocker({
    enableBeforeUnload: false,
    // Block at once, so the URL does not change while the dialog is open and a second Back does nothing.
    shouldBlockFn: () => {
      const { phase } = room.view().submit
      // Do not block students who must sign in again or have submitted.
      if (phase === 'done' || phase === 'closed' || !readSession() || state.current === 'leaving') return false
      if (state.current === 'staying') void ask()
      return true
    },
  })
}

function SubmitDialog({ opened, view, onConfirm, onCancel }: DialogProps) {
  const { unanswered, parts } = view
  const hasCode = parts.some(({ part }) => part.coding.length > 0)
  return (
    <Modal opened={opened} onClose={onCancel} title="Submit test" size="sm">
      <Stack gap="sm">
        <Text size="sm">
          {unanswered > 0
            ? `You have ${unanswered} unanswered ${unanswered === 1 && hasCode ? 'question' : 'questions'}. Are you sure you want to submit?`
            : 'You have answered every question. Submit your test now?'}
        </Text>
        {uploadsWarning(view) && (
          <Text size="sm" c="var(--mantine-color-error)">
            {uploadsWarning(view)}
          </Text>
        )}
        {parts.length > 1 && <SectionCounts parts={parts} />}
        <Text size="sm" c="dimmed">
          {hasCode && `Your latest code for each problem is judged automatically, even if you didn't submit it. `}
          You can't change your answers after you submit.
        </Text>
      </Stack>
      <ModalActions>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Back to test
        </Button>
        <Button onClick={onConfirm}>Submit test</Button>
      </ModalActions>
    </Modal>
  )
}
