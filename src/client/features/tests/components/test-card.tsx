import type { ReactNode } from 'react'
import { useId } from 'react'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Timing } from '#shared/attempts/rules.ts'
import type { TestSummary } from '#shared/tests/schema.ts'
import { DifficultyBadge, TimingBadge } from './test-badges.tsx'
import classes from './test-card.module.css'

export interface CardFact {
  name: string
  value: ReactNode
  /** A whole line. */
  wide?: boolean
}

interface TestCardProps {
  test: TestSummary
  timing: Timing
  /** What it is called; a link where there is somewhere to go. */
  title: ReactNode
  /** Badges between those of timing and difficulty: `Practice`. */
  badges?: readonly string[]
  facts: readonly CardFact[]
  /** The button of its menu. */
  menu: ReactNode
  /** Buttons below. */
  actions?: ReactNode
  /** A low card: no description, the facts without their names in two lines. */
  compact?: boolean
}

/** One test among others: what it is, its figures, and what can be done with it. */
export function TestCard({ test, timing, title, badges = [], facts, menu, actions, compact = false }: TestCardProps) {
  const id = useId()
  return (
    <article className={classes.card} data-compact={compact || undefined} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.badges}>
          <TimingBadge timing={timing} />
          {badges.map((badge) => (
            <StatusBadge key={badge} tone="neutral" label={badge} />
          ))}
          <DifficultyBadge difficulty={test.difficulty} />
          {test.companyName && <StatusBadge tone="info" label={test.companyName} />}
        </div>
        {menu}
      </div>
      <h2 id={id} className={classes.name} title={test.testName}>
        {title}
      </h2>
      {!compact && (
        <p className={classes.description} title={test.testDescription}>
          {test.testDescription}
        </p>
      )}
      <dl className={classes.facts}>
        {facts.map(({ name, value, wide }) => (
          <div key={name} data-wide={wide || undefined}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {actions && <div className={classes.actions}>{actions}</div>}
    </article>
  )
}
