import { Button, Group, Text } from '@mantine/core'
import { IconFileZip, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { DropArea, DropText } from '#client/ui/drop-area.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { codingBounds } from '#shared/coding/coding.schema.ts'
import { groupBounds } from '#shared/coding/groups.schema.ts'
import { newCase } from '../../model/question-draft.ts'
import { useReadCases } from '../../queries.ts'
import { CaseRow } from './case-row.tsx'
import classes from './editor.module.css'
import { GroupsEditor } from './groups-editor.tsx'
import { useDraft, useDraftError, useDraftStore } from './use-question-draft.ts'

export function CasesEditor() {
  const store = useDraftStore()
  const cases = useDraft(({ draft }) => draft.testCases)
  const groups = useDraft(({ draft }) => draft.groups.length)
  const hasSql = useDraft(({ draft }) => draft.supported_languages.includes('sql'))
  const open = useDraft((state) => state.open)
  const error = useDraftError('testCases')
  const list = useRef<HTMLOListElement>(null)
  const groupList = useRef<HTMLDivElement>(null)
  const samples = cases.filter(({ is_sample }) => is_sample).length
  const weight = cases.reduce((sum, one) => sum + (Number(one.weight) || 0), 0)

  const add = () => {
    const added = newCase()
    store.addCases([added])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${added.key}"] textarea`)?.focus())
  }
  const addGroup = () => {
    const key = store.addGroup()
    requestAnimationFrame(() => groupList.current?.querySelector<HTMLElement>(`[data-row="${key}"] input`)?.focus())
  }
  return (
    <FormSection title="Test cases" text="Samples are shown to students. Hidden cases never leave the server.">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" className="tabular">
          {plural(cases.length, 'test case')}, {plural(samples, 'sample')},{' '}
          {groups === 0 ? `total weight ${weight.toLocaleString()}` : plural(groups, 'group')}
        </Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          data-path="groups"
          title="Groups of test cases, such as subtasks, earn points separately"
          disabled={groups >= groupBounds.groups}
          onClick={addGroup}
        >
          Add group
        </Button>
      </Group>
      {hasSql && (
        <Text size="sm">
          In SQL, the input creates the tables and their rows. The expected output has a line for each row of the
          result, such as 1 | 'Asha' | 80.0 | NULL, or (no rows). Run a reference solution to see its rows.
        </Text>
      )}
      <div ref={groupList} className={classes.news}>
        <GroupsEditor />
      </div>
      <ol ref={list} style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 }} aria-label="Test cases">
        {cases.map((one, at) => (
          <CaseRow key={one.key} row={one} at={at} last={at === cases.length - 1} open={open.has(one.key)} />
        ))}
      </ol>
      <Text role="alert" component="div" c="var(--mantine-color-error)" fz="sm" className={classes.news}>
        {error}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          data-path="testCases"
          disabled={cases.length >= codingBounds.testCases.max}
          onClick={add}
        >
          Add test case
        </Button>
      </Group>
      <CaseUpload />
    </FormSection>
  )
}

const refusedShown = 8

/** Adds cases in bulk from a zip, and lists the files that could not be used. */
function CaseUpload() {
  const store = useDraftStore()
  const { mutateAsync, isPending, variables } = useReadCases()
  const [uploadResult, setUploadResult] = useState<{ added: number; refused: string[] } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const outcome = useRef<HTMLDivElement>(null)
  // The added rows push this component down, so scroll it back into view.
  useEffect(() => {
    if (uploadResult || failure) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [uploadResult, failure])

  const read = async (file: File) => {
    setUploadResult(null)
    setFailure(null)
    try {
      const { testCases, errors } = await mutateAsync(file)
      const room = codingBounds.testCases.max - store.read().draft.testCases.length
      const taken = testCases.slice(0, room).map(({ name: _name, group: _group, ...fields }) => newCase(fields))
      if (taken.length > 0) store.addCases(taken, false)
      const beyond = testCases.length - taken.length
      setUploadResult({
        added: taken.length,
        refused: [
          ...(beyond > 0 ? [`${plural(beyond, 'case')} over the limit of ${codingBounds.testCases.max}`] : []),
          ...errors.map(({ name, message }) => `${name}: ${message}`),
        ],
      })
    } catch (error) {
      const reason = messageOf(error, '')
      setFailure(reason ? `Failed to upload file. ${reason}` : 'Failed to upload file')
    }
  }
  return (
    <div ref={outcome}>
      <DropArea
        label="Zip of test cases"
        accept=".zip,application/zip"
        onFile={(file) => void read(file)}
        icon={<IconFileZip size={24} stroke={1.5} aria-hidden />}
        choose="Choose zip"
        disabled={isPending}
      >
        <DropText
          title="Add test cases from a zip"
          reading={isPending ? variables : undefined}
          progress="Reading the zip"
        >
          Pairs of <code>NAME.in</code> and <code>NAME.ans</code> or <code>NAME.out</code>, in the order of their names.
          Those with “sample” in their name or folder become samples.
        </DropText>
      </DropArea>
      <Text role="status" component="div" mt={6} fz="sm" className={classes.news}>
        {uploadResult && `${plural(uploadResult.added, 'test case')} added`}
      </Text>
      <div role="alert">
        {failure && (
          <Text c="var(--mantine-color-error)" fz="sm" mt={6}>
            {failure}
          </Text>
        )}
        {uploadResult && uploadResult.refused.length > 0 && (
          <Warning mt="xs" title={`${plural(uploadResult.refused.length, 'item')} in the zip could not be used`}>
            <ul className="anywhere" style={{ paddingInlineStart: '1.2em', listStyle: 'revert' }}>
              {uploadResult.refused.slice(0, refusedShown).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            {uploadResult.refused.length > refusedShown && `And ${uploadResult.refused.length - refusedShown} more.`}
          </Warning>
        )}
      </div>
    </div>
  )
}
