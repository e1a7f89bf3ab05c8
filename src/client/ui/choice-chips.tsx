import classes from './filters.module.css'

interface Choice<Value extends string> {
  value: Value | undefined
  label: string
  count?: number | undefined
}

interface ChoiceChipsProps<Value extends string> {
  /** Read by screen readers: `Test type`. */
  label: string
  /** A choice without a value selects all. */
  choices: readonly Choice<Value>[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  /** Use `sm` for several rows of chips. */
  size?: 'sm' | 'md'
}

/** A choice between a few options, each with its count. Uses plain buttons to keep the student's first page small. */
export function ChoiceChips<Value extends string>({ label, choices, value, onChange, size }: ChoiceChipsProps<Value>) {
  return (
    <fieldset className={classes.chips} data-size={size}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value ?? ''}
          type="button"
          className={`card hoverable ${classes.chip}`}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
          {choice.count !== undefined && (
            <span className={`tabular ${classes.count}`}>{choice.count.toLocaleString()}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
