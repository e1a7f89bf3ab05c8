import { useUser } from '#client/lib/session.tsx'
import { PersonFacts } from '#client/ui/person-facts.tsx'
import classes from './dashboard-section.module.css'
import { DashboardSection } from './dashboard-section.tsx'
import { MoreLink } from './more-link.tsx'

/** Who one is here, to read. */
export const OwnFacts = () => (
  <DashboardSection title="Your details" more={<MoreLink to="/profile">Edit profile</MoreLink>}>
    <div className={classes.frame}>
      <PersonFacts user={useUser()} />
    </div>
  </DashboardSection>
)
