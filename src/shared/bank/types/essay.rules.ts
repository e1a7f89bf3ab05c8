import { isRecord, type QuestionType } from './question-type.rules.ts'

/** Maximum length of an essay, in characters. */
export const maxEssay = 50_000

/** Maximum number of files attached to an essay. */
export const maxFiles = 5

export interface EssayBody {
  minWords: number | null
  maxWords: number | null
  /** True if students may attach files, otherwise undefined. */
  allowFiles?: boolean | undefined
}

export interface RubricCriterion {
  criterion: string
  levels: readonly { label: string; marks: number }[]
}

/** An uploaded file, as the server described it. The hash makes the receipt cover the file's content. */
export interface AnswerFile {
  id: string
  name: string
  /** In bytes. */
  size: number
  sha256: string
}

export interface EssayAnswer {
  text: string
  /** Undefined without files. */
  files?: AnswerFile[] | undefined
}

/** Counts words for a word limit: runs between spaces with a letter or digit, so a list's dashes do not count. */
export const wordsIn = (text: string) => text.match(/\S+/g)?.filter((run) => /[\p{L}\p{N}]/u.test(run)).length ?? 0

const isFile = (value: unknown) =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.size === 'number' &&
  typeof value.sha256 === 'string' &&
  Object.keys(value).length === 4

const areFiles = ({ allowFiles }: EssayBody, value: unknown) =>
  value === undefined ||
  (Array.isArray(value) &&
    (allowFiles === true || value.length === 0) &&
    value.length <= maxFiles &&
    value.every(isFile) &&
    new Set(value.map(({ id }) => id)).size === value.length)

const isEssay = (value: unknown): value is EssayAnswer => isRecord(value) && typeof value.text === 'string'

/** The files in an answer to any question. */
export const filesIn = (value: unknown): readonly AnswerFile[] => (isEssay(value) && value.files) || []

/** Files of an answer with numbers instead of names, which may contain the student's name: `File 1.pdf`. */
export const withoutNames = <F extends { name: string }>(files: readonly F[]): F[] =>
  files.map((file, place) => ({ ...file, name: `File ${place + 1}${/\.[^.]+$/.exec(file.name)?.[0] ?? ''}` }))

/** An essay's answer, without files if there are none. */
export const essayWith = (text: string, files: readonly AnswerFile[]): EssayAnswer =>
  files.length > 0 ? { text, files: [...files] } : { text }

/** The text and files of an answer with files; undefined for all other answers. */
export const attachedIn = (value: unknown) =>
  isEssay(value) && value.files ? { text: value.text.trim(), files: value.files } : undefined

/** Marked by hand. Students see the chosen levels of the rubric together with the key. */
export const essay: QuestionType<EssayBody, { rubric: readonly RubricCriterion[] }, EssayAnswer> = {
  expects: 'an object such as {"text": "…"}',
  isAnswer: (body, value): value is EssayAnswer =>
    isRecord(value) &&
    typeof value.text === 'string' &&
    value.text.length <= maxEssay &&
    areFiles(body, value.files) &&
    Object.keys(value).every((key) => key === 'text' || key === 'files'),
  isEmpty: ({ text, files = [] }) => text.trim() === '' && files.length === 0,
  grade: () => null,
  show: (_, { text, files = [] }) =>
    [text.trim(), files.length > 0 && `Attached files: ${files.map(({ name }) => name).join(', ')}`]
      .filter(Boolean)
      .join('\n\n'),
  showKey: () => '',
}
