import { isRecord, type QuestionType } from './question-type.rules.ts'

/** Maximum length of an essay, in characters. */
export const maxEssay = 50_000

export interface EssayBody {
  minWords: number | null
  maxWords: number | null
}

export interface RubricCriterion {
  criterion: string
  levels: readonly { label: string; marks: number }[]
}

export interface EssayAnswer {
  text: string
}

/** Counts words for a word limit: runs between spaces with a letter or digit, so a list's dashes do not count. */
export const wordsIn = (text: string) => text.match(/\S+/g)?.filter((run) => /[\p{L}\p{N}]/u.test(run)).length ?? 0

/** Marked by hand. Students see the chosen levels of the rubric together with the key. */
export const essay: QuestionType<EssayBody, { rubric: readonly RubricCriterion[] }, EssayAnswer> = {
  isAnswer: (_, value): value is EssayAnswer =>
    isRecord(value) &&
    typeof value.text === 'string' &&
    value.text.length <= maxEssay &&
    Object.keys(value).length === 1,
  isEmpty: ({ text }) => text.trim() === '',
  grade: () => null,
  show: (_, { text }) => text.trim(),
  showKey: () => '',
}
