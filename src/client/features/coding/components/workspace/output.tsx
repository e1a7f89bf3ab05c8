import classes from './result.module.css'

interface OutputProps {
  label: string
  text: string
  /** Messages of a compiler or program. */
  error?: boolean
  /** Said below, as that it is not all. */
  note?: string | undefined
}

/** Input or output, character by character. */
export const Output = ({ label, text, error = false, note }: OutputProps) => (
  <section className={classes.output} aria-label={label} data-error={error || undefined}>
    <p className={classes.label} aria-hidden>
      {label}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider or longer than its place is scrolled by keyboard */}
    <pre className={classes.text} tabIndex={0}>
      {text === '' ? <span className={classes.nothing}>nothing</span> : text}
    </pre>
    {note !== undefined && <p className={classes.cut}>{note}</p>}
  </section>
)
