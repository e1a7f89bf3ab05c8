import { Pagination, ScrollArea, Table, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import type { RowError } from '#shared/members/bulk.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { headingOf } from '../../model/people-sheets.ts'
import classes from './bulk.module.css'

/** Page size; there may be thousands. */
const pageSize = 100

interface ErrorListProps {
  role: MemberRole
  errors: readonly RowError[]
  /** Shown beside the title. */
  action: ReactNode
}

/** Errors by row, paged. */
export function ErrorList({ role, errors, action }: ErrorListProps) {
  const [page, setPage] = useState(1)
  const first = (page - 1) * pageSize
  const shown = errors.slice(first, first + pageSize)
  const pages = Math.ceil(errors.length / pageSize)
  return (
    <section aria-labelledby="upload-errors">
      <div className={classes.errorsHead}>
        <Text id="upload-errors" component="h3" size="sm" fw={600} m={0}>
          {plural(errors.length, 'error')}
        </Text>
        {action}
      </div>
      <ScrollArea.Autosize
        // Start every page at its top.
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
              // One row may have several errors, even of one field.
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
        <div className={classes.errorsFoot}>
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
        </div>
      )}
    </section>
  )
}
