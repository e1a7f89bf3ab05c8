import classes from './result.module.css'

interface OutputProps {
  label: string
  text: string
  /** True for messages of a compiler or program. */
  error?: boolean
  /** Shown below, for example that the text is truncated. */
  note?: string | undefined
}

/** Input or output, shown verbatim. */
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
