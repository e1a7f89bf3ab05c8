import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { plural } from '#client/lib/format.ts'
import { FormSection } from '#client/ui/form-section.tsx'
import { codingBounds } from '#shared/coding/coding.schema.ts'
import { newCase } from '../../model/question-draft.ts'
import { CaseRow } from './case-row.tsx'
import { CaseUpload } from './case-upload.tsx'
import classes from './editor.module.css'
import { useDraft, useDraftError, useDraftStore } from './use-question-draft.ts'

/** The test cases: input and expected output. */
export function CasesEditor() {
  const store = useDraftStore()
  const cases = useDraft(({ draft }) => draft.testCases)
  const open = useDraft((state) => state.open)
  const error = useDraftError('testCases')
  const list = useRef<HTMLOListElement>(null)
  const samples = cases.filter(({ is_sample }) => is_sample).length
  const weight = cases.reduce((sum, one) => sum + (Number(one.weight) || 0), 0)

  const add = () => {
    const added = newCase()
    store.addCases([added])
    focusIn(list.current, added.key)
  }
  return (
    <FormSection title="Test cases" text="Samples are shown to students. Hidden cases never leave the server.">
      <Text size="sm" c="dimmed" className="tabular">
        {plural(cases.length, 'test case')}, {plural(samples, 'sample')}, weight {weight.toLocaleString()} in all
      </Text>
      <ol ref={list} className={classes.cases} aria-label="Test cases">
        {cases.map((one, at) => (
          <CaseRow key={one.key} row={one} at={at} last={at === cases.length - 1} open={open.has(one.key)} />
        ))}
      </ol>
      <Text role="alert" component="div" c="var(--mantine-color-error)" fz="sm" className={classes.refused}>
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

/** Focuses a row that is about to be rendered. */
function focusIn(list: HTMLElement | null, key: string) {
  requestAnimationFrame(() => list?.querySelector<HTMLElement>(`[data-row="${key}"] textarea`)?.focus())
}
