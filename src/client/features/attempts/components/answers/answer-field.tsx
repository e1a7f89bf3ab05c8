import type { AnswerValue } from '#shared/bank/question-types.rules.ts'
import type { Letter } from '#shared/bank/types/choice.rules.ts'
import type { EssayAnswer } from '#shared/bank/types/essay.rules.ts'
import type { PaperQuestion } from '#shared/tests/tests.schema.ts'
import { ChoiceField, MultipleChoiceField } from './choice-fields.tsx'
import { EssayField } from './essay-field.tsx'
import type { FileActions } from './essay-files.tsx'
import { GapsField } from './gaps-field.tsx'
import { MatchingField } from './matching-field.tsx'
import { OrderingField } from './ordering-field.tsx'
import { NumericField, ShortTextField } from './typed-fields.tsx'

interface AnswerFieldProps {
  question: PaperQuestion
  /** null if unanswered; otherwise a valid value for the question. */
  value: AnswerValue | null
  onAnswer: (value: AnswerValue | null) => void
  files: FileActions
}

/** The answer input for a question, chosen by its type. */
export function AnswerField({ question, value, onAnswer, files }: AnswerFieldProps) {
  switch (question.type) {
    case undefined:
    case 'single':
    case 'boolean':
      return <ChoiceField question={question} value={value as Letter | boolean | null} onAnswer={onAnswer} />
    case 'multiple':
      return <MultipleChoiceField question={question} value={value as Letter[] | null} onAnswer={onAnswer} />
    case 'numeric':
      return <NumericField unit={question.unit} value={value as string | number | null} onAnswer={onAnswer} />
    case 'text':
      return <ShortTextField value={value as string | null} onAnswer={onAnswer} />
    case 'gaps':
      return <GapsField gaps={question.gaps} value={value as string[] | null} onAnswer={onAnswer} />
    case 'matching':
      return <MatchingField question={question} value={value as Record<string, string> | null} onAnswer={onAnswer} />
    case 'ordering':
      return <OrderingField items={question.items} value={value as string[] | null} onAnswer={onAnswer} />
    case 'essay':
      return <EssayField question={question} value={value as EssayAnswer | null} onAnswer={onAnswer} files={files} />
  }
}
