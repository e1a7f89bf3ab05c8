import { Stack } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import { Loading } from '#client/ui/loading.tsx'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RoomView } from '../model/room-view.ts'

interface CodingSectionProps {
  room: ExamRoom
  view: RoomView
}

/** Delay before trying to load the workspace again, in ms. */
const retryMs = 3_000

const load = async () => (await import('./coding-desk.tsx')).CodingDesk

/** Prefetches the workspace while online, for students who are offline when they enter the coding section. */
export function usePrefetchCoding(room: ExamRoom) {
  const wanted = room.test.codingQuestions.length > 0
  useEffect(() => {
    // If this fails, CodingSection loads it again.
    if (wanted) load().catch(() => {})
  }, [wanted])
}

/** The coding section. The editor and the workspace are separate chunks, because most tests do not need them. */
export function CodingSection(props: CodingSectionProps) {
  const [Desk, setDesk] = useState<ComponentType<CodingSectionProps> | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const attempt = async () => {
      try {
        const found = await load()
        if (!gone) setDesk(() => found)
      } catch {
        if (!gone) timer = setTimeout(attempt, retryMs)
      }
    }
    void attempt()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  return (
    <Stack gap={0} flex={1} mih={0} bg="var(--surface)">
      {Desk ? <Desk {...props} /> : <Loading label="Loading the editor" />}
    </Stack>
  )
}
