import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedBy } from '#client/ui/data-list-props.ts'
import { momentsOf, readDay } from '#client/ui/day-range.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { NoMatches } from '#client/ui/no-matches.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { auditActions, auditSubjects } from '#shared/audit/audit.schema.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'

/** A page of the log, newest first. Always refetched, so that the latest actions appear. */
const useAuditEntries = (query: RouterInputs['audit']['list']) =>
  trpc.audit.list.useQuery(query, { placeholderData: keepPreviousData, staleTime: 0 })

const noFilters = { search: '', action: '', subject: '', college: '', from: '', to: '' }

/** The audit log: all entries for the master admin, their own college's for a college admin. */
export function AuditScreen() {
  const isMaster = useUser().role === 'master_admin'
  const [params, setParams] = useListParams(['action', 'subject', 'college', 'from', 'to'])
  // Ignores invalid values from an old or mistyped link.
  const action = auditActions.find((known) => known === params.action)
  const subject = auditSubjects.find((known) => known === params.subject)
  const college = isMaster ? params.college : undefined
  const [from, to] = [readDay(params.from), readDay(params.to)]
  const { page, limit, search } = params
  // Thousands of sign-ins a day would hide everything else, so they are shown only on request.
  const except = subject || action ? undefined : ('sign_in' as const)
  const filter = { search, action, subject, except, collegeId: college, ...momentsOf({ from, to }) }
  const entries = useAuditEntries({ page, limit, ...filter })
  const columns = useMemo(() => auditColumns(isMaster), [isMaster])
  const filtered = Boolean(search || action || subject || college || from || to)
  const clear = () => setParams(noFilters)

  return (
    <>
      <PageHeader
        title="Audit Log"
        purpose={`Who did what ${isMaster ? 'on the platform' : 'in your college'}, newest first. Nothing here can be changed.`}
        count={entries.data?.pagination.total}
        action={
          <ExportMenu
            path="/api/audit/export"
            query={filter}
            failed="Failed to export the audit log"
            printLabel={false}
            disabled={!entries.data?.pagination.total}
          />
        }
      />
      <AuditFilters
        value={{ search, action, subject, college, from, to }}
        onChange={setParams}
        onClear={filtered ? clear : undefined}
        byCollege={isMaster}
      />
      <DataList
        {...pagedBy(entries, setParams)}
        label="Audit log"
        columns={columns}
        rows={entries.data?.entries}
        rowKey={(entry) => entry.id}
        empty={
          filtered ? (
            <NoMatches text="Try other words, another action, or a longer period." onClear={clear} />
          ) : (
            <EmptyState
              icon={IconHistory}
              title="Nothing recorded yet"
              text="Changes to colleges, people, tests and assignments appear here."
            />
          )
        }
      />
    </>
  )
}
