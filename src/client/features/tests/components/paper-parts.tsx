import { Box, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RichText } from '#client/ui/rich-text.tsx'
import type { QuestionBody } from '#shared/bank/question-types.rules.ts'
import type { Part } from '#shared/bank/types/arranging.rules.ts'
import { choicesOf, type Gap } from '#shared/bank/types/gaps.rules.ts'
import { essayHint } from '../model/paper-text.ts'
import classes from './paper-view.module.css'

/** The content below the text of a question without lettered options, as students see it but without inputs. */
export function PaperParts({ question }: { question: QuestionBody }) {
  switch (question.type) {
    case 'numeric':
      return <Hint>{question.body.unit ? `A number, in ${question.body.unit}` : 'A number'}</Hint>
    case 'text':
      return <Hint>A short answer</Hint>
    case 'gaps':
      return (
        <Stack component="ul" gap={4} fz="sm" aria-label="Gaps">
          {question.body.gaps.map((gap, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps are identified by their position
            <li key={place} className="anywhere">
              [{place + 1}] {gapText(gap)}
            </li>
          ))}
        </Stack>
      )
    case 'matching':
      return (
        <SimpleGrid cols={2} spacing="md">
          <PartList label="Match" parts={question.body.left} />
          <PartList label="With" parts={question.body.right} />
        </SimpleGrid>
      )
    case 'ordering':
      return <PartList label="Put in order" parts={question.body.items} />
    case 'essay':
      return <Hint>{essayHint(question.body)}</Hint>
    default:
      return null
  }
}

const Hint = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)

function gapText(gap: Gap): string {
  if (gap.kind === 'text') return 'A short answer'
  if (gap.kind === 'numeric') return gap.unit ? `A number, in ${gap.unit}` : 'A number'
  return choicesOf(gap)
    .map(({ text }) => text)
    .join(' / ')
}

const PartList = ({ label, parts }: { label: string; parts: readonly Part[] }) => (
  <Box miw={0}>
    <Text size="xs" c="dimmed" mb={4} aria-hidden>
      {label}
    </Text>
    <ul className={classes.options} aria-label={label}>
      {parts.map(({ id, text }) => (
        <Box component="li" key={id} fz="sm" miw={0} className={`card ${classes.option}`}>
          <RichText text={text} inline />
        </Box>
      ))}
    </ul>
  </Box>
)
