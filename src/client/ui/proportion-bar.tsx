import { Box, Group, Text } from '@mantine/core'
import { percentText } from '#client/lib/format.ts'
import { percentOf } from '#shared/numbers.ts'

/** A part of a whole: `12 of 40`, with a bar and the percentage. */
export function ProportionBar({ part, whole }: { part: number; whole: number }) {
  const percent = percentOf(part, whole)
  return (
    <Group component="span" display="inline-flex" gap={8} wrap="nowrap" className="tabular nowrap">
      <span>
        {part.toLocaleString()} of {whole.toLocaleString()}
      </span>
      <Box component="span" flex="none" w={56} className="meter" aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </Box>
      <Text span inherit miw={34} fw={400} c="dimmed" fz="xs" ta="right">
        {whole === 0 ? '–' : percentText(percent)}
      </Text>
    </Group>
  )
}
