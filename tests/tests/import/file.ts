import { extractQuestions } from '#server/features/tests/import.ts'
import { DomainError } from '#shared/errors.ts'

export const header = 'questionText,A,B,C,D,correctAnswer,marks,explanation'
export const validRow = 'Capital of France?,London,Paris,Rome,Madrid,B,2,By law'

export const extract = (content: string | Buffer) =>
  extractQuestions({ name: 'questions', bytes: Buffer.isBuffer(content) ? content : Buffer.from(content) })

type FileQuestion = ReturnType<typeof extract>['questions'][number]
export type FourOptionQuestion = Exclude<FileQuestion, { type: unknown }>

/** The questions in a file without types. */
export function fourOptionQuestions(questions: readonly FileQuestion[]): FourOptionQuestion[] {
  return questions.map((question) => {
    if ('type' in question) throw new Error(`A question has the type ${question.type}`)
    return question
  })
}

/** Each correct option's text. */
export const correctTexts = (questions: readonly FileQuestion[]) =>
  fourOptionQuestions(questions).map(({ options, correctAnswer }) => options[correctAnswer])

/** Extracts questions from rows under the usual header. */
export const extractRows = (...rows: string[]) => extract([header, ...rows].join('\n'))

/** Returns a file's error as `CODE messages`, or "accepted" if the file is accepted. */
export function refusalOf(content: string | Buffer): string {
  try {
    extract(content)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const sentences = error.errors?.map(({ field, message }) => `${field}: ${message}`) ?? [error.message]
    return `${error.code} ${sentences.join(' / ')}`
  }
  return 'accepted'
}

/** UTF-16 big-endian, which Node cannot write. */
export const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

const windows1252 = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Buffer.of(byte)), byte]),
)
export const windows1252Characters = [...windows1252.keys()].filter((one) => !/\p{Cc}/u.test(one))
export const windows1252Bytes = (text: string) =>
  Buffer.from(
    Array.from(text, (character) => {
      const byte = windows1252.get(character)
      if (byte === undefined) throw new Error(`${character} is not in Windows-1252`)
      return byte
    }),
  )
