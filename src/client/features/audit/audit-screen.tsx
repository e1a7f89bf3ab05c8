import { NativeSelect } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type ComponentProps, useMemo } from 'react'
import { useCollege, useColleges } from '#client/features/colleges/queries.ts'
import { codeOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedBy } from '#client/ui/data-list-props.ts'
import { DateRange } from '#client/ui/date-range.tsx'
import { momentsOf, readDay } from '#client/ui/day-range.ts'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { FilterSheet } from '#client/ui/filter-sheet.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { maxOptions, SearchSelect, useTypedSearch } from '#client/ui/search-select.tsx'
import { type AuditSubject, auditActions, auditSubjects } from '#shared/audit/audit.schema.ts'
import { actionWords, subjectLabels, subjectOf } from '#shared/audit/sentences.rules.ts'
import classes from './audit.module.css'
import { auditColumns } from './audit-columns.tsx'

/** A page of the log, newest first. Always refetched to show the latest actions. */
const useAuditEntries = (query: RouterInputs['audit']['list']) =>
  trpc.audit.list.useQuery(query, { placeholderData: keepPreviousData, staleTime: 0 })

const noFilters = { search: '', action: '', subject: '', college: '', from: '', to: '' }

/** The audit log: all entries for the master admin, one college's entries for its admin. */
export function AuditScreen() {
  const isMaster = useUser().role === 'master_admin'
  const [params, setParams] = useListParams(['action', 'subject', 'college', 'from', 'to'])
  // Ignore invalid values from old or mistyped links.
  const action = auditActions.find((known) => known === params.action)
  const subject = auditSubjects.find((known) => known === params.subject)
  const college = isMaster ? params.college : undefined
  const [from, to] = [readDay(params.from), readDay(params.to)]
  const { page, limit, search } = params
  // Thousands of sign-ins a day would bury everything else, so they are shown only on request.
  const except = subject || action ? undefined : ('sign_in' as const)
  const filter = { search, action, subject, except, collegeId: college, ...momentsOf({ from, to }) }
  const entries = useAuditEntries({ page, limit, ...filter })
  const columns = useMemo(() => auditColumns(isMaster), [isMaster])
  const chosen = [action, subject, college, from || to].filter(Boolean)
  const filtered = Boolean(search) || chosen.length > 0
  const clear = () => setParams(noFilters)
  const bound = bindFilters({ search, college }, setParams)
  const groups = auditSubjects
    .filter((kind) => subject === undefined || kind === subject)
    .map((kind) => ({
      group: subjectLabels[kind],
      items: actionsOf(kind).map((name) => ({ value: name, label: actionWords[name].label })),
    }))
  const chooseSubject = (next: AuditSubject | undefined) =>
    // Clear an action that belongs to another subject, because the combination would match nothing.
    setParams({ subject: next ?? '', ...(next && action && subjectOf(action) !== next && { action: '' }) })

  return (
    <>
      <PageHeader
        title="Audit Log"
        purpose={`Actions ${isMaster ? 'on the platform' : 'in your college'}, newest first. Entries cannot be changed.`}
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
      <FilterBar
        search={{ ...bound('search'), placeholder: 'Search names and emails' }}
        onClear={filtered ? clear : undefined}
      >
        <FilterSheet chosen={chosen.length}>
          <FilterSelect
            label="Kind"
            all="All except sign-ins"
            value={subject}
            options={auditSubjects.map((kind) => ({ value: kind, label: subjectLabels[kind] }))}
            onChange={(next) => chooseSubject(auditSubjects.find((kind) => kind === next))}
          />
          <NativeSelect
            flex={{ base: '1 1 40%', sm: '1 1 120px' }}
            maw={{ base: 'none', sm: 190 }}
            aria-label="Action"
            data={[{ value: '', label: 'All actions' }, ...groups]}
            value={action ?? ''}
            onChange={(event) => setParams({ action: event.currentTarget.value })}
          />
          {isMaster && <CollegeSelect {...bound('college')} />}
          <DateRange from={from} to={to} onChange={(next) => setParams({ from: next.from ?? '', to: next.to ?? '' })} />
        </FilterSheet>
      </FilterBar>
      <DataList
        {...pagedBy(entries, setParams)}
        label="Audit log"
        columns={columns}
        rows={entries.data?.entries}
        rowKey={(entry) => entry.id}
        noMatches={filtered && { text: 'Try other words, another action, or a longer period.', onClear: clear }}
        empty={{
          icon: IconHistory,
          title: 'Nothing recorded yet',
          text: 'Changes to colleges, people, tests and assignments appear here.',
        }}
      />
    </>
  )
}

const actionsOf = (subject: AuditSubject) => auditActions.filter((action) => subjectOf(action) === subject)

/** Selects a college by name, code or email. @param value the college's id; undefined for all */
function CollegeSelect({ value, onChange }: Pick<ComponentProps<typeof SearchSelect>, 'value' | 'onChange'>) {
  const chosen = useCollege(value)
  const gone = chosen.error !== null && codeOf(chosen.error) === 'NOT_FOUND'
  const name = gone ? 'Deleted college' : chosen.data?.college.name
  const typed = useTypedSearch(name)
  const { data, isFetching } = useColleges({ search: typed.search, limit: maxOptions })
  return (
    <SearchSelect
      className={classes.college}
      label="College"
      all="All colleges"
      value={value}
      name={name}
      onChange={onChange}
      typed={typed}
      options={(data?.colleges ?? []).map((college) => ({ value: college.id, label: college.name }))}
      searching={isFetching}
      nothingFound="No college matches"
    />
  )
}
