import { IconCheck } from '@tabler/icons-react'
import type { RoomView } from '../model/exam-room.ts'
import { type PaletteState, paletteLabels, paletteStates } from '../model/palette.ts'
import classes from './palette.module.css'

interface PaletteProps {
  view: RoomView
  onGo: (index: number) => void
}

/** Every question with its state, and how many are in which. */
export function Palette({ view, onGo }: PaletteProps) {
  return (
    <div className={classes.panel}>
      <Legend counts={view.counts} />
      <h2 className={classes.title}>Questions</h2>
      <ol className={classes.grid}>
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
    </div>
  )
}

/** The five states with their counts, or without them as an explanation. */
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

/** Colour and outline both tell the state, as in the national exams. */
function Mark({ state, children }: { state: PaletteState; children: number | string }) {
  return (
    <span className={classes.mark} data-state={state}>
      {children}
      {state === 'answered-marked' && (
        <span className={classes.tick}>
          <IconCheck size={10} stroke={4} aria-hidden />
        </span>
      )}
    </span>
  )
}
