import { Table, Text } from '@mantine/core'
import type { CodingGroup } from '#shared/coding/groups.schema.ts'
import { round2 } from '#shared/numbers.ts'
import { scoringTexts } from '../model/judging-text.ts'

interface GroupTableProps {
  groups: readonly CodingGroup[]
  /** Points per group of a submission. */
  points?: readonly number[]
}

/** The test case groups with their points. */
export const GroupTable = ({ groups, points }: GroupTableProps) => (
  <div className="card" style={{ overflow: 'hidden' }}>
    <Table aria-label={points ? 'Points of each group' : 'Groups of test cases'} fz="sm" verticalSpacing={5}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Group</Table.Th>
          <Table.Th ta="right" w={1}>
            Points
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map(({ name, points: most, needs, scoring }, at) => (
          <Table.Tr key={name}>
            <Table.Td className="anywhere">
              {name}
              {(!points || needs.length > 0) && (
                <Text size="xs" c="dimmed">
                  {[
                    ...(points ? [] : [scoringTexts[scoring].label]),
                    ...(needs.length > 0 ? [`Needs ${needs.join(', ')}`] : []),
                  ].join(' · ')}
                </Text>
              )}
            </Table.Td>
            <Table.Td ta="right" className="tabular nowrap" style={{ verticalAlign: 'top' }}>
              {points ? `${round2(points[at] ?? 0)} of ${most}` : most}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </div>
)
