import { Button, Stack, Text } from '@mantine/core'
import { IconCheck, IconLock, IconPencil } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { durationText } from '#client/lib/time.ts'
import { isSealed } from '../model/paper.ts'
import { type PaletteState, paletteLabels, paletteStates } from '../model/progress.ts'
import type { PartView, RoomView } from '../model/room-view.ts'
import classes from './palette.module.css'

interface PaletteProps {
  view: RoomView
  onGo: (index: number) => void
  /** Submits the whole test from a section that is not the last. */
  onSubmit: () => void
}

/** Every question of the open section with its state, counts by state, and the other sections below. */
export function Palette({ view, onGo, onSubmit }: PaletteProps) {
  const { part, parts, isLastPart } = view
  return (
    <Stack gap="sm">
      <Legend counts={view.counts} />
      <Text component="h2" pt="sm" fz="sm" fw={600} className="line-above">
        {part.name ?? 'Questions'}
      </Text>
      <ol className={classes.grid} aria-label={part.name === null ? 'Questions' : `Questions of ${part.name}`}>
        {view.palette.map((state, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions of a paper never change places
          <li key={index}>
            <button
              type="button"
              className={classes.cell}
              data-palette={state}
              aria-current={index === view.index || undefined}
              aria-label={`Question ${index + 1}, ${paletteLabels[state].toLowerCase()}`}
              onClick={() => onGo(index)}
            >
              <Mark state={state}>{index + 1}</Mark>
            </button>
          </li>
        ))}
      </ol>
      {parts.length > 1 && <Sections parts={parts} />}
      {!isLastPart && (
        <Button variant="default" onClick={onSubmit}>
          Submit whole test
        </Button>
      )}
    </Stack>
  )
}

const stateLabels = { done: 'Closed', open: 'Open now', later: 'Later' } as const
const stateIcons = { done: IconCheck, open: IconPencil, later: IconLock } as const

/** The sections in order: completed, open and upcoming. */
function Sections({ parts }: { parts: readonly PartView[] }) {
  return (
    <>
      <Text component="h2" pt="sm" fz="sm" fw={600} className="line-above">
        Sections
      </Text>
      <ol className={classes.sections} aria-label="Sections">
        {parts.map(({ part, state, answered }) => {
          const Shape = stateIcons[state]
          return (
            <li key={part.index} data-state={state} aria-current={state === 'open' ? 'step' : undefined}>
              <Shape size={16} aria-hidden />
              <span className={`anywhere ${classes.sectionName}`}>{part.name}</span>
              <span className={classes.sectionState}>{stateLabels[state]}</span>
              <span className={`tabular ${classes.sectionFacts}`}>
                {state === 'later'
                  ? `${plural(part.count, 'question')} · ${durationText(part.minutes)}`
                  : isSealed(part)
                    ? 'Closed'
                    : `${answered} of ${part.count} answered`}
              </span>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** The five states, with counts or as an explanation. */
export function Legend({ counts }: { counts?: Record<PaletteState, number> }) {
  return (
    <ul className={classes.legend} data-wide={counts === undefined || undefined} aria-label="Legend">
      {paletteStates.map((state) => (
        <li key={state} className={classes.entry}>
          <Mark state={state}>{counts?.[state] ?? ''}</Mark>
          <span>{paletteLabels[state]}</span>
        </li>
      ))}
    </ul>
  )
}

/** Colour and outline both indicate the state, as in the national exams. */
function Mark({ state, children }: { state: PaletteState; children: number | string }) {
  return (
    <span className={`tabular ${classes.mark}`} data-state={state}>
      {children}
      {state === 'answered-marked' && (
        <span className={classes.tick}>
          <IconCheck size={10} stroke={4} aria-hidden />
        </span>
      )}
    </span>
  )
}
