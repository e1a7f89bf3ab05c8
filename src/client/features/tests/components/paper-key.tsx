import { Box, Group, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { plural } from '#client/lib/format.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { type KeyedBody, keyText } from '#shared/bank/question-types.rules.ts'
import { gaps } from '#shared/bank/types/gaps.rules.ts'
import classes from './paper-view.module.css'

/** The correct answer to a question without lettered options, or the rubric of an essay. */
export function PaperKey({ question }: { question: KeyedBody }) {
  switch (question.type) {
    case 'numeric':
    case 'text':
      return <KeyFrame>{keyText(question)}</KeyFrame>
    case 'gaps':
      return (
        <KeyFrame>
          <Stack component="ul" gap={2}>
            {question.body.gaps.map((gap, place) => {
              const key = question.key.gaps[place]
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: gaps are identified by their position
                <li key={place}>
                  [{place + 1}] {key && gaps.showKey({ gaps: [gap] }, { gaps: [key] })}
                </li>
              )
            })}
          </Stack>
        </KeyFrame>
      )
    case 'matching': {
      const { left, right } = question.body
      return (
        <KeyFrame>
          <Stack component="ul" gap={2}>
            {left.map(({ id, text }) => (
              <Group component="li" key={id} gap={8} align="baseline">
                <RichText text={text} inline />
                <span>→</span>
                <RichText text={right.find((part) => part.id === question.key.pairs[id])?.text ?? '–'} inline />
              </Group>
            ))}
          </Stack>
        </KeyFrame>
      )
    }
    case 'ordering':
      return (
        <KeyFrame>
          <Stack component="ol" gap={2}>
            {question.key.order.map((id, place) => (
              <Group component="li" key={id} gap={8} align="baseline">
                <span className="tabular">{place + 1}.</span>
                <RichText text={question.body.items.find((item) => item.id === id)?.text ?? ''} inline />
              </Group>
            ))}
          </Stack>
        </KeyFrame>
      )
    case 'essay':
      return question.key.rubric.length > 0 ? (
        <KeyFrame title="Rubric">
          <Stack component="ul" gap={4}>
            {question.key.rubric.map(({ criterion, levels }) => (
              <li key={criterion}>
                <strong>{criterion}</strong>:{' '}
                {levels.map(({ label, marks }) => `${label} (${plural(marks, 'mark')})`).join(', ')}
              </li>
            ))}
          </Stack>
        </KeyFrame>
      ) : null
    default:
      return null
  }
}

/** Marks the correct answer with colour and a tick, like a correct option. */
const KeyFrame = ({ title = 'Correct answer', children }: { title?: string; children: ReactNode }) => (
  <Box mt="sm" fz="sm" className={`card anywhere ${classes.option}`} data-correct>
    <Group gap={6} mb={4} fz="xs" fw={600}>
      {title}
      <IconCheck size={16} stroke={2.2} className={classes.tick} aria-hidden />
    </Group>
    {children}
  </Box>
)
