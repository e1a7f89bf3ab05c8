import { Stack } from '@mantine/core'
import { readSession } from '#client/lib/session-store.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { SubmitAnswer } from '#shared/attempts/schema.ts'
import { QuestionResult } from './question-result.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import classes from './report-view.module.css'
import { ScoreCard } from './score-card.tsx'

/** What a practice test tells at once: the score, and each question with its explanation. */
export function PracticeResult({ answer, testName }: { answer: SubmitAnswer; testName: string }) {
  const back = <LinkButton to="/my-tests">Back to Tests</LinkButton>
  return (
    <div className={classes.page}>
      <PageHeader
        title="Practice Test Complete!"
        purpose="Your result, and every question with its answer."
        action={back}
      />
      <ScoreCard results={answer.results} />
      <ReceiptCard receipt={answer.receipt} testName={testName} studentName={readSession()?.user.name ?? ''} />
      <h2 className={classes.heading}>Question analysis</h2>
      <Stack gap="sm">
        {(answer.instantFeedback ?? []).map(({ question, selectedAnswer, ...item }, index) => (
          <QuestionResult
            key={item.questionId}
            number={index + 1}
            item={{ ...item, questionText: question, studentAnswer: selectedAnswer }}
          />
        ))}
      </Stack>
      <div className={classes.end}>{back}</div>
    </div>
  )
}
