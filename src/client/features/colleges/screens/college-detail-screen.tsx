import { Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { CollegePerformance } from '#client/features/reports/components/college-performance.tsx'
import { averageText } from '#client/features/reports/model/report-text.ts'
import { useCollegePerformance } from '#client/features/reports/queries.ts'
import { codeOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { Loading } from '#client/ui/loading.tsx'
import { PageError } from '#client/ui/page-error.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { TabsBar } from '#client/ui/tabs-bar.tsx'
import type { CollegeOverview } from '#shared/colleges/colleges.schema.ts'
import { CollegeFeatures } from '../components/college-features.tsx'
import { CollegeGroups } from '../components/college-groups.tsx'
import { CollegeHeader } from '../components/college-header.tsx'
import { CollegeTests } from '../components/college-tests.tsx'
import { DeleteCollege } from '../components/delete-college.tsx'
import { useCollegeActions } from '../components/use-college-actions.tsx'
import { useCollegeOverview } from '../queries.ts'

/** One college's statistics, scores, users and tests, with the owner's actions. */
export function CollegeDetailScreen() {
  const { collegeId = '' } = useParams({ strict: false })
  const overview = useCollegeOverview(collegeId)
  useBackLink({ to: '/college-management', label: 'College Management' })
  // Do not show a college from the cache if it was deleted in the meantime.
  if (overview.error && (!overview.data || codeOf(overview.error) === 'NOT_FOUND'))
    return (
      <PageError title="Failed to load the college" error={overview.error} onRetry={() => void overview.refetch()} />
    )
  return overview.data ? <CollegeDetail overview={overview.data} /> : <Loading label="Loading college" />
}

const tabs = ['performance', 'batches', 'streams', 'tests', 'features'] as const

function CollegeDetail({ overview }: { overview: CollegeOverview }) {
  const { college, batches, streams, features } = overview
  const [params, setParams] = useListParams(['tab', 'status'])
  const tab = tabs.find((known) => known === params.tab) ?? 'performance'
  const performance = useCollegePerformance(college.id)
  const { actionsOf, dialogs } = useCollegeActions()
  const offered = features.find(({ feature }) => feature === 'tests')

  return (
    <>
      <CollegeHeader college={college} actions={actionsOf(college)} />
      <StatCards label="Statistics" stats={[...figuresOf(overview), ...resultsOf(performance)]} />
      <TabsBar
        label="College details"
        value={tab}
        onChange={(next) => setParams({ tab: next === 'performance' ? '' : next, status: '', search: '' })}
        tabs={[
          { value: 'performance', label: 'Performance' },
          { value: 'batches', label: 'Batches', count: batches.length },
          { value: 'streams', label: 'Streams', count: streams.length },
          { value: 'tests', label: 'Test Assignments', count: offered?.of ?? 0 },
          { value: 'features', label: 'Features' },
        ]}
      >
        {tab === 'performance' && <CollegePerformance collegeId={college.id} />}
        {tab === 'batches' && <CollegeGroups kind="batches" overview={overview} />}
        {tab === 'streams' && <CollegeGroups kind="streams" overview={overview} />}
        {tab === 'tests' && <CollegeTests collegeId={college.id} />}
        {tab === 'features' && <CollegeFeatures college={college} features={features} />}
      </TabsBar>
      <DeleteCollege overview={overview} />
      {dialogs}
    </>
  )
}

function resultsOf({ data: results, error }: ReturnType<typeof useCollegePerformance>) {
  const waiting = error ? '–' : <Skeleton height={20} width={48} my={5} />
  return [
    {
      label: 'Attempts',
      value: results?.totalAttempts ?? waiting,
      note: results?.lastSubmittedAt ? (
        <>
          Latest <RelativeTime value={results.lastSubmittedAt} />
        </>
      ) : (
        'submitted'
      ),
    },
    {
      label: 'Average score',
      value: results ? averageText(results.averagePercentage, results.totalAttempts) : waiting,
      note: 'of all attempts',
    },
    {
      label: 'Pass rate',
      value: results ? averageText(results.passRate, results.totalAttempts) : waiting,
      note: 'of all attempts',
    },
  ]
}

function figuresOf({ college, batches, features }: CollegeOverview) {
  const use = (name: CollegeOverview['features'][number]['feature']) => features.find(({ feature }) => feature === name)
  const [tests, signIns] = [use('tests'), use('signIns')]
  const active = batches.reduce((sum, batch) => sum + batch.active, 0)
  return [
    { label: 'Students', value: college.totalStudents, note: `${active.toLocaleString()} active` },
    {
      label: 'Faculty',
      value: college.totalFaculty,
      note: college.adminInfo ? 'and an administrator' : 'no administrator',
    },
    { label: 'Tests accepted', value: tests?.used ?? 0, note: `of ${(tests?.of ?? 0).toLocaleString()} offered` },
    { label: 'Signed in', value: signIns?.used ?? 0, note: `of ${plural(signIns?.of ?? 0, 'person', 'people')}` },
  ]
}
