import { usePlainTexts } from '#client/ui/use-plain-texts.ts'

/** Enough characters for the two lines that a row shows. */
const maxLength = 400

/** The beginning of a question's text in one line, without markup. */
export function QuestionLine({ text }: { text: string }) {
  const [line = ''] = usePlainTexts([text], false)
  return line.length > maxLength ? `${line.slice(0, maxLength).trimEnd()}…` : line
}
