import { type ReactNode, useId } from 'react'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { TestSummary } from '#shared/tests/schema.ts'
import { DifficultyBadge, type Timing, TimingBadge } from './test-badges.tsx'
import classes from './test-card.module.css'

export interface CardFact {
  name: string
  value: ReactNode
  /** A third of a line unless said otherwise. */
  span?: 'half' | 'whole'
}

interface TestCardProps {
  test: TestSummary
  timing: Timing
  /** Its name; a link if there is a target. */
  title: ReactNode
  /** Below its name: `Verbal`. */
  subtitle?: string
  /** Badges between those of timing and difficulty: `Practice`. */
  badges?: readonly string[]
  /** Its figures with their names, below its description. */
  facts?: readonly CardFact[]
  /** Instead of them some lines of text: a low card. */
  lines?: readonly string[]
  /** The button of its menu. */
  menu: ReactNode
  /** Buttons below. */
  actions?: ReactNode
}

/** One test among others: what it is, its figures, and what can be done with it. */
export function TestCard({ test, timing, title, subtitle, badges = [], facts, lines, menu, actions }: TestCardProps) {
  const id = useId()
  return (
    <article className={classes.card} aria-labelledby={id}>
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
      {subtitle && <p className={classes.line}>{subtitle}</p>}
      {lines?.map((line) => (
        <p key={line} className={classes.line}>
          {line}
        </p>
      ))}
      {facts && (
        <>
          <p className={classes.description} title={test.testDescription}>
            {test.testDescription}
          </p>
          <dl className={classes.facts}>
            {facts.map(({ name, value, span }) => (
              <div key={name} data-span={span}>
                <dt>{name}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {actions && <div className={classes.actions}>{actions}</div>}
    </article>
  )
}
