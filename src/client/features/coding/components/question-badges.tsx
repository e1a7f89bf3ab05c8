import { Group, Text } from '@mantine/core'
import { IconArchive, IconCircleCheck, IconCircleDashed, IconLoader2, IconLock } from '@tabler/icons-react'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import type { CodingDifficulty, QuestionStatus } from '#shared/coding/coding.schema.ts'
import { difficultyLabels } from '../model/coding-text.ts'
import classes from './lists.module.css'

const difficultyTones: Record<CodingDifficulty, Tone> = { easy: 'success', medium: 'warning', hard: 'danger' }

export const DifficultyBadge = ({ difficulty }: { difficulty: CodingDifficulty }) => (
  <span className={classes.whole}>
    <StatusBadge tone={difficultyTones[difficulty]} label={difficultyLabels[difficulty]} />
  </span>
)

const statusLooks = {
  published: { tone: 'success', icon: IconCircleCheck, label: 'Published' },
  draft: { tone: 'neutral', icon: IconCircleDashed, label: 'Draft' },
  checking: { tone: 'info', icon: IconLoader2, label: 'Checking' },
  archived: { tone: 'neutral', icon: IconArchive, label: 'Archived' },
} as const

/** The question's status, which determines whether students see the question. */
export const QuestionStatusBadge = ({ status, archived }: { status: QuestionStatus; archived: boolean }) => (
  <span className={classes.whole}>
    <StatusBadge {...statusLooks[archived ? 'archived' : status]} />
  </span>
)

/** Marks a question that students see only in tests. */
export const ExamOnlyBadge = () => (
  <span className={classes.whole}>
    <StatusBadge tone="neutral" icon={IconLock} label="Exam only" />
  </span>
)

const tagsShown = 3

/** The first tags, and the number of further tags, with a list on hover. */
export function Tags({ tags }: { tags: readonly string[] }) {
  const more = tags.slice(tagsShown)
  if (tags.length === 0)
    return (
      <Text span inherit c="dimmed">
        No tags
      </Text>
    )
  return (
    <Group component="span" gap={4} align="stretch">
      {tags.slice(0, tagsShown).map((tag) => (
        <Text
          key={tag}
          span
          inherit
          truncate
          maw="100%"
          py={1}
          px={7}
          fz="xs"
          fw={400}
          className={classes.tag}
          title={tag}
        >
          {tag}
        </Text>
      ))}
      {more.length > 0 && (
        <Text span inherit c="dimmed" fz="xs" lh="20px" className="tabular" title={more.join(', ')}>
          +{more.length}
          <span className="visually-hidden"> more: {more.join(', ')}</span>
        </Text>
      )}
    </Group>
  )
}
