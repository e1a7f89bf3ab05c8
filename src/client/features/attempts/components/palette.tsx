import { Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconLock, IconPencil } from '@tabler/icons-react'
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

/** Counts by state, the open section's questions with their states, and the list of sections. */
export function Palette({ view, onGo, onSubmit }: PaletteProps) {
  const { part, parts, isLastPart } = view
  return (
    <Stack gap="sm">
      <Legend counts={view.counts} />
      <Text component="h2" pt="sm" fz="sm" fw={600} className="line-above">
        {part.name ?? 'Questions'}
      </Text>
      <SimpleGrid
        component="ol"
        minColWidth="44px"
        spacing={4}
        aria-label={part.name === null ? 'Questions' : `Questions of ${part.name}`}
      >
        {view.palette.map((state, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paper's questions never change order
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
      </SimpleGrid>
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

/** The five question states, with counts if given. */
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

const notes = { done: 'closed', open: 'open', later: 'not opened' } as const

/** Answered and unanswered questions per section, shown before submitting. */
export function SectionCounts({ parts }: { parts: readonly PartView[] }) {
  const unopened = parts.filter(({ state }) => state === 'later').length
  return (
    <>
      <table className="figure-table">
        <thead>
          <tr>
            <th scope="col">Section</th>
            <th scope="col">Answered</th>
            <th scope="col">Unanswered</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ part, state, answered, unanswered }) => (
            <tr key={part.index}>
              <th scope="row">
                {part.name}{' '}
                <Text span inherit display="block" c="dimmed" fz="xs" fw={400}>
                  {notes[state]}
                </Text>
              </th>
              <td>{isSealed(part) ? '–' : answered}</td>
              <Box component="td" fw={unanswered > 0 ? 600 : undefined}>
                {isSealed(part) ? '–' : unanswered}
              </Box>
            </tr>
          ))}
        </tbody>
      </table>
      {unopened > 0 && (
        <Group
          component="p"
          gap={8}
          wrap="nowrap"
          align="stretch"
          py={8}
          px={10}
          c="var(--mantine-color-orange-light-color)"
          fz="sm"
          bg="var(--mantine-color-orange-light)"
          bdrs="md"
        >
          <IconAlertTriangle size={18} aria-hidden style={{ marginTop: 2 }} />
          <span>
            {unopened === 1 ? 'One section has' : `${unopened} sections have`} not been opened. Submitting ends the
            whole test, not just this section.
          </span>
        </Group>
      )}
    </>
  )
}
