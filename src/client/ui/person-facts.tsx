import type { CurrentUser } from '#shared/auth/auth.schema.ts'
import { roleLabels } from '#shared/roles.ts'
import classes from './person-facts.module.css'

/** Read-only details of a user: name, email, role and, if any, the college. */
export function PersonFacts({ user }: { user: CurrentUser }) {
  const facts: [string, string][] = [
    ['Name', user.name],
    ['Email', user.email],
    ['Role', roleLabels[user.role]],
  ]
  if (user.collegeId) facts.push(['College', user.collegeId.name], ['College Code', user.collegeId.code])
  return (
    <dl className={`facts ${classes.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
