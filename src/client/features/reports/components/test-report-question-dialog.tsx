import { Box, Group, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { percentText } from '#client/lib/format.ts'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { percentOf } from '#shared/numbers.ts'
import type { ItemRow } from '../model/item-rows.ts'
import { adviceOn, facilityLabel, figureText, powerLabel, typeLabel } from '../model/item-text.ts'
import classes from './test-report.module.css'
import { FaultBadges } from './test-report-item-columns.tsx'

interface TestReportQuestionDialogProps extends DialogProps {
  row: ItemRow
}

/** Everything about one question: its text, how often each option was chosen, its problems, and advice on them. */
export function TestReportQuestionDialog({ row, opened, onClose }: TestReportQuestionDialogProps) {
  const { facility, discrimination, itemRest, faults } = row
  const facts = [row.sectionName && `Section: ${row.sectionName}`, !row.choices && typeLabel(row.type)]
    .filter(Boolean)
    .join(' · ')
  return (
    <Modal opened={opened} onClose={onClose} title={`Question ${row.questionNumber}`} size="xl">
      {facts && (
        <Text mb="xs" c="dimmed" fz="sm">
          {facts}
        </Text>
      )}
      <Box mb="md">
        <RichText text={row.questionText} />
      </Box>
      {faults.length > 0 && (
        <Stack
          component="section"
          gap="sm"
          px="md"
          pt={10}
          pb="sm"
          className={`card ${classes.faults}`}
          aria-label="Advice"
        >
          {faults.map((fault) => (
            <div key={fault}>
              <FaultBadges faults={[fault]} />
              <p>{adviceOn(fault)}</p>
            </div>
          ))}
        </Stack>
      )}
      {row.choices && <Options row={row} />}
      <StatCards
        label="Question statistics"
        stats={[
          {
            label: 'Success rate',
            value: row.correct + row.incorrect === 0 ? '–' : percentText(row.correctPercentage),
            note: `${row.correct.toLocaleString()} correct, ${row.incorrect.toLocaleString()} incorrect`,
          },
          {
            label: 'Facility',
            value: facility === null ? '–' : percentText(facility),
            note: facility === null ? undefined : facilityLabel(facility),
          },
          {
            label: 'Discrimination',
            value: figureText(discrimination),
            note: discrimination === null ? undefined : powerLabel(discrimination),
          },
          {
            label: 'Item-rest',
            value: figureText(itemRest),
            note: itemRest === null ? 'Point-biserial' : `${powerLabel(itemRest)} · point-biserial`,
          },
        ]}
      />
    </Modal>
  )
}

/** Choices of all students who got the question, and of the top and bottom 27 percent if those groups exist. */
function Options({ row }: Pick<TestReportQuestionDialogProps, 'row'>) {
  const sumOf = (group: 'all' | 'upper') => (row.choices ?? []).reduce((sum, choice) => sum + choice[group], 0)
  const attempts = sumOf('all')
  const groupSize = sumOf('upper')
  const share = (part: number) => percentText(percentOf(part, groupSize))
  return (
    <table className={`figure-table ${classes.options}`}>
      <thead>
        <tr>
          <th scope="col">Option</th>
          <th scope="col">Chosen by</th>
          {groupSize > 0 && <th scope="col">Top 27%</th>}
          {groupSize > 0 && <th scope="col">Bottom 27%</th>}
        </tr>
      </thead>
      <tbody>
        {row.choices?.map(({ option, all, upper, lower }) => {
          const isKey = option !== null && option === row.correctAnswer
          return (
            <tr key={option ?? 'none'} data-key={isKey || undefined}>
              <th scope="row">
                <Group component="span" gap="4px 10px" align="baseline" className="anywhere">
                  {option === null ? (
                    <Text span inherit c="dimmed">
                      Unanswered
                    </Text>
                  ) : (
                    <>
                      <Text span inherit fw={600}>
                        {option}
                      </Text>
                      <RichText text={row.options?.[option] ?? ''} inline />
                    </>
                  )}
                  {isKey && (
                    <Group
                      component="span"
                      display="inline-flex"
                      gap={3}
                      wrap="nowrap"
                      c="var(--mantine-color-green-light-color)"
                      fz="xs"
                      fw={600}
                    >
                      <IconCheck size={13} stroke={2.4} aria-hidden />
                      Key
                    </Group>
                  )}
                </Group>
              </th>
              <td>
                {all.toLocaleString()}{' '}
                <Text span inherit c="dimmed">
                  {percentText(percentOf(all, attempts))}
                </Text>
              </td>
              {groupSize > 0 && <td>{share(upper)}</td>}
              {groupSize > 0 && <td>{share(lower)}</td>}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
