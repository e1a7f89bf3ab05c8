import { RichText } from '#client/ui/rich-text.tsx'
import type { ShownFields } from '#shared/bank/questions.schema.ts'
import { answerLines } from '../model/answer-lines.ts'
import classes from './report-view.module.css'

/** An answer as text, one line per gap, pair or item. Essays are Markdown. */
export function AnswerText({ question, text }: { question: ShownFields; text: string }) {
  if (question.type === 'essay') return <RichText text={text} />
  const { lines, isRich } = answerLines(question, text)
  return lines.map((line, place) =>
    isRich ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines never change order
      <RichText key={place} text={line} inline />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <div key={place} className={classes.answer}>
        {line}
      </div>
    ),
  )
}
