import { Alert, Button, Group } from '@mantine/core'
import { IconBooks, IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react'
import { ExportQuestions } from '#client/features/tests/components/bank/export-questions.tsx'
import { known } from '#client/lib/known.ts'
import { searchOf, useListParams } from '#client/lib/list-params.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedList } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { FilterSheet } from '#client/ui/filter-sheet.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { OwnTestsGate, OwnTestsOff } from '#client/ui/own-tests-gate.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { withParents } from '#shared/bank/bank.rules.ts'
import { bankSorts } from '#shared/bank/bank.schema.ts'
import { questionTypeLabels } from '#shared/bank/question-labels.rules.ts'
import { questionTypeNames } from '#shared/bank/question-types.rules.ts'
import { difficulties, subjects } from '#shared/tests/tests.schema.ts'
import { bankColumns } from '../components/bank-columns.tsx'
import { useBankActions } from '../components/use-bank-actions.tsx'
import { useImport } from '../import-queries.ts'
import { useBankList, useTopics } from '../queries.ts'

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const noFilters = { search: '', type: '', subject: '', difficulty: '', topic: '', archived: '', import: '' }

/** The owner's or a college's bank of non-coding questions. */
export const BankListScreen = () => <OwnTestsGate>{(canWrite) => <BankList canWrite={canWrite} />}</OwnTestsGate>

function BankList({ canWrite }: { canWrite: boolean }) {
  const [params, setParams] = useListParams(['type', 'subject', 'difficulty', 'topic', 'archived', 'import', 'sort'])
  const { page, limit, search, topic, import: importId } = params
  const type = known(questionTypeNames, params.type)
  const subject = known(subjects, params.subject)
  const difficulty = known(difficulties, params.difficulty)
  const sort = known(bankSorts, params.sort)
  const retired = params.archived === 'true'
  const list = useBankList({ page, limit, search, topic, type, subject, difficulty, retired, importId, sort })
  const imported = useImport(importId)
  const actions = useBankActions()
  const topics = (useTopics().data ?? []).filter((one) => one.topic !== '' && (!subject || one.subject === subject))
  const chosen = [type, subject, difficulty, topic, retired, importId].filter(Boolean)
  const isFiltered = Boolean(search) || chosen.length > 0
  const clear = () => setParams(noFilters)
  const exporting = useDialog<true>()
  const exportButton = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={!list.data?.pagination.total}
      onClick={() => exporting.open(true)}
    >
      Export
    </Button>
  )
  const addButton = (variant: 'filled' | 'light') => (
    <LinkButton to="/bank/new" variant={variant} leftSection={<IconPlus size={16} aria-hidden />}>
      Add Question
    </LinkButton>
  )
  const importButton = (
    <LinkButton to="/bank/import" variant="default" leftSection={<IconFileImport size={16} aria-hidden />}>
      Import
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title="Question Bank"
        purpose="All question types except coding. Tests keep the version they use."
        count={list.data?.pagination.total}
        action={
          <Group gap="xs">
            {exportButton}
            {canWrite && importButton}
            {canWrite && addButton('filled')}
          </Group>
        }
      />
      {!canWrite && <OwnTestsOff />}
      <FilterBar search={searchOf({ search }, setParams, 'Search questions')} onClear={isFiltered ? clear : undefined}>
        <FilterSheet chosen={chosen.length}>
          <FilterSelect
            label="Type"
            all="All types"
            value={type}
            options={questionTypeNames.map((value) => ({ value, label: questionTypeLabels[value] }))}
            onChange={(next) => setParams({ type: next ?? '' })}
          />
          <FilterSelect
            label="Subject"
            all="All subjects"
            value={subject}
            options={asOptions(subjects)}
            onChange={(next) => setParams({ subject: next ?? '', topic: '' })}
          />
          <FilterSelect
            label="Topic"
            all="All topics"
            value={topic}
            options={asOptions(withParents(topics.map((one) => one.topic)))}
            onChange={(next) => setParams({ topic: next ?? '' })}
          />
          <FilterSelect
            label="Difficulty"
            all="All levels"
            value={difficulty}
            options={asOptions(difficulties)}
            onChange={(next) => setParams({ difficulty: next ?? '' })}
          />
          <FilterSelect
            label="Questions shown"
            all="In use"
            value={retired ? 'true' : undefined}
            options={[{ value: 'true', label: 'Retired' }]}
            onChange={(next) => setParams({ archived: next ?? '' })}
          />
          {importId && (
            <FilterSelect
              label="Import"
              all="All questions"
              value={importId}
              options={[{ value: importId, label: imported.data?.import.fileName ?? 'One import' }]}
              onChange={(next) => setParams({ import: next ?? '' })}
            />
          )}
          <FilterSelect
            label="Sort"
            all="Recent first"
            value={sort === 'recent' ? undefined : sort}
            options={[
              { value: 'oldest', label: 'Oldest first' },
              { value: 'text', label: 'Text A–Z' },
              { value: 'easiest', label: 'Easiest first' },
              { value: 'hardest', label: 'Hardest first' },
            ]}
            onChange={(next) => setParams({ sort: next ?? '' })}
          />
        </FilterSheet>
      </FilterBar>
      {list.data?.indexing && (
        <Alert color="yellow" mb="md" role="status">
          After an upgrade, questions are being prepared for search. This search may miss some of them; repeat it in a
          few minutes.
        </Alert>
      )}
      <DataList
        label="Questions"
        columns={bankColumns}
        rows={list.data?.questions}
        rowKey={({ id }) => id}
        {...(canWrite && { actions })}
        {...pagedList(list, setParams)}
        noMatches={
          isFiltered && { title: 'No questions match', text: 'Try other words or remove a filter.', onClear: clear }
        }
        empty={{
          icon: IconBooks,
          title: 'No questions yet',
          text: canWrite ? 'Add a question or import a file. Tests can then draw questions for each student.' : '',
          action: canWrite && (
            <Group gap="xs" justify="center">
              {addButton('light')}
              {importButton}
            </Group>
          ),
        }}
      />
      {exporting.show((_, dialog) => (
        <ExportQuestions filters={{ search, topic, type, subject, difficulty, retired, importId }} {...dialog} />
      ))}
    </>
  )
}
