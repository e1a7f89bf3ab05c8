import { ActionIcon, Box, Button, Group, NativeSelect, Switch, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { formatTime } from '#client/lib/time.ts'
import { CodeEditor } from '#client/ui/code-editor.tsx'
import { languageNames } from '#shared/coding/languages.rules.ts'
import { elapsedText, markText } from '../model/journal-text.ts'
import { Timeline } from '../model/timeline.ts'
import type { Journal } from '../queries.ts'
import { MarkList } from './mark-list.tsx'
import classes from './player.module.css'

const speeds = [1, 2, 4, 8, 16, 32] as const
type Speed = (typeof speeds)[number]

/** The player's state: a time in ms UTC, and whether it advances. Starts paused at the end, on the finished program. */
function usePlayback(timeline: Timeline) {
  const [at, setAt] = useState(timeline.end)
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(8)
  const [skips, setSkips] = useState(true)
  const advance = useEffectEvent((ms: number) => {
    const next = timeline.after(at, ms * speed, skips)
    setAt(next)
    if (next >= timeline.end) setPlaying(false)
  })
  useEffect(() => {
    if (!isPlaying) return
    let before: number | undefined
    let frame = requestAnimationFrame(function draw(now) {
      advance(before === undefined ? 0 : now - before)
      before = now
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])
  return {
    ...{ at, isPlaying, speed, skips, setSpeed, setSkips },
    seek: (to: number) => setAt(Math.min(timeline.end, Math.max(timeline.start, to))),
    toggle: () => {
      if (!isPlaying && at >= timeline.end) setAt(timeline.start)
      setPlaying(!isPlaying)
    },
  }
}

/** Plays a journal back: the program, a time axis with marks, and a list of the marks. */
export function Player({ journal }: { journal: Journal }) {
  const timeline = useMemo(() => new Timeline(journal), [journal])
  const playback = usePlayback(timeline)
  const { at, seek } = playback
  const { code, language, position } = timeline.frame(at)
  return (
    <div className={classes.player}>
      <section className="card" style={{ overflow: 'hidden' }} aria-label="Playback">
        <Box h={{ base: '46dvh', sm: 'min(56dvh, 560px)' }}>
          <CodeEditor
            key={language}
            value={code}
            language={language}
            label={`Program in ${languageNames[language]} at ${formatTime(new Date(at).toISOString())}`}
            position={position}
            readOnly
            fill
          />
        </Box>
        <Controls timeline={timeline} {...playback} />
      </section>
      <section className="card" aria-label="Events">
        <MarkList marks={timeline.marks} at={at} onSeek={seek} />
      </section>
    </div>
  )
}

type ControlsProps = ReturnType<typeof usePlayback> & { timeline: Timeline }

function Controls({ timeline, at, isPlaying, speed, skips, seek, toggle, setSpeed, setSkips }: ControlsProps) {
  const { start, end } = timeline
  const time = formatTime(new Date(at).toISOString())
  const elapsed = `${elapsedText(at - start)} of ${elapsedText(end - start)}`
  const step = (direction: -1 | 1) => seek(timeline.beside(at, direction))
  /** Arrow keys move by event instead of by millisecond, and Space plays. */
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key] as -1 | 1 | undefined
    if (direction) step(direction)
    else if (event.key === ' ') toggle()
    else return
    event.preventDefault()
  }
  return (
    <Box pt={10} px={14} pb={12} className="line-above">
      <div className={classes.axis}>
        <div className={classes.marks} aria-hidden>
          {timeline.marks.map((mark) => (
            <span
              key={`${mark.kind} ${mark.at}`}
              data-kind={mark.kind}
              title={markText(mark)}
              style={{ left: `${timeline.place(mark.at) * 100}%` }}
            />
          ))}
        </div>
        <input
          type="range"
          aria-label="Time"
          aria-valuetext={`${time}, ${elapsed}`}
          min={start}
          max={Math.max(end, start + 1)}
          value={at}
          onChange={(event) => seek(Number(event.currentTarget.value))}
          onKeyDown={onKeyDown}
        />
      </div>
      <Group gap="8px 12px" mt={6}>
        <Group gap={4} wrap="nowrap">
          <ActionIcon variant="default" size="lg" aria-label="Previous event" onClick={() => step(-1)}>
            <IconPlayerTrackPrev size={16} aria-hidden />
          </ActionIcon>
          <Button
            miw={104}
            leftSection={
              isPlaying ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />
            }
            onClick={toggle}
          >
            {isPlaying ? 'Pause' : 'Play'}
          </Button>
          <ActionIcon variant="default" size="lg" aria-label="Next event" onClick={() => step(1)}>
            <IconPlayerTrackNext size={16} aria-hidden />
          </ActionIcon>
        </Group>
        <NativeSelect
          w={84}
          aria-label="Speed"
          data={speeds.map((value) => ({ value: String(value), label: `${value}×` }))}
          value={String(speed)}
          onChange={(event) => setSpeed(Number(event.currentTarget.value) as Speed)}
        />
        <Switch label="Skip pauses" checked={skips} onChange={(event) => setSkips(event.currentTarget.checked)} />
        <Text span inherit ms="auto" fz="sm" className="tabular nowrap">
          {time}{' '}
          <Text span inherit c="dimmed">
            · {elapsed}
          </Text>
        </Text>
      </Group>
    </Box>
  )
}
