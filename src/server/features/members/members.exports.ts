import { type Column, pagesBy } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import type { MemberExport } from '#shared/members/selection.schema.ts'
import { dateOf } from '#shared/reports/days.rules.ts'
import { recordAudit } from '../audit/audit.ts'
import { membersRepo } from './members.repo.ts'
import { type MemberRow, ownCollege } from './members.ts'

/** Maximum rows per read. A read takes a few milliseconds, and other calls can run in between. */
const rowsPerBatch = 500

const columnsOf = (role: MemberRole | undefined): readonly Column<MemberRow>[] => [
  { kind: 'text', field: 'name', heading: 'Name', width: 28, value: ({ name }) => name },
  { kind: 'text', field: 'email', heading: 'Email', width: 32, value: ({ email }) => email },
  {
    kind: 'text',
    field: 'idNumber',
    heading: role === 'student' ? 'Roll Number' : 'ID Number',
    value: ({ idNumber }) => idNumber,
  },
  ...(role ? [] : [{ kind: 'text', field: 'role', heading: 'Role', value: (row: MemberRow) => row.role } as const]),
  { kind: 'text', field: 'branch', heading: 'Branch', value: ({ branch }) => branch },
  { kind: 'text', field: 'batch', heading: 'Batch', value: ({ batch }) => batch },
  { kind: 'text', field: 'section', heading: 'Section', value: ({ section }) => section },
  { kind: 'text', field: 'phoneNumber', heading: 'Phone', value: ({ phoneNumber }) => phoneNumber },
  { kind: 'text', field: 'status', heading: 'Status', value: ({ isActive }) => (isActive ? 'Active' : 'Inactive') },
  { kind: 'date', field: 'lastLogin', heading: 'Last login', value: ({ lastLoginAt }) => lastLoginAt },
  { kind: 'date', field: 'createdAt', heading: 'Added', value: ({ createdAt }) => createdAt },
]

const titles = { student: 'Students', faculty: 'Faculty' } as const

/** Exports a list or selection of people, by name. The audit log records the exporter and the row count. */
export async function exportMembers(
  app: Platform,
  scope: CollegeScope,
  actor: Actor,
  { format, timeZone, ...filter }: MemberExport,
): Promise<Response> {
  const { role } = filter
  const now = app.clock.now()
  const college = await ownCollege(app, scope)
  const repo = membersRepo(app.db.read)
  const count = await repo.count(scope, filter)
  await app.db.write((tx) =>
    recordAudit(tx, now, actor, {
      action: 'member.export_list',
      subject: { type: 'college', id: scope.collegeId, name: college.name },
      detail: { ...(role && { role }), count, format },
    }),
  )
  const title = role ? titles[role] : 'People'
  return exportResponse(format, `${college.name} - ${title} - ${dateOf(now, timeZone)}`, {
    title,
    list: 'users',
    columns: columnsOf(role),
    timeZone,
    pages: pagesBy<MemberRow>((after) => repo.listAfter(scope, filter, after, rowsPerBatch)),
  })
}
