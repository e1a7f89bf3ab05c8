import { Alert, Button, Group, Pagination, ScrollArea, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { IconCheck, IconCircleCheck, IconCircleX, IconInfoCircle, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { saveSheet } from '#client/lib/save-sheet.ts'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { Warning } from '#client/ui/warning.tsx'
import type { BulkResult, RowError } from '#shared/members/bulk.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import {
  credentialRows,
  credentialsSheetName,
  errorRows,
  errorSheetName,
  headingOf,
} from '../../model/people-sheets.ts'
import { roleText } from '../role-text.ts'
import classes from './bulk.module.css'
import { SheetButton } from './sheet-button.tsx'

const ResultFigures = ({ result: { total, successful, failed } }: { result: BulkResult }) => (
  <SimpleGrid component="dl" cols={3} spacing={0} className="card">
    <Figure icon={<IconTable size={16} stroke={1.8} aria-hidden />} label="Total" value={total} />
    <Figure
      icon={
        <IconCircleCheck size={16} stroke={1.8} color={successful > 0 ? 'var(--good)' : 'currentColor'} aria-hidden />
      }
      label="Successful"
      value={successful}
    />
    <Figure
      icon={
        <IconCircleX
          size={16}
          stroke={1.8}
          color={failed > 0 ? 'var(--mantine-color-error)' : 'currentColor'}
          aria-hidden
        />
      }
      label="Failed"
      value={failed}
    />
  </SimpleGrid>
)

interface FigureProps {
  icon: ReactNode
  label: string
  value: number
}

const Figure = ({ icon, label, value }: FigureProps) => (
  <div className={`figure ${classes.resultFigure}`}>
    <dt>
      {icon}
      {label}
    </dt>
    <dd>{value.toLocaleString()}</dd>
  </div>
)

interface ResultStepProps {
  role: MemberRole
  fileName: string
  result: BulkResult
  /** True if the sign-in details were saved on this device. */
  saved: boolean
  onCredentialsSaved: () => void
  onAnother: () => void
  onClose: () => void
}

/** States whether the passwords were also emailed. */
export const mailedText = ({ mailed }: Pick<BulkResult, 'mailed'>) =>
  mailed ? 'Everyone also gets their password by email.' : 'No one was emailed: mail is not set up.'

/** The result of an upload: counts, sign-in details, and rows to fix. */
export function ResultStep({ role, fileName, result, saved, onCredentialsSaved, onAnother, onClose }: ResultStepProps) {
  const { errors, failedRows, notes, credentials } = result
  const words = roleText[role]
  const saveCredentials = async () => {
    await saveSheet(credentialsSheetName(fileName), 'Sign-in details', credentialRows(result))
    onCredentialsSaved()
  }
  return (
    <>
      <Stack gap="md">
        <ResultFigures result={result} />
        {notes.length > 0 && (
          <Alert color="blue" icon={<IconInfoCircle size={18} aria-hidden />}>
            {notes.map((note) => (
              <div key={note} className="anywhere">
                {note}
              </div>
            ))}
          </Alert>
        )}
        {credentials.length > 0 && (
          <Warning title={`Temporary passwords for ${plural(credentials.length, words.one, words.many)}`}>
            They are shown only once: download them now if you want to hand them out. {mailedText(result)}
            <Group gap="xs" mt="xs">
              <SheetButton label="Download sign-in details" onSave={saveCredentials} />
              <Text
                role="status"
                span
                inherit
                c="var(--mantine-color-teal-light-color)"
                fw={550}
                style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}
              >
                {saved && (
                  <>
                    <IconCheck size={16} stroke={2.2} aria-hidden />
                    Downloaded
                  </>
                )}
              </Text>
            </Group>
          </Warning>
        )}
        {errors.length > 0 && (
          <ErrorList
            role={role}
            errors={errors}
            action={
              failedRows.length > 0 && (
                <SheetButton
                  label="Download rows with errors"
                  onSave={() => saveSheet(errorSheetName(fileName), words.title, errorRows(role, result))}
                />
              )
            }
          />
        )}
      </Stack>
      <StickyActions>
        <Button variant="default" onClick={onAnother}>
          Upload Another File
        </Button>
        <Button onClick={onClose}>Close</Button>
      </StickyActions>
    </>
  )
}

/** Errors per page, since there may be thousands. */
const pageSize = 100

function ErrorList({ role, errors, action }: { role: MemberRole; errors: readonly RowError[]; action: ReactNode }) {
  const [page, setPage] = useState(1)
  const first = (page - 1) * pageSize
  const shown = errors.slice(first, first + pageSize)
  const pages = Math.ceil(errors.length / pageSize)
  return (
    <section aria-labelledby="upload-errors">
      <Group justify="space-between" gap="xs" mb="xs">
        <Text id="upload-errors" component="h3" size="sm" fw={600} m={0}>
          {plural(errors.length, 'error')}
        </Text>
        {action}
      </Group>
      <ScrollArea.Autosize
        // Remount so that every page starts at its top.
        key={page}
        mah={270}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Errors' }}
        className={`card ${classes.errors}`}
      >
        <Table verticalSpacing={6} horizontalSpacing="sm" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={64} ta="right">
                Row
              </Table.Th>
              <Table.Th>Field</Table.Th>
              <Table.Th w="100%">Message</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ row, field, message }, index) => (
              // A row may have several errors, even for one field, so only the index is unique.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <Table.Tr key={index}>
                <Table.Td ta="right" className="tabular">
                  {row.toLocaleString()}
                </Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{headingOf(role, field)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {pages > 1 && (
        <Group justify="space-between" gap="xs" mt="xs">
          <Text size="sm" c="dimmed" className="tabular">
            {(first + 1).toLocaleString()}–{(first + shown.length).toLocaleString()} of {errors.length.toLocaleString()}
          </Text>
          <Pagination
            size="sm"
            value={page}
            total={pages}
            siblings={0}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': `${control} page of errors` })}
            getItemProps={(item) => ({ 'aria-label': `Errors, page ${item}` })}
          />
        </Group>
      )}
    </section>
  )
}
