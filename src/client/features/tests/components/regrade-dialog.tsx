import { Alert, Box, Button, ScrollArea, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { percentText, plural } from '#client/lib/format.ts'
import { QueryPending } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import type { PassChange } from '#shared/tests/scheme.schema.ts'
import type { KeyChange } from '#shared/tests/tests.schema.ts'
import { type RegradePreview, useRegradePreview } from '../queries.ts'
import classes from './tests.module.css'

interface RegradeDialogProps extends DialogProps {
  testId: string
  changes: readonly KeyChange[]
  pass: PassChange | null
  busy: boolean
  onConfirm: () => void
}

/** Confirms a changed key or pass mark, after showing how many results change and who now passes or fails. */
export function RegradeDialog({ opened, testId, changes, pass, busy, onConfirm, onClose }: RegradeDialogProps) {
  const { mutate, data, error } = useRegradePreview()
  const calculate = useCallback(
    () => mutate({ id: testId, key: [...changes], ...pass }),
    [mutate, testId, changes, pass],
  )
  useEffect(calculate, [calculate])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={pass ? 'Regrade submitted attempts?' : 'Regrade with the new key?'}
      size="lg"
      busy={busy}
    >
      {data ? (
        <Outcome preview={data} what={changedText(changes.length, pass)} />
      ) : (
        <QueryPending
          query={{ error, refetch: calculate }}
          failed="Failed to calculate the new results"
          loading="Calculating the new results"
        />
      )}
      <StickyActions>
        <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
          Cancel
        </Button>
        <Button onClick={onConfirm} loading={busy} disabled={!data}>
          {data && data.changed + data.beingMarked + data.nowPass + data.nowFail > 0
            ? 'Save and regrade'
            : 'Save changes'}
        </Button>
      </StickyActions>
    </Modal>
  )
}

/** `the correct answer to 2 questions and the pass mark` */
function changedText(questions: number, pass: PassChange | null): string {
  const parts = [
    questions > 0 && `the correct answer to ${plural(questions, 'question')}`,
    pass?.passMark !== undefined && 'the pass mark',
    pass?.cutoffs && `the cut-off of ${plural(Object.keys(pass.cutoffs).length, 'section')}`,
  ]
  return new Intl.ListFormat('en').format(parts.filter((part) => typeof part === 'string'))
}

function Outcome({ preview, what }: { preview: RegradePreview; what: string }) {
  const { attempts, changed, beingMarked, nowPass, nowFail, crossing } = preview
  return (
    <Stack gap="md">
      <Text size="sm">
        You changed {what}. Saving regrades every submitted attempt; running attempts are graded this way when they are
        submitted.
      </Text>
      <SimpleGrid component="dl" cols={{ base: 2, xs: 4 }} spacing="xs">
        <Figure value={attempts} label="submitted attempts" />
        <Figure value={changed} label="get a different result" />
        <Figure value={nowPass} label="pass now" color="var(--correct)" />
        <Figure value={nowFail} label="no longer pass" color="var(--mantine-color-error)" />
      </SimpleGrid>
      {crossing.length > 0 ? (
        <Crossing preview={preview} />
      ) : (
        <Text size="sm" c="dimmed">
          {changed === 0 ? 'No results change.' : 'No pass or fail results change.'}
        </Text>
      )}
      {beingMarked > 0 && (
        <Text size="sm">
          {plural(beingMarked, 'attempt')} {beingMarked === 1 ? 'is' : 'are'} still being marked and not counted above.
          Saving regrades {beingMarked === 1 ? 'it' : 'them'} too.
        </Text>
      )}
      {nowFail > 0 && (
        <Alert color="yellow" py="xs">
          {plural(nowFail, 'student')} who passed will now fail. They may have seen their results already.
        </Alert>
      )}
    </Stack>
  )
}

const Figure = ({ value, label, color }: { value: number; label: string; color?: string }) => (
  <div className={`card facts ${classes.figure}`}>
    <dt>{label}</dt>
    <Box component="dd" c={value > 0 ? color : undefined}>
      {value.toLocaleString()}
    </Box>
  </div>
)

const passed = { tone: 'success', label: 'Pass' } as const
const failed = { tone: 'danger', label: 'Fail' } as const

function Crossing({ preview: { crossing, nowPass, nowFail } }: { preview: RegradePreview }) {
  const total = nowPass + nowFail
  return (
    <div>
      <Text size="sm" fw={550} mb={6}>
        Students who now pass or fail
      </Text>
      <ScrollArea.Autosize
        mah={300}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Students who now pass or fail' }}
        bd="1px solid var(--mantine-color-default-border)"
        bdrs="md"
      >
        <Table verticalSpacing={6} stickyHeader>
          <Table.Thead bg="var(--surface-raised)">
            <Table.Tr>
              <Table.Th>Student</Table.Th>
              <Table.Th ta="right">Result</Table.Th>
              <Table.Th w={90}>Now</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {crossing.map(
              ({ attemptId, studentName, idNumber, collegeName, before, after, passes = after > before }) => (
                <Table.Tr key={attemptId}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {studentName}
                    <Text size="xs" c="dimmed">
                      {[idNumber, collegeName].filter(Boolean).join(' · ')}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="right" className="tabular" style={{ whiteSpace: 'nowrap' }}>
                    {percentText(before)} <span aria-hidden>→</span>
                    <span className="visually-hidden">becomes</span> {percentText(after)}
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge {...(passes ? passed : failed)} />
                  </Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {crossing.length < total && (
        <Text size="sm" c="dimmed" mt={6}>
          Showing the first {crossing.length.toLocaleString()} of {total.toLocaleString()}.
        </Text>
      )}
    </div>
  )
}
