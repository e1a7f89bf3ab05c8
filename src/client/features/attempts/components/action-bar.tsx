import { Box, Group, UnstyledButton } from '@mantine/core'
import {
  type Icon,
  IconBackspace,
  IconBookmark,
  IconBookmarkFilled,
  IconChevronLeft,
  IconChevronRight,
  IconLayoutGrid,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RoomView } from '../model/room-view.ts'
import classes from './action-bar.module.css'

interface ActionBarProps {
  room: ExamRoom
  view: RoomView
  /** Opens the palette on narrow screens. */
  onPalette: () => void
}

/** Actions for the current question, always in the same place. */
export function ActionBar({ room, view, onPalette }: ActionBarProps) {
  const { index, marked, value } = view
  return (
    <Box
      component="nav"
      bg="var(--surface, var(--mantine-color-body))"
      pb="env(safe-area-inset-bottom)"
      className="line-above"
      aria-label="Question"
    >
      <Group gap={8} wrap="nowrap" align="stretch" maw={720} mx="auto" className={classes.inner}>
        <Action icon={IconChevronLeft} keys="ArrowLeft" disabled={index <= 0} onClick={() => room.goTo(index - 1)}>
          Previous
        </Action>
        <Action
          icon={marked ? IconBookmarkFilled : IconBookmark}
          keys="M"
          tone={marked ? 'marked' : undefined}
          onClick={() => room.toggleMark()}
        >
          {marked ? 'Unmark' : <Wording long="Mark for review" short="Mark" />}
        </Action>
        <Action icon={IconBackspace} keys="Delete" disabled={value === null} onClick={() => room.answer(null)}>
          <Wording long="Clear Response" short="Clear" />
        </Action>
        <Action icon={IconLayoutGrid} narrowOnly onClick={onPalette}>
          Questions
        </Action>
        <Action
          icon={IconChevronRight}
          keys="ArrowRight"
          tone="next"
          disabled={index >= view.palette.length - 1}
          onClick={() => room.goTo(index + 1)}
        >
          Next
        </Action>
      </Group>
    </Box>
  )
}

interface ActionProps {
  icon: Icon
  keys?: string
  tone?: 'marked' | 'next' | undefined
  disabled?: boolean
  narrowOnly?: boolean
  onClick: () => void
  children: ReactNode
}

function Action({ icon: Shape, keys, tone, disabled = false, narrowOnly, onClick, children }: ActionProps) {
  return (
    <UnstyledButton
      fw={500}
      className={`card nowrap ${classes.action}`}
      data-tone={tone}
      data-narrow={narrowOnly || undefined}
      disabled={disabled}
      aria-keyshortcuts={keys}
      onClick={onClick}
    >
      <Shape size={20} aria-hidden />
      <span>{children}</span>
    </UnstyledButton>
  )
}

/** Shows the long label if there is room. Screen readers always get the long label. */
const Wording = ({ long, short }: { long: string; short: string }) => (
  <>
    <span className={classes.long}>{long}</span>
    <span className={classes.short} aria-hidden>
      {short}
    </span>
  </>
)
