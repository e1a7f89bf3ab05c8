import { Box, Group, Text } from '@mantine/core'
import { AttachedFiles } from '#client/features/attempts/components/attached-files.tsx'
import { plural } from '#client/lib/format.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { wordsIn } from '#shared/bank/types/essay.rules.ts'
import type { Queue, QueuedAnswer } from '../queries.ts'

/** True if students write the answer. Otherwise it consists of the author's texts, which may contain formulas. */
const isWritten = (type: QuestionTypeName) => type === 'numeric' || type === 'text' || type === 'gaps'

interface AnswerTextProps {
  question: Queue['question']
  answer: QueuedAnswer
  /** The answer with its student, if names are shown. */
  named: QueuedAnswer | undefined
  isSaved: boolean
}

/** The question and the student's answer. */
export function AnswerText({ question, answer, named, isSaved }: AnswerTextProps) {
  const { minWords, maxWords } = question
  const { student, files } = named ?? answer
  const words = wordsIn(answer.answerText)
  const limits = [minWords && `at least ${minWords}`, maxWords && `at most ${maxWords}`].filter(Boolean).join(', ')
  const needsWords = answer.answerText !== '' || files.length === 0
  const isOutside = (minWords !== null && words < minWords) || (maxWords !== null && words > maxWords)
  return (
    <Box component="section" p="md" className="card" aria-label="Answer">
      <Box mb="md" pb="md" className="line-below">
        <RichText text={question.questionText} />
      </Box>
      <Group gap="xs" mb="xs">
        <Text fw={600} className="anywhere">
          {student ? student.name : `Answer ${answer.candidate}`}
        </Text>
        {student && (
          <Text size="sm" c="dimmed" className="anywhere">
            {[student.idNumber, student.collegeName].filter(Boolean).join(' · ')}
          </Text>
        )}
        {isSaved && <StatusBadge tone="success" label="Saved" />}
      </Group>
      {answer.answerText === '' ? (
        <Text c="dimmed">{files.length > 0 ? 'No text' : 'Not answered'}</Text>
      ) : question.type === 'essay' ? (
        <RichText text={answer.answerText} className="anywhere" />
      ) : isWritten(question.type) ? (
        <Text component="div" lh={1.6} className="anywhere" style={{ whiteSpace: 'pre-wrap' }}>
          {answer.answerText}
        </Text>
      ) : (
        answer.answerText.split('\n').map((line) => <RichText key={line} text={line} inline />)
      )}
      {files.length > 0 && <AttachedFiles attemptId={answer.attemptId} files={files} />}
      {question.type === 'essay' && needsWords && (
        <Text size="xs" mt="sm" c={isOutside ? 'red' : 'dimmed'} className="tabular">
          {plural(words, 'word')}
          {limits && ` (${limits})`}
        </Text>
      )}
    </Box>
  )
}
