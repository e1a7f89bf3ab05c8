import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface CollegeLinkProps {
  collegeId: string
  /** Opens one of the page's tabs. */
  search?: { tab?: string; status?: string }
  children: ReactNode
  className?: string | undefined
  title?: string
}

export const CollegeLink = ({ collegeId, search = {}, className = 'text-link', ...props }: CollegeLinkProps) => (
  <Link to="/college-management/$collegeId" params={{ collegeId }} search={search} className={className} {...props} />
)
