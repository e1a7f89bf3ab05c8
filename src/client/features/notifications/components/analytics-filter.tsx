import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { type DayRange, readDay } from '#client/ui/date-range-days.ts'
import { daysText, endsBeforeStart, isInOrder } from '../model/analytics-days.ts'
import classes from './analytics-filter.module.css'

interface AnalyticsFilterProps {
  /** What the address says. */
  asked: DayRange
  /** What of it is applied. */
  applied: DayRange
  onApply: (range: DayRange) => void
}

const nothing: DayRange = { from: undefined, to: undefined }
const noDay = 'Please enter a full date'

/** What stands in the fields. */
const textsOf = ({ from, to }: DayRange) => ({ from: readDay(from) ?? '', to: readDay(to) ?? '' })

/** What is wrong with a link. */
const errorsOf = ({ from, to }: DayRange): DayRange =>
  isInOrder({ from: readDay(from), to: readDay(to) }) ? nothing : { ...nothing, to: endsBeforeStart }

/** A date that is half typed is none to the browser, and must not silently count as an open end. */
const isHalf = (input: HTMLInputElement | null, text: string) =>
  input?.validity.badInput || (text !== '' && readDay(text) === undefined)

/** The days that are analysed: chosen first, then applied. */
export function AnalyticsFilter({ asked, applied, onApply }: AnalyticsFilterProps) {
  const [known, setKnown] = useState(asked)
  const [draft, setDraft] = useState(() => textsOf(asked))
  const [errors, setErrors] = useState(() => errorsOf(asked))
  const start = useRef<HTMLInputElement>(null)
  const end = useRef<HTMLInputElement>(null)
  // The address changed, perhaps by other means (back, a link): show what it says.
  if (asked.from !== known.from || asked.to !== known.to) {
    setKnown(asked)
    setDraft(textsOf(asked))
    setErrors(errorsOf(asked))
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const range = { from: readDay(draft.from), to: readDay(draft.to) }
    const found = {
      from: isHalf(start.current, draft.from) ? noDay : undefined,
      to: isHalf(end.current, draft.to) ? noDay : isInOrder(range) ? undefined : endsBeforeStart,
    }
    setErrors(found)
    if (found.from) start.current?.focus()
    else if (found.to) end.current?.focus()
    else onApply(range)
  }
  const clear = () => {
    setErrors(nothing)
    setDraft(textsOf(nothing))
    // What is half typed is in the field alone.
    for (const { current } of [start, end]) if (current) current.value = ''
    onApply(nothing)
  }
  const change = (patch: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    setErrors(nothing)
  }
  return (
    <search className={classes.filter}>
      <form className={classes.form} onSubmit={apply} noValidate>
        <TextInput
          ref={start}
          className={classes.day}
          type="date"
          label="Start date"
          value={draft.from}
          error={errors.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          ref={end}
          className={classes.day}
          type="date"
          label="End date"
          value={draft.to}
          error={errors.to}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
        <div className={classes.buttons}>
          <Button type="submit">Apply Filter</Button>
          <Button variant="default" onClick={clear}>
            Clear
          </Button>
        </div>
      </form>
      <p className={classes.applied} role="status">
        Showing <strong>{daysText(applied)}</strong>
      </p>
    </search>
  )
}
