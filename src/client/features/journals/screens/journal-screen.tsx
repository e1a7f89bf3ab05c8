import { Alert, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconHistoryOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { numberText, percentText, plural } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink, usePageTitle } from '#client/lib/page-title.ts'
import { lastedText } from '#client/lib/time.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type Fact, Facts } from '#client/ui/facts.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { QueryPending } from '#client/ui/load-state.tsx'
import { PageNotFound } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Player } from '../components/player.tsx'
import { jumpsText, outcomeTexts } from '../model/journal-text.ts'
import { type Journal, useJournal } from '../queries.ts'

/** How one student's program was written. */
export function JournalScreen() {
  const { attemptId } = useParams({ from: '/shell/attempts/$attemptId/journal' })
  const [params, setParams] = useListParams(['question'])
  const query = useJournal(attemptId, params.question)
  const { data, error } = query
  useBackLink(
    data
      ? { to: `/tests/${data.testId}/journals` as '/tests', label: 'Code playback' }
      : { to: '/tests', label: 'Tests' },
  )
  usePageTitle(data?.studentName ?? 'Code playback')
  if (!data && error && codeOf(error) === 'NOT_FOUND') return <PageNotFound what={messageOf(error)} />
  if (!data) return <QueryPending query={query} failed="Failed to load the journal" loading="Loading the journal" />
  const { studentName, idNumber, testName, questions, questionId, chunks } = data
  return (
    <>
      <PageHeader title={studentName} purpose={[idNumber, testName].filter(Boolean).join(' · ')} />
      {questions.length > 1 && (
        <FilterBar>
          <ChoiceChips
            label="Coding question"
            choices={questions.map(({ questionId: value, title }) => ({ value, label: title }))}
            value={questionId ?? undefined}
            onChange={(question) => setParams({ question: question ?? '' })}
          />
        </FilterBar>
      )}
      {chunks.length === 0 ? (
        <EmptyState
          framed
          icon={IconHistoryOff}
          title="No journal"
          text="The student did not open this problem, or the attempt was before journals were recorded."
        />
      ) : (
        <Stack gap="md">
          <Findings journal={data} />
          <Player key={questionId} journal={data} />
        </Stack>
      )}
    </>
  )
}

/** What the journal says, as facts. */
function Findings({ journal: { facts, submittedAt } }: { journal: Journal }) {
  if (!facts) return null
  const { text, tone } = outcomeTexts[facts.outcome]
  const shown: Fact[] = [
    ['Pasted from outside', facts.pastedShare === null ? '–' : percentText(facts.pastedShare)],
    ['Longest paste', plural(facts.longestPaste, 'character')],
    ['Speed', facts.speed === null ? '–' : `${numberText(Math.round(facts.speed))} characters/min`],
    ['Working time', facts.activeMs > 0 ? lastedText(facts.activeMs) : '–'],
    ['Runs', numberText(facts.runs)],
    ['Submissions', numberText(facts.submissions)],
  ]
  return (
    <>
      {submittedAt === null ? (
        <Alert color="gray">The attempt is still running.</Alert>
      ) : (
        <Alert color={tone}>
          {text}
          {facts.jumps > 0 && ` ${jumpsText(facts.jumps)}`}
        </Alert>
      )}
      <SimpleGrid
        component="dl"
        minColWidth="140px"
        autoFlow="auto-fit"
        spacing={12}
        py={14}
        px={16}
        className="card facts"
      >
        <Facts facts={shown} className="tabular" />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        These facts are evidence to look at, not a verdict. Times come from the student’s device.
      </Text>
    </>
  )
}
