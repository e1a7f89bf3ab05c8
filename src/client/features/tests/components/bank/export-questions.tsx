import { Alert, Button, List, Select, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadFile } from '#client/lib/download.ts'
import { plural } from '#client/lib/format.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { LoadState } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { type ExportFormat, exportFormats, exportNames } from '#shared/bank/import.rules.ts'
import { useExportCheck } from '../../bank-queries.ts'

interface ExportQuestionsProps extends DialogProps {
  /** A test's id; undefined for the bank. */
  testId?: string
  /** The bank's filters. */
  filters?: Record<string, string | boolean | undefined>
}

/** Downloads questions in a format of choice, after saying what the format cannot hold. */
export function ExportQuestions({ testId, filters = {}, opened, onClose }: ExportQuestionsProps) {
  const [format, setFormat] = useState<ExportFormat>('qti3')
  const [busy, setBusy] = useState(false)
  const check = useExportCheck({ testId, filters, format })
  const written = check.data?.written ?? 0
  const download = async () => {
    const path = testId ? `/api/tests/${testId}/export-questions` : '/api/bank/export'
    const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
    setBusy(true)
    const query = new URLSearchParams({ ...Object.fromEntries(given), format })
    const done = await reportOutcome(
      downloadFile(`${path as '/api/bank/export'}?${query}`).then(() => true),
      () => `${plural(written, 'question')} exported`,
    )
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Export questions">
      <Stack gap="md">
        <Select
          label="Format"
          data={exportFormats.map((value) => ({ value, label: exportNames[value].name }))}
          description={exportNames[format].use}
          value={format}
          onChange={(value) => value && setFormat(value as ExportFormat)}
          data-autofocus
        />
        {check.data ? <CheckResult check={check.data} /> : <LoadState query={check} what="questions" />}
      </Stack>
      <ModalActions onCancel={onClose}>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={busy}
          disabled={written === 0}
          onClick={() => void download()}
        >
          {check.data ? `Download ${plural(written, 'question')}` : 'Download'}
        </Button>
      </ModalActions>
    </Modal>
  )
}

type Check = NonNullable<ReturnType<typeof useExportCheck>['data']>

function CheckResult({ check: { questions, written, losses } }: { check: Check }) {
  if (questions === 0) return <Text size="sm">There are no questions to export.</Text>
  if (losses.length === 0)
    return (
      <Alert color="green" icon={<IconCircleCheck aria-hidden />}>
        {questions === 1 ? 'The question is exported in full.' : 'All questions are exported in full.'}
      </Alert>
    )
  const leftOut = questions - written
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={leftOut > 0 ? `${plural(leftOut, 'question')} cannot be exported` : 'Some details are not kept'}
    >
      <List size="sm" spacing={6}>
        {losses.map(({ sentence, questions: count, examples, isLeftOut }) => (
          <List.Item key={sentence}>
            {sentence}
            <Text size="xs" c="dimmed" className="anywhere">
              {plural(count, 'question')}
              {isLeftOut ? ' left out' : ''}: {examples.join(' · ')}
              {count > examples.length ? ' …' : ''}
            </Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
