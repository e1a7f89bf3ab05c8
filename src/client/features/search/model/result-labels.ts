import {
  type Icon,
  IconBuildingCommunity,
  IconClipboardList,
  IconCode,
  IconSchool,
  IconUser,
  IconUserCog,
} from '@tabler/icons-react'
import type { Role } from '#shared/roles.ts'
import type { HitKind } from '#shared/search/search.schema.ts'
import type { SearchHit } from '../queries.ts'

const labels: Record<HitKind, string> = {
  test: 'Tests',
  student: 'Students',
  faculty: 'Faculty',
  question: 'Coding questions',
  college: 'Colleges',
  collegeAdmin: 'College administrators',
}

/** Results by kind, with this role's labels. The kind of the best result comes first. */
export const groupsOf = (hits: readonly SearchHit[], role: Role) =>
  [...new Set(hits.map(({ kind }) => kind))].map((kind) => ({
    label: kind === 'question' && role === 'student' ? 'Practice problems' : labels[kind],
    hits: hits.filter((hit) => hit.kind === kind),
  }))

export const kindIcons: Record<HitKind, Icon> = {
  test: IconClipboardList,
  student: IconSchool,
  faculty: IconUser,
  question: IconCode,
  college: IconBuildingCommunity,
  collegeAdmin: IconUserCog,
}

export const statusLabels: Record<NonNullable<SearchHit['status']>, string> = {
  inactive: 'Inactive',
  pending: 'Pending',
  rejected: 'Rejected',
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
  submitted: 'Submitted',
}
