import { type ReactNode, useId } from 'react'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { TestSummary } from '#shared/tests/tests.schema.ts'
import { DifficultyBadge, type Timing, TimingBadge } from './test-badges.tsx'
import classes from './test-card.module.css'

export interface CardFact {
  name: string
  value: ReactNode
  /** A third of a line by default. */
  span?: 'half' | 'whole'
}

interface TestCardProps {
  test: TestSummary
  timing: Timing
  /** The test's name; a link if there is a target. */
  title: ReactNode
  /** Shown below the name: `Verbal`. */
  subtitle?: string
  /** Badges between those of timing and difficulty: `Practice`. */
  badges?: readonly string[]
  /** Labelled figures, below the description. */
  facts?: readonly CardFact[]
  /** Lines of text instead of figures, for a compact card. */
  lines?: readonly string[]
  /** The menu button. */
  menu: ReactNode
  /** Buttons below. */
  actions?: ReactNode
}

/** A card for one test: what it is, its figures and its actions. */
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
