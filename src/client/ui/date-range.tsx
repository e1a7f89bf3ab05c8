import { CloseButton, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { now } from '#client/lib/clock.ts'
import classes from '#client/ui/date.module.css'
import { DateField } from './date-field.tsx'
import { pastDayPresets } from './date-presets.ts'
import { type DayRange, type Preset, presetOf, rangeOf, readDay, recentPresets } from './day-range.ts'

interface DateRangeProps extends DayRange {
  /** An undefined day means no limit on that side. */
  onChange: (range: DayRange) => void
  presets?: readonly Preset[]
  /** Label for no filter. */
  all?: string
}

const isEmpty = ({ from, to }: DayRange) => from === undefined && to === undefined

/** Filters by day: a preset, or a first and a last day. */
export function DateRange({ from, to, onChange: report, presets = recentPresets, all = 'Any time' }: DateRangeProps) {
  const [picking, setPicking] = useState(false)
  // The select and the fields replace each other, so move focus as well.
  const [chose, setChose] = useState(false)
  const [known, setKnown] = useState<DayRange>({ from, to })
  const [reported, setReported] = useState<DayRange>({ from, to })
  // Hide the two fields if the range was cleared from elsewhere, but not if the user emptied them.
  if (from !== known.from || to !== known.to) {
    setKnown({ from, to })
    if (isEmpty({ from, to }) && !isEmpty(reported)) setPicking(false)
  }
  const onChange = (range: DayRange) => {
    setReported(range)
    report(range)
  }
  const preset = presetOf({ from, to }, presets, now())
  const custom = picking || (preset === undefined && !isEmpty({ from, to }))
  const choose = (value: string) => {
    setChose(true)
    setPicking(value === 'custom')
    const chosen = presets.find((known) => known.value === value)
    if (chosen) onChange(rangeOf(chosen, now()))
    else if (value === '') onChange({ from: undefined, to: undefined })
  }
  if (!custom)
    return (
      <NativeSelect
        className={classes.span}
        aria-label="Dates"
        autoFocus={chose}
        data={[
          { value: '', label: all },
          ...presets.map(({ value, label }) => ({ value, label })),
          { value: 'custom', label: 'From … to …' },
        ]}
        value={preset?.value ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    )
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" c="dimmed" className={classes.days}>
      <DayInput label="From" autoFocus={chose} value={from} onChange={(day) => onChange({ from: day, to })} />
      <span aria-hidden>–</span>
      <DayInput
        label="To"
        value={to}
        onChange={(day) => onChange({ from, to: day })}
        error={from !== undefined && to !== undefined && to < from ? 'Ends before it starts' : undefined}
      />
      <CloseButton aria-label={all} title={all} onClick={() => choose('')} />
    </Group>
  )
}

interface DayInputProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** One end of the range. Text that cannot be parsed is kept in the field and not reported. */
function DayInput({ label, value, onChange, error, autoFocus }: DayInputProps) {
  const [text, setText] = useState(value ?? '')
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setText(value ?? '')
  }
  return (
    <DateField
      aria-label={label}
      autoFocus={autoFocus}
      placeholder={label}
      presets={pastDayPresets(now())}
      value={text}
      error={error}
      onChange={(next) => {
        setText(next)
        const day = readDay(next)
        if (day === undefined && next !== '') return
        setKnown(day)
        onChange(day)
      }}
    />
  )
}
