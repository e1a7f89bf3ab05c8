import type { FileType } from '#server/platform/export/response.ts'
import { zipStream } from '#server/platform/zip/write.ts'
import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import type { ExportFormat } from '#shared/bank/import.rules.ts'
import { checkGift, giftItems } from './gift-write.ts'
import { moodleFlaw, moodleLosses, writeMoodleXml } from './moodle-xml-write.ts'
import { qti3Flaw, qti3Losses, writeQti3 } from './qti3-write.ts'
import { writeQuestionsCsv, writeQuestionsJson, writeQuestionsXlsx } from './question-files.ts'
import { sheetFlaw, sheetLosses } from './sheet-write.ts'
import { spaceLosses } from './space-losses.ts'

type Questions = AsyncIterable<BankQuestion>

/** The result of checking a question against a format. */
export interface WriteCheck {
  /** Why the format cannot hold it at all; null if it can. */
  flaw: string | null
  /** Sentences about what the file does not keep. */
  losses: string[]
}

/** Writes questions in one format. */
export interface QuestionWriter {
  type: FileType
  check: (question: BankQuestion) => WriteCheck | Promise<WriteCheck>
  /**
   * @param imageOf reads an image by its URL; undefined if it is missing
   * @param title of the test or bank
   */
  write: (
    questions: Questions,
    imageOf: (url: string) => Promise<Buffer | undefined>,
    title?: string,
  ) => AsyncIterable<Buffer>
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) if (text !== '') yield Buffer.from(text)
}

async function* packed(files: AsyncIterable<{ name: string; bytes: Buffer }>) {
  for await (const { name, bytes } of files) yield { path: name, content: [bytes] }
}

/** Readers split a topic that begins with a subject. */
async function* withSubjects(questions: Questions): Questions {
  for await (const question of questions)
    yield { ...question, topic: [question.subject, question.topic].filter((part) => part !== '').join('/') }
}

async function* giftTexts(questions: Questions) {
  for await (const { text } of giftItems(questions)) yield text
}

export const questionWriters: Record<ExportFormat, QuestionWriter> = {
  qti3: {
    type: 'zip',
    check: (question) => ({
      flaw: qti3Flaw(question),
      losses: [...qti3Losses(question), ...spaceLosses(question, 'qti3')],
    }),
    write: (questions, imageOf, title) => zipStream(packed(writeQti3(withSubjects(questions), imageOf, title))),
  },
  'moodle-xml': {
    type: 'xml',
    check: (question) => ({
      flaw: moodleFlaw(question),
      losses: [...moodleLosses(question), ...spaceLosses(question, 'moodle-xml')],
    }),
    write: (questions, imageOf) => encoded(writeMoodleXml(questions, imageOf)),
  },
  gift: {
    type: 'gift',
    check: async (question) => {
      const { flaw, losses } = await checkGift(question)
      return { flaw, losses: [...losses, ...spaceLosses(question, 'gift')] }
    },
    write: (questions) => encoded(giftTexts(withSubjects(questions))),
  },
  csv: {
    type: 'csv',
    check: (question) => ({ flaw: sheetFlaw(question, 'csv'), losses: sheetLosses(question, 'csv') }),
    write: (questions) => encoded(writeQuestionsCsv(questions)),
  },
  json: {
    type: 'json',
    check: (question) => ({ flaw: null, losses: sheetLosses(question, 'json') }),
    write: (questions) => encoded(writeQuestionsJson(questions)),
  },
  xlsx: {
    type: 'xlsx',
    check: (question) => ({ flaw: sheetFlaw(question, 'xlsx'), losses: sheetLosses(question, 'xlsx') }),
    write: (questions) => writeQuestionsXlsx(questions),
  },
}
