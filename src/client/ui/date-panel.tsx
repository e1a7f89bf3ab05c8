import { Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import '@mantine/dates/styles.layer.css'
import { DatePicker, TimePicker } from '@mantine/dates'
import { now } from '#client/lib/clock.ts'
import { dateText, isDateValue, toDateValue } from '#client/lib/date-text.ts'
import { hasHalfDays, zoneText } from '#client/lib/time.ts'
import classes from './date.module.css'
import type { DatePreset } from './date-presets.ts'

interface DatePanelProps {
  /** '' for none. */
  value: string
  onChange: (value: string) => void
  onDone: () => void
  withTime: boolean
  min: string | undefined
  max: string | undefined
  presets: readonly DatePreset[]
}

const controls = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
}

export function DatePanel({ value, onChange, onDone, withTime, min, max, presets }: DatePanelProps) {
  const [day = '', time = '09:00'] = value.split('T')
  const change = (nextDay: string, nextTime: string) => onChange(withTime ? `${nextDay}T${nextTime}` : nextDay)
  const choose = (next: string) => {
    onChange(next)
    onDone()
  }
  const dayOf = (at: string | undefined) => at?.slice(0, 10)
  const today = toDateValue(now(), false)
  const allowed = presets.filter((preset) => (!min || preset.value >= min) && (!max || preset.value <= max))
  return (
    <Stack gap="sm" className={classes.panel} data-wide={withTime || undefined}>
      {allowed.length > 0 && (
        <SimpleGrid cols={2} spacing="xs" className={classes.presets}>
          {allowed.map((preset) => (
            <UnstyledButton
              w="100%"
              py={6}
              px={10}
              lh={1.4}
              key={preset.label}
              className={`card ${classes.preset}`}
              onClick={() => choose(preset.value)}
            >
              <span>{preset.label}</span>
              <small>{dateText(preset.value, withTime)}</small>
            </UnstyledButton>
          ))}
        </SimpleGrid>
      )}
      <div className={classes.choice}>
        <DatePicker
          value={day || null}
          defaultDate={day || dayOf(min) || dayOf(max) || today}
          minDate={dayOf(min)}
          maxDate={dayOf(max)}
          highlightToday
          hideOutsideDates
          weekendDays={[]}
          fullWidth
          ariaLabels={controls}
          onChange={(next) => {
            if (!next) return
            change(next, time)
            if (!withTime) onDone()
          }}
        />
        {withTime && (
          <Group gap="sm" wrap="nowrap" align="flex-end" mt="xs" className={classes.time}>
            <TimePicker
              label="Time"
              format={hasHalfDays ? '12h' : '24h'}
              amPmInputLabel="AM or PM"
              hoursInputLabel="Hours"
              minutesInputLabel="Minutes"
              value={time}
              disabled={day === ''}
              onChange={(next) => {
                const at = `${day}T${next.slice(0, 5)}`
                if (isDateValue(at, true)) onChange(at)
              }}
              onKeyDown={(event) => {
                // Enter would submit the surrounding form.
                if (event.key !== 'Enter') return
                event.preventDefault()
                onDone()
              }}
            />
            <Button onClick={onDone}>Done</Button>
          </Group>
        )}
        <Text mt="xs" c="dimmed" fz="xs">
          {zoneText(now())}
        </Text>
      </div>
    </Stack>
  )
}
