import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { TestSummary } from '#shared/tests/tests.schema.ts'
import { DifficultyBadge, OwnBadge, type Timing, TimingBadge } from './test-badges.tsx'
import classes from './tests.module.css'

export interface CardFact {
  name: string
  value: ReactNode
  /** A third of a line by default. */
  span?: 'half' | 'whole'
}

interface TestCardProps {
  test: TestSummary & { collegeName?: string | undefined }
  timing: Timing
  /** The test's name, as text or as a link. */
  title: ReactNode
  /** A badge between the timing and difficulty badges: `Practice`. */
  badge?: string
  facts?: readonly CardFact[]
  /** Lines of text below the name: `Verbal`. */
  lines?: readonly string[]
  menu: ReactNode
  actions?: ReactNode
}

export function TestCard({ test, timing, title, badge, facts, lines, menu, actions }: TestCardProps) {
  const id = useId()
  return (
    <Stack component="article" gap={0} h="100%" p="md" className="card" aria-labelledby={id}>
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between" className={classes.head}>
        <Group gap={6} align="stretch" miw={0} className={classes.badges}>
          <TimingBadge timing={timing} />
          {badge && <StatusBadge tone="neutral" label={badge} />}
          <DifficultyBadge difficulty={test.difficulty} />
          {test.companyName && <StatusBadge tone="info" label={test.companyName} />}
          <OwnBadge test={test} />
        </Group>
        {menu}
      </Group>
      <Text
        component="h2"
        lineClamp={2}
        mt={10}
        fz="md"
        fw={600}
        lh={1.4}
        id={id}
        className={`anywhere ${classes.name}`}
        title={test.testName}
      >
        {title}
      </Text>
      {lines?.map((line) => (
        <Text mt={3} c="dimmed" fz="xs" lh={1.45} key={line} className="tabular anywhere">
          {line}
        </Text>
      ))}
      {facts && (
        <>
          <Text lineClamp={2} mt={4} c="dimmed" fz="sm" className="anywhere" title={test.testDescription}>
            {test.testDescription}
          </Text>
          <SimpleGrid
            component="dl"
            cols={6}
            spacing="sm"
            verticalSpacing={8}
            pt="sm"
            fz="sm"
            className={`facts ${classes.facts}`}
          >
            {facts.map(({ name, value, span }) => (
              <div key={name} data-span={span}>
                <dt>{name}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ))}
          </SimpleGrid>
        </>
      )}
      {actions && (
        <Group gap={6} align="stretch" mt="md">
          {actions}
        </Group>
      )}
    </Stack>
  )
}
