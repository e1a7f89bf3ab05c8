import type { ReactNode } from 'react'
import classes from './dashboard-section.module.css'

interface DashboardSectionProps {
  title: string
  /** Link to the full list. */
  more?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A named part of a dashboard. */
export const DashboardSection = ({ title, more, className, children }: DashboardSectionProps) => (
  <section className={className ? `${classes.section} ${className}` : classes.section}>
    <div className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
      {more}
    </div>
    {children}
  </section>
)
