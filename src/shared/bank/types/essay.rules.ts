import { isRecord, type QuestionType } from './question-type.rules.ts'

/** Longest essay, in characters. */
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

/** Words as counted for a word limit: what is between spaces and has a letter or digit, so not the dash of a list. */
export const wordsIn = (text: string) => text.match(/\S+/g)?.filter((run) => /[\p{L}\p{N}]/u.test(run)).length ?? 0

/** Marked by people. With the key, students see the chosen levels of the rubric. */
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
