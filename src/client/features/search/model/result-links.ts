import type { LinkProps } from '@tanstack/react-router'
import type { Role } from '#shared/roles.ts'
import { wordsOf } from '#shared/search/search.rules.ts'
import type { SearchHit } from '../queries.ts'

/** A result's target, as the parts of a router link. */
export interface Place {
  to: NonNullable<LinkProps['to']>
  params?: Record<string, string>
  search?: Record<string, string>
}

function testPlace({ id, title, status }: SearchHit, role: Role): Place {
  const params = { testId: id }
  switch (role) {
    case 'master_admin':
      return { to: status === 'upcoming' ? '/tests/$testId/edit' : '/tests/$testId/report', params }
    case 'college_admin':
      return status === 'pending' || status === 'rejected'
        ? { to: '/assigned-tests', search: { search: title } }
        : { to: '/assigned-tests/$testId/report', params }
    case 'faculty':
      return { to: '/test-reports', search: { report: id } }
    case 'student':
      return { to: status === 'submitted' ? '/my-tests/$testId/report' : '/my-tests/$testId/take', params }
  }
}

/** The page that shows a result to this role. */
export function placeOf(hit: SearchHit, role: Role): Place {
  switch (hit.kind) {
    case 'test':
      return testPlace(hit, role)
    case 'question':
      return role === 'student'
        ? { to: '/practice-coding/$questionId', params: { questionId: hit.id } }
        : { to: '/coding-questions/$questionId/edit', params: { questionId: hit.id } }
    case 'student':
      return { to: '/students/$studentId', params: { studentId: hit.id } }
    case 'faculty':
      return { to: '/faculty', search: { search: hit.email ?? hit.title } }
    case 'college':
    case 'collegeAdmin':
      return { to: '/college-management/$collegeId', params: { collegeId: hit.id } }
  }
}

/** True if every query word is a prefix of a word in the page's name. */
export function names(query: string, page: string): boolean {
  const words = wordsOf(page.toLowerCase())
  return wordsOf(query.toLowerCase()).every((part) => words.some((word) => word.startsWith(part)))
}

/** True if the text contains every word of the query. */
export function fits(query: string, text: string): boolean {
  const folded = text.toLowerCase()
  return wordsOf(query.toLowerCase()).every((word) => folded.includes(word))
}
