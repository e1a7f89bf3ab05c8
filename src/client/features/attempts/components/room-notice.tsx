import { Box } from '@mantine/core'
import { type CSSProperties, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Message, ToastList } from '#client/ui/toasts.tsx'
import type { ExamRoom } from '../model/exam-room.ts'
import classes from './exam-view.module.css'

interface RoomNoticeProps {
  room: ExamRoom
  /** Id of the question below; undefined in the coding section. */
  question: string | undefined
}

/**
 * Notices and toasts, stacked between the header and the question. Space is reserved for one. Further notices push the
 * question down. The space they took is kept until the next question, so a disappearing notice does not move anything
 * under the student's finger.
 */
export function RoomNotice({ room, question }: RoomNoticeProps) {
  const notices = useSyncExternalStore(room.subscribe, room.notices)
  const stack = useRef<HTMLDivElement>(null)
  const [kept, setKept] = useState({ question, height: 0 })
  if (kept.question !== question) setKept({ question, height: 0 })
  useLayoutEffect(() => {
    if (!stack.current) return
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      setKept((before) => (height > before.height ? { ...before, height } : before))
    })
    observer.observe(stack.current)
    return () => observer.disconnect()
  }, [])
  return (
    <Box
      flex="none"
      mah="40dvh"
      className={classes.place}
      data-reserved={question !== undefined || undefined}
      style={{ '--kept': `${kept.height}px` } as CSSProperties}
    >
      <div ref={stack} className={classes.stack}>
        {notices.map(({ id, sentence, tone }) => (
          <Message
            key={id}
            kind={tone === 'warning' ? 'warning' : 'info'}
            className={`anywhere ${classes.notice}`}
            onClose={() => room.dismiss(id)}
          >
            {sentence}
          </Message>
        ))}
        <ToastList className={`anywhere ${classes.notice}`} />
      </div>
    </Box>
  )
}
