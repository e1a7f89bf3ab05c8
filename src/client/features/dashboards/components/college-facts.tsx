import { useUser } from '#client/lib/session.ts'
import { DashboardSection } from './dashboard-section.tsx'
import classes from './dashboards.module.css'

/** The user's college, read-only. */
export function CollegeFacts() {
  const college = useUser().collegeId
  if (!college) return null
  const facts = [
    ['Name', college.name],
    ['Code', college.code],
    ['Address', college.address],
  ]
  return (
    <DashboardSection title="College information">
      <dl className={`card ${classes.frame} facts ${classes.facts}`}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </DashboardSection>
  )
}
