import { known } from '#client/lib/known.ts'
import type { RouterInputs } from '#client/lib/trpc.tsx'
import { activities } from '#shared/colleges/colleges.schema.ts'
import { type MemberRole, memberSorts } from '#shared/members/members.schema.ts'

/** URL state of people tables, in addition to page, page size and search. */
export const memberFilterKeys = ['batch', 'branch', 'section', 'status', 'login'] as const
export type MemberFilters = { [K in (typeof memberFilterKeys)[number] | 'search']?: string }

export const memberListKeys = [...memberFilterKeys, 'sort'] as const

/** Parses the URL. Ignores invalid values from old or mistyped links. */
export const listQuery = (
  role: MemberRole,
  { status, login, sort, ...rest }: MemberFilters & { sort?: string; page: number; limit: number },
): RouterInputs['members']['list'] => ({
  role,
  page: rest.page,
  limit: rest.limit,
  search: rest.search,
  batch: rest.batch,
  branch: rest.branch,
  section: rest.section,
  status: known(activities, status),
  login: known(['never', 'once'], login),
  sort: known(memberSorts, sort),
})
