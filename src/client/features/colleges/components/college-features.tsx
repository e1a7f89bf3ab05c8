import { Group, Stack, Switch, Text } from '@mantine/core'
import {
  type Icon,
  IconClipboardCheck,
  IconDeviceLaptop,
  IconFileSpreadsheet,
  IconLogin,
  IconPencil,
} from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { College, CollegeOverview } from '#shared/colleges/colleges.schema.ts'
import { useSetOwnTests } from '../queries.ts'
import classes from './colleges.module.css'

type FeatureUse = CollegeOverview['features'][number]

interface FeatureText {
  title: string
  icon: Icon
  /** Describes the usage, if there is any. */
  used: (used: number, of: number) => string
  /** Shown while there is no usage yet. */
  unused: (of: number) => string
  /** Label for the time of the last use. */
  last: string
}

const words: Record<FeatureUse['feature'], FeatureText> = {
  tests: {
    title: 'Tests',
    icon: IconClipboardCheck,
    used: (used, of) => `${used.toLocaleString()} of ${plural(of, 'offered test')} accepted`,
    unused: (of) => (of === 0 ? 'No tests offered yet' : `0 of ${plural(of, 'offered test')} accepted`),
    last: 'Last offer',
  },
  attempts: {
    title: 'Test attempts',
    icon: IconPencil,
    used: (used) => `${plural(used, 'attempt')} by its students`,
    unused: () => 'No student has started a test',
    last: 'Last start',
  },
  practice: {
    title: 'Practice',
    icon: IconDeviceLaptop,
    used: (used) => plural(used, 'practice test attempt'),
    unused: () => 'No student has started a practice test',
    last: 'Last start',
  },
  bulkUpload: {
    title: 'Bulk upload',
    icon: IconFileSpreadsheet,
    used: (used) => `${plural(used, 'sheet')} uploaded`,
    unused: () => 'No sheets uploaded',
    last: 'Last upload',
  },
  signIns: {
    title: 'Sign-ins',
    icon: IconLogin,
    used: (used, of) => `${used.toLocaleString()} of ${plural(of, 'person', 'people')} signed in at least once`,
    unused: (of) => `0 of ${plural(of, 'person', 'people')} signed in`,
    last: 'Last sign-in',
  },
}

const usedColor = 'var(--mantine-primary-color-light-color)'

/** The switch that lets a college write its own tests and question bank. */
function OwnTestsSwitch({ college: { id, name, ownTests = false } }: { college: College }) {
  const confirm = useConfirm()
  const set = useSetOwnTests()
  const change = async (allowed: boolean) => {
    const isSure =
      allowed ||
      (await confirm({
        title: 'Turn off own tests?',
        message: `The administrator of “${name}” can no longer write tests and questions.`,
        consequences: 'The college keeps its tests and questions and can read them. Assigned tests continue.',
        confirmLabel: 'Turn off own tests',
      }))
    if (!isSure) return
    await reportOutcome(
      set.mutateAsync({ id, allowed }),
      allowed ? 'The college can write its own tests' : 'The college can no longer write its own tests',
      'Failed to change the setting',
    )
  }
  return (
    <Switch
      mb="md"
      label="Own tests"
      description="Let the administrator write tests and a question bank for the college’s students. Other colleges can’t see them."
      disabled={set.isPending}
      checked={set.isPending ? set.variables.allowed : ownTests}
      onChange={({ currentTarget: { checked } }) => void change(checked)}
    />
  )
}

/** A college's usage of each feature, with the time of its last use. */
export const CollegeFeatures = ({ college, features }: Pick<CollegeOverview, 'college' | 'features'>) => (
  <>
    <OwnTestsSwitch college={college} />
    <ul className="rows card" aria-label="Features">
      {features.map(({ feature, used, of, lastUsed }) => {
        const { title, icon: Shape, used: usedText, unused, last } = words[feature]
        return (
          <Group component="li" gap="10px 16px" py="sm" px="md" fz="sm" key={feature}>
            <Shape
              size={20}
              stroke={1.6}
              style={{ color: used > 0 ? usedColor : 'var(--mantine-color-dimmed)' }}
              aria-hidden
            />
            <Stack gap={0} flex="1 1 16rem" miw={0}>
              <Text component="strong" inherit fw={550}>
                {title}
              </Text>
              <span>{used > 0 ? usedText(used, of ?? 0) : unused(of ?? 0)}</span>
            </Stack>
            <Group gap="xs" c="dimmed" fz="xs" className={classes.last}>
              {used === 0 && <StatusBadge tone="neutral" label="Not used yet" />}
              {lastUsed !== null && (
                <span>
                  {last} <RelativeTime value={lastUsed} />
                </span>
              )}
            </Group>
          </Group>
        )
      })}
    </ul>
  </>
)
