import { Anchor, ScrollArea, Table, Text } from '@mantine/core'
import { saveText } from '#client/lib/save-file.ts'
import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'

/** A reason may quote the file, so a spreadsheet must not interpret it as a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The rejected rows as CSV, with a BOM so that Excel reads it as UTF-8. */
const rejectedRowsCsv = (errors: QuestionFileAnswer['errors']) =>
  `\uFEFF${['row,reason', ...errors.map(({ row, message }) => `${row},${cell(message)}`)].join('\r\n')}\r\n`

/** Maximum rows on the screen. The download has the rest. */
const shownRows = 100

/** The rejected rows of a question file, with reasons. */
export function RejectedRows({ errors, fileName }: { errors: QuestionFileAnswer['errors']; fileName: string }) {
  const download = () =>
    saveText(`${fileName.replace(/\.\w+$/, '')} - refused rows.csv`, rejectedRowsCsv(errors), 'text/csv')
  return (
    <div>
      <ScrollArea.Autosize
        mah={280}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Refused rows' }}
        bd="1px solid var(--mantine-color-default-border)"
        bdrs="md"
      >
        <Table verticalSpacing={6} stickyHeader>
          <Table.Thead bg="var(--surface-raised)">
            <Table.Tr>
              <Table.Th w={72} ta="right">
                Row
              </Table.Th>
              <Table.Th>Reason</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.slice(0, shownRows).map(({ row, message }, index) => (
              // One row may be refused for several reasons.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <Table.Tr key={index}>
                <Table.Td ta="right" className="tabular">
                  {row.toLocaleString()}
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <Text size="sm" c="dimmed" mt={6}>
        {errors.length > shownRows && `The first ${shownRows} of ${errors.length.toLocaleString()}. `}
        <Anchor component="button" type="button" inherit onClick={download}>
          Download the list
        </Anchor>
      </Text>
    </div>
  )
}
