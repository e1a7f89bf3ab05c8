import { useOrigin } from '#client/lib/origin.ts'
import { type BackLink, useBackLink } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.ts'

/** Back link to the page the student was opened from, with its filters. Without one, to the list of students. */
export function useBackToOrigin() {
  const origin = useOrigin()
  const isFaculty = useUser().role === 'faculty'
  const list: BackLink = isFaculty
    ? { to: '/student-reports', label: 'Student Reports' }
    : { to: '/students', label: 'Students' }
  useBackLink(origin ? backTo(origin.href, origin.title) : list)
}

function backTo(href: string, label: string): BackLink {
  const { pathname, searchParams } = new URL(href, window.location.origin)
  return { to: pathname as BackLink['to'], search: Object.fromEntries(searchParams), label }
}
