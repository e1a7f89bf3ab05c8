import { Group, Text } from '@mantine/core'
import { percentText } from '#client/lib/format.ts'
import classes from '#client/ui/proportion-bar.module.css'
import { percentOf } from '#shared/numbers.ts'

/** A part of a whole: `12 of 40`, with a bar and the percentage. */
export function ProportionBar({ part, whole }: { part: number; whole: number }) {
  const percent = percentOf(part, whole)
  return (
    <Group component="span" gap={8} wrap="nowrap" className={`tabular nowrap ${classes.proportion}`}>
      <span>
        {part.toLocaleString()} of {whole.toLocaleString()}
      </span>
      <span className="meter" aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
      <Text span inherit miw={34} fw={400} c="dimmed" fz="xs" ta="right">
        {whole === 0 ? '–' : percentText(percent)}
      </Text>
    </Group>
  )
}
