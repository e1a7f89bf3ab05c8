import { Group, Radio, Stack, Text } from '@mantine/core'
import type { Rubric } from '#shared/marking/marking.rules.ts'

interface RubricFieldsProps {
  rubric: Rubric
  levels: readonly (number | null)[]
  onChoose: (criterion: number, level: number) => void
}

/** The levels of each criterion. Keys 1 to 9 choose a level of the focused criterion. */
export function RubricFields({ rubric, levels, onChoose }: RubricFieldsProps) {
  return (
    <Stack gap="md">
      {rubric.map(({ criterion, levels: offered }, place) => (
        <Radio.Group
          // biome-ignore lint/suspicious/noArrayIndexKey: a rubric is only displayed, so its criteria never move
          key={place}
          label={criterion}
          value={String(levels[place] ?? '')}
          onChange={(level) => onChoose(place, Number(level))}
          onKeyDown={(event) => {
            const level = Number(event.key) - 1
            if (!Number.isInteger(level) || !offered[level] || event.ctrlKey || event.metaKey || event.altKey) return
            event.preventDefault()
            onChoose(place, level)
          }}
        >
          <Stack gap={6} mt={6}>
            {offered.map(({ label, marks }, level) => (
              <Radio
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={level}
                value={String(level)}
                label={
                  <Group component="span" gap={8} wrap="nowrap" justify="space-between">
                    <span className="anywhere">{label}</span>
                    <Text span c="dimmed" fz="sm" className="tabular nowrap">
                      {marks} {marks === 1 ? 'mark' : 'marks'}
                    </Text>
                  </Group>
                }
                styles={{ body: { width: '100%' }, labelWrapper: { flex: 1, minWidth: 0 } }}
              />
            ))}
          </Stack>
        </Radio.Group>
      ))}
    </Stack>
  )
}
