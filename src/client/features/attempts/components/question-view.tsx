import { Box, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { RichText } from '#client/ui/rich-text.tsx'
import { optionLetters, type PaperQuestion } from '#shared/tests/tests.schema.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RoomView } from '../model/room-view.ts'
import { ExamImage } from './exam-image.tsx'
import classes from './question-view.module.css'

interface QuestionViewProps {
  room: ExamRoom
  view: RoomView
  question: PaperQuestion
}

export function QuestionView({ room, view: { index, palette, selected }, question }: QuestionViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question starts scrolled to the top
  useEffect(() => {
    heading.current?.closest('[data-scrolls]')?.scrollTo(0, 0)
    // A focused option disappears with its question, so focus the heading. A focused button keeps the focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [question.id])
  return (
    <Box
      pt={{ base: 8, sm: 12 }}
      pb={{ base: 24, sm: 32 }}
      px={{ base: 14, sm: 20 }}
      component="section"
      maw={720}
      mx="auto"
      key={question.id}
      aria-labelledby="question-number"
    >
      <Group gap={12} wrap="nowrap" align="baseline" justify="space-between" mb={12}>
        <Box component="h2" id="question-number" ref={heading} tabIndex={-1} fz={15} fw={600}>
          Question {index + 1}{' '}
          <Text span inherit c="dimmed" fz="sm" fw={400}>
            of {palette.length}
          </Text>
        </Box>
        <Text span inherit c="dimmed" fz="sm" fw={400}>
          {question.marks} {question.marks === 1 ? 'mark' : 'marks'}
        </Text>
      </Group>
      <Text component="div" fz={17} lh={1.6} id="question-text">
        <RichText text={question.questionText} />
      </Text>
      {question.questionImageUrl && <ExamImage src={question.questionImageUrl} of={`question ${index + 1}`} />}
      <Stack gap={10} mt={24} role="radiogroup" aria-labelledby="question-text">
        {optionLetters.map((letter) => {
          const image = question.optionImages?.[letter]
          return (
            <label key={letter} className={`card ${classes.option}`} data-checked={selected === letter || undefined}>
              <input
                type="radio"
                className={classes.radio}
                name={question.id}
                value={letter}
                checked={selected === letter}
                onChange={() => room.choose(letter)}
              />
              <span className={classes.letter} aria-hidden>
                {letter}
              </span>
              <Box flex={1} miw={0} pt={2}>
                <RichText text={question.options[letter]} inline />
                {image && <ExamImage src={image} of={`option ${letter}`} small />}
              </Box>
            </label>
          )
        })}
      </Stack>
    </Box>
  )
}
