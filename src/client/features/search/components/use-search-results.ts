import { useDebouncedValue } from '@mantine/hooks'
import {
  type Icon,
  IconBuildingCommunity,
  IconClipboardList,
  IconCode,
  IconHistory,
  IconSchool,
  IconUser,
  IconUserCog,
} from '@tabler/icons-react'
import { useUser } from '#client/lib/session.ts'
import type { Role } from '#shared/roles.ts'
import type { HitKind } from '#shared/search/search.schema.ts'
import { readRecent } from '../model/recent-results.ts'
import { fits, names, type Place, placeOf } from '../model/result-links.ts'
import { type SearchHit, useSearch } from '../queries.ts'

export interface SearchPage {
  label: string
  path: Place['to']
  icon: Icon
}

export interface Choice {
  key: string
  icon: Icon
  title: string
  detail?: string
  status?: string | undefined
  place: Place
  hit?: SearchHit
}

const debounceMs = 150
const maxPages = 5

/**
 * Search results in groups: pages at once, the rest once the server has responded. Without a query, recent results and
 * all pages.
 */
export function useChoices(text: string, pages: readonly SearchPage[]) {
  const { id, role } = useUser()
  const [asked] = useDebouncedValue(text, debounceMs)
  const search = useSearch(text && asked)
  const settled = asked === text && !search.isFetching
  const choiceOf = (hit: SearchHit): Choice => ({
    key: `${hit.kind} ${hit.id}`,
    icon: kindIcons[hit.kind],
    title: hit.title,
    detail: hit.detail,
    status: hit.status && statusLabels[hit.status],
    place: placeOf(hit, role),
    hit,
  })
  const pageChoices = pages
    .filter(({ label }) => names(text, label))
    .map(({ label, path, icon }): Choice => ({ key: path, icon, title: label, place: { to: path } }))
  const found = text && !search.error ? (search.data?.results ?? []) : []
  // Until the response arrives, show only previous results that still match, so Enter never opens an outdated one.
  const hits = settled ? found : found.filter(({ title, detail }) => fits(text, `${title} ${detail}`))
  const recent = text ? [] : readRecent(id).map((hit) => ({ ...choiceOf(hit), icon: IconHistory }))
  return {
    groups: [
      { label: 'Recent', choices: recent },
      { label: 'Pages', choices: text ? pageChoices.slice(0, maxPages) : pageChoices },
      ...groupsOf(hits, role).map(({ label, hits }) => ({ label, choices: hits.map(choiceOf) })),
    ].filter(({ choices }) => choices.length > 0),
    pending: text !== '' && !settled,
    error: text && settled ? search.error : null,
    retry: () => void search.refetch(),
  }
}

const labels: Record<HitKind, string> = {
  test: 'Tests',
  student: 'Students',
  faculty: 'Faculty',
  question: 'Coding questions',
  college: 'Colleges',
  collegeAdmin: 'College administrators',
}

/** Results by kind, with this role's labels. The kind of the best result comes first. */
const groupsOf = (hits: readonly SearchHit[], role: Role) =>
  [...new Set(hits.map(({ kind }) => kind))].map((kind) => ({
    label: kind === 'question' && role === 'student' ? 'Practice problems' : labels[kind],
    hits: hits.filter((hit) => hit.kind === kind),
  }))

const kindIcons: Record<HitKind, Icon> = {
  test: IconClipboardList,
  student: IconSchool,
  faculty: IconUser,
  question: IconCode,
  college: IconBuildingCommunity,
  collegeAdmin: IconUserCog,
}

const statusLabels: Record<NonNullable<SearchHit['status']>, string> = {
  inactive: 'Inactive',
  pending: 'Pending',
  rejected: 'Rejected',
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
  submitted: 'Submitted',
}
