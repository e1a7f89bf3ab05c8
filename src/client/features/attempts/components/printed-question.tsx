import { Box, Text } from '@mantine/core'
import { QuestionPaper } from '#client/features/tests/components/paper-view.tsx'
import { paperBodyOf } from '#client/features/tests/model/paper-text.ts'
import { plural, sizeText } from '#client/lib/format.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import type { PrintedPaper } from '#shared/attempts/review.schema.ts'
import { shownFieldsOf } from '#shared/bank/question-parts.rules.ts'
import { languageNames } from '#shared/coding/languages.rules.ts'
import { AnswerText } from './answer-text.tsx'

interface PrintedQuestionProps {
  question: PrintedPaper['parts'][number]['questions'][number]
  /** The question as the student saw it, if `question` has the key. */
  shown?: PrintedPaper['shown'][string] | undefined
  number: number
  /** The student's answer; null if there is none, undefined to leave it out. */
  answer: string | null | undefined
  /** The parts of an answer with files. */
  attached?: PrintedPaper['attached'][string] | undefined
}

/** A question on paper, with its key if included. */
export const PrintedQuestion = ({ question, shown, number, answer, attached }: PrintedQuestionProps) => (
  <Box component="article" py="md" className="line-below" aria-label={`Question ${number}`}>
    <QuestionPaper question={{ ...question, shown }} place={number} marks={question.marks} showAnswers />
    {answer !== undefined && <GivenAnswer question={question} shown={shown} answer={answer} attached={attached} />}
  </Box>
)

function GivenAnswer({
  question,
  shown,
  answer,
  attached,
}: Pick<PrintedQuestionProps, 'question' | 'shown' | 'attached'> & { answer: string | null }) {
  if (answer === null)
    return (
      <Text mt="sm" size="sm" c="dimmed">
        Not answered
      </Text>
    )
  return (
    <Box mt="sm" py={7} px={12} fz="sm" className="card anywhere">
      <Text size="xs" fw={600} mb={2}>
        Answer
      </Text>
      <AnswerText question={shownFieldsOf(paperBodyOf(question, shown))} text={attached?.text ?? answer} />
      {attached && (
        <Text size="sm" mt={6}>
          Attached files: {attached.files.map(({ name, size }) => `${name} (${sizeText(size)})`).join(', ')}
        </Text>
      )}
    </Box>
  )
}

interface PrintedProblemProps {
  problem: PrintedPaper['codingQuestions'][number]
  /** The best submission; null if there is none, undefined to leave it out. */
  program: PrintedPaper['programs'][string] | null | undefined
}

/** A coding question on paper. */
export function PrintedProblem({ problem, program }: PrintedProblemProps) {
  const samples = problem.testCases.map(({ input, expected_output }) => ({ input, output: expected_output }))
  return (
    <Box component="article" py="md" fz="sm" className="line-below" aria-label={problem.title}>
      <Text fz="xs" c="dimmed" className="tabular">
        {plural(problem.points, 'mark')}
      </Text>
      <Text component="h3" fw={600}>
        {problem.title}
      </Text>
      <RichText text={problem.description} figures />
      <Part title="Input format" text={problem.input_format} />
      <Part title="Output format" text={problem.output_format} />
      <Part title="Constraints" text={problem.constraints} />
      {samples.map(({ input, output }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: samples are identified by their position
        <Box key={place} mt="xs" className="anywhere">
          <strong>Sample {place + 1}</strong>
          <pre>{input}</pre>
          <pre>{output}</pre>
        </Box>
      ))}
      {program === null && (
        <Text mt="sm" size="sm" c="dimmed">
          No program was submitted.
        </Text>
      )}
      {program && (
        <Box mt="sm" className="anywhere">
          <strong>Program in {languageNames[program.language]}</strong>
          <pre>{program.code}</pre>
        </Box>
      )}
    </Box>
  )
}

const Part = ({ title, text }: { title: string; text: string }) =>
  text.trim() === '' ? null : (
    <Box mt="xs">
      <strong>{title}</strong>
      <RichText text={text} figures />
    </Box>
  )
