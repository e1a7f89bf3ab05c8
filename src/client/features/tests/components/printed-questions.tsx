import { Box, Text } from '@mantine/core'
import { RichText } from '#client/ui/rich-text.tsx'
import type { Ruling } from '#shared/tests/scheme.rules.ts'
import { QuestionPaper, type ShownQuestion } from './paper-view.tsx'
import classes from './printed-questions.module.css'

type PrintedQuestion = ShownQuestion & { ruling?: Ruling | null | undefined }

const rulingTexts: Record<Ruling, string> = {
  dropped: 'This question was dropped. It does not count.',
  all: 'Everyone gets full marks for this question.',
  answered: 'Everyone who answered this question gets full marks.',
}

interface Group {
  /** The number of the first question. */
  first: number
  passage: string | null
  questions: PrintedQuestion[]
}

/** Groups adjacent questions that share a passage. */
function groupsOf(questions: readonly PrintedQuestion[]): Group[] {
  const groups: Group[] = []
  for (const [place, question] of questions.entries()) {
    const passage = question.passage ?? null
    const last = groups.at(-1)
    if (last && passage !== null && last.passage === passage) last.questions.push(question)
    else groups.push({ first: place + 1, passage, questions: [question] })
  }
  return groups
}

interface PrintedQuestionsProps {
  questions: readonly PrintedQuestion[]
  marksPerQuestion: number
  /** True for the key, false for room to answer by hand. */
  showAnswers: boolean
}

/** Questions on paper. A passage that several questions share is printed once, before the first of them. */
export const PrintedQuestions = ({ questions, marksPerQuestion, showAnswers }: PrintedQuestionsProps) =>
  groupsOf(questions).map(({ first, passage, questions: group }) => (
    <div key={first}>
      {passage !== null && (
        <Box className={classes.passage} fz="sm">
          {group.length > 1 && (
            <Text size="sm" fw={600} mb={4}>
              Questions {first} {group.length === 2 ? 'and' : 'to'} {first + group.length - 1} are about this text:
            </Text>
          )}
          <RichText text={passage} />
        </Box>
      )}
      {group.map((question, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions are identified by their position
        <article key={at} className={classes.question} aria-label={`Question ${first + at}`}>
          <QuestionPaper
            question={{ ...question, passage: null }}
            place={first + at}
            marks={question.marks ?? marksPerQuestion}
            showAnswers={showAnswers}
            byHand={!showAnswers}
          />
          {showAnswers && question.ruling && (
            <Text size="sm" fw={600} mt="sm">
              {rulingTexts[question.ruling]}
            </Text>
          )}
        </article>
      ))}
    </div>
  ))
