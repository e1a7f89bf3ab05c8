import { Group } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import type { PracticeStatus } from '#shared/coding/practice.schema.ts'
import { practiceWords } from '../model/practice-list.ts'
import classes from './lists.module.css'

const icons = { solved: IconCircleCheck, attempted: IconProgress, not_attempted: IconCircle }

/** The user's progress on a question, as an icon and a word. */
export function PracticeStatusMark({ status }: { status: PracticeStatus }) {
  const Shape = icons[status]
  return (
    <Group component="span" gap={6} wrap="nowrap" className={classes.status} data-status={status}>
      <Shape size={17} stroke={1.9} aria-hidden />
      {practiceWords[status]}
    </Group>
  )
}
