import { Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { numberText } from '#client/lib/format.ts'
import { formatTime } from '#client/lib/time.ts'
import { markText } from '../model/journal-text.ts'
import type { Mark } from '../model/timeline.ts'
import classes from './player.module.css'

/** Longest pasted text that is shown at once. */
const shownChars = 2_000

/** A journal's pastes, runs, submissions and violations. */
export function MarkList({ marks, at, onSeek }: { marks: readonly Mark[]; at: number; onSeek: (at: number) => void }) {
  if (marks.length === 0)
    return (
      <Text size="sm" c="dimmed" p="md">
        No pastes, runs, submissions or violations.
      </Text>
    )
  return (
    <ol className={`rows ${classes.list}`}>
      {marks.map((mark) => (
        <li key={`${mark.kind} ${mark.at}`} data-past={mark.at <= at || undefined}>
          <Group gap={8} wrap="nowrap" align="baseline">
            <span className={classes.sign} data-kind={mark.kind} aria-hidden />
            <Box miw={0} className="anywhere">
              <button type="button" className="text-link tabular" onClick={() => onSeek(mark.at)}>
                {formatTime(new Date(mark.at).toISOString())}
              </button>{' '}
              {markText(mark)}
            </Box>
          </Group>
          {mark.text !== undefined && <Pasted text={mark.text} />}
        </li>
      ))}
    </ol>
  )
}

function Pasted({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > shownChars && !isWhole
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <section tabIndex={0} aria-label="Pasted text" className={classes.pasted}>
        <pre>{isLong ? text.slice(0, shownChars) : text}</pre>
      </section>
      {isLong && (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          Show all {numberText(text.length)} characters
        </Button>
      )}
    </>
  )
}
