import { Box, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { RichText } from '#client/ui/rich-text.tsx'
import { withBlanks } from '#shared/bank/types/gaps.rules.ts'
import { penaltyWords, shortPenalty } from '#shared/tests/scheme-words.rules.ts'
import type { PaperQuestion } from '#shared/tests/tests.schema.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RoomView } from '../model/room-view.ts'
import { AnswerField } from './answers/answer-field.tsx'
import { ExamImage } from './exam-image.tsx'

interface QuestionViewProps {
  room: ExamRoom
  view: RoomView
  question: PaperQuestion
}

export function QuestionView({ room, view: { index, palette, value, uploads }, question }: QuestionViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question starts scrolled to the top
  useEffect(() => {
    heading.current?.closest('[data-scrolls]')?.scrollTo(0, 0)
    // A focused option disappears with its question, so focus the heading. A focused button keeps focus.
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
          {question.penalty !== undefined && (
            <span title={`A wrong answer costs ${penaltyWords(question.penalty)}`}>
              , {shortPenalty(question.penalty, question.marks)} if wrong
            </span>
          )}
        </Text>
      </Group>
      {question.passage && (
        <Box component="section" mb="md" py={10} px={14} bg="var(--surface-raised)" bdrs="md" aria-label="Shared text">
          <RichText text={question.passage} />
        </Box>
      )}
      <Text component="div" fz={17} lh={1.6} id="question-text">
        <RichText text={question.type === 'gaps' ? withBlanks(question.questionText) : question.questionText} />
      </Text>
      {question.questionImageUrl && <ExamImage src={question.questionImageUrl} of={`question ${index + 1}`} />}
      <Box mt={24}>
        <AnswerField
          question={question}
          value={value}
          onAnswer={room.answer}
          files={{
            uploads,
            onAdd: (file) => room.addFile(question.id, file),
            onCancel: room.cancelUpload,
            onRetry: room.retry,
          }}
        />
      </Box>
    </Box>
  )
}
