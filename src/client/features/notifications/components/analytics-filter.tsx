import { Box, Button, Group, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { pastDayPresets } from '#client/ui/date-presets.ts'
import { type DayRange, daysText, endsBeforeStart, isInOrder, readDay } from '#client/ui/day-range.ts'
import classes from './analytics.module.css'

interface AnalyticsFilterProps {
  /** Filter from the URL. */
  asked: DayRange
  /** Valid part of the filter. */
  applied: DayRange
  onApply: (range: DayRange) => void
}

const nothing: DayRange = { from: undefined, to: undefined }

const textsOf = ({ from, to }: DayRange) => ({ from: readDay(from) ?? '', to: readDay(to) ?? '' })

/** The error for a range that ends before it starts. */
const errorsOf = ({ from, to }: DayRange): DayRange =>
  isInOrder({ from: readDay(from), to: readDay(to) }) ? nothing : { ...nothing, to: endsBeforeStart }

/** True for text that cannot be parsed. It must not count as an open-ended range. */
const isUnread = (text: string) => text !== '' && readDay(text) === undefined

/** Selects the days to analyse. The selection takes effect when applied. */
export function AnalyticsFilter({ asked, applied, onApply }: AnalyticsFilterProps) {
  const [known, setKnown] = useState(asked)
  const [draft, setDraft] = useState(() => textsOf(asked))
  const [errors, setErrors] = useState(() => errorsOf(asked))
  const start = useRef<HTMLInputElement>(null)
  const end = useRef<HTMLInputElement>(null)
  // Follow changes to the URL, for example through Back or a link.
  if (asked.from !== known.from || asked.to !== known.to) {
    setKnown(asked)
    setDraft(textsOf(asked))
    setErrors(errorsOf(asked))
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const range = { from: readDay(draft.from), to: readDay(draft.to) }
    const found = errorsOf(range)
    setErrors(found)
    if (isUnread(draft.from)) start.current?.focus()
    else if (isUnread(draft.to) || found.to) end.current?.focus()
    else onApply(range)
  }
  const clear = () => {
    setErrors(nothing)
    setDraft(textsOf(nothing))
    onApply(nothing)
  }
  const change = (patch: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    setErrors(nothing)
  }
  const presets = pastDayPresets(now())
  return (
    <Box component="search" mb="lg">
      <form onSubmit={apply} noValidate>
        <Group gap="xs" align="flex-start">
          <DateField
            ref={start}
            className={classes.day}
            label="Start date"
            presets={presets}
            value={draft.from}
            error={errors.from}
            onChange={(from) => change({ from })}
          />
          <DateField
            ref={end}
            className={classes.day}
            label="End date"
            presets={presets}
            value={draft.to}
            error={errors.to}
            onChange={(to) => change({ to })}
          />
          <Group gap="xs" wrap="nowrap" align="stretch" className={classes.buttons}>
            <Button type="submit">Apply Filter</Button>
            <Button variant="default" onClick={clear}>
              Clear
            </Button>
          </Group>
        </Group>
      </form>
      <Text mt="xs" c="dimmed" fz="sm" role="status">
        Showing{' '}
        <Text component="strong" inherit c="var(--mantine-color-text)" fw={550}>
          {daysText(applied)}
        </Text>
      </Text>
    </Box>
  )
}
