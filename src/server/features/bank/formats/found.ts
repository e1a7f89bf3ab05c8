import type { z } from 'zod'
import type { bankQuestionForm } from '#shared/bank/bank.schema.ts'

/**
 * The model that the readers of question files return. Readers never guess: what they cannot keep is reported as a
 * loss, what has two meanings becomes two readings, and the rest is refused with a reason.
 */

type Form = z.input<typeof bankQuestionForm>
/** `Omit` of each member of a union. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** A question as read, before validation. Images have URLs from `Media`. The importer adds a missing subject. */
export type ReadQuestion = Without<Form, 'subject' | 'topic' | 'baseVersion'> & { subject?: Form['subject'] }

/** One meaning of an item. */
export interface Reading {
  /** The difference from the other readings, such as `Option B is correct`; '' if there is only one. */
  label: string
  question: ReadQuestion
  /** Sentences about what is not kept, such as `Feedback per option is not kept`. */
  losses: string[]
}

/** An item of a question file. */
export interface FoundItem {
  /** Its name in the file, or the beginning of its text. */
  title: string
  /** Its place: a line of a text file, a row of a sheet, or a paragraph of a document. One-based. */
  line?: number | undefined
  /** Its file in a package. */
  file?: string | undefined
  /** Its path of categories, from the top. */
  category: readonly string[]
  /** None if it is refused, and several if the author must decide. */
  readings: readonly Reading[]
  /** Why it is refused, or what must be decided. */
  reason?: string | undefined
}

/** The result of storing an image: its URL, or a sentence about why it cannot be used. */
export type StoredImage = { url: string } | { flaw: string }

/** Keeps the images of a file until its questions are confirmed. */
export interface Media {
  /** Checks an image by content and keeps it once. @param name shown in sentences */
  add: (bytes: Buffer, name: string) => Promise<StoredImage>
}

/** A file that cannot be read at all. The message says what to do. */
export class UnreadableFile extends Error {
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

/** An item that cannot be read. The message says why. */
export class UnreadableItem extends Error {}

const maxTitle = 120

/** The beginning of a text on one line, for an item without a name. */
export const titleOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxTitle ? `${line.slice(0, maxTitle).trimEnd()}…` : line
}

/** An item that cannot be imported. */
export const refusedItem = (item: Pick<FoundItem, 'title'> & Partial<FoundItem>, reason: string): FoundItem => ({
  category: [],
  ...item,
  readings: [],
  reason,
})

/** An item with one meaning. @param losses repeated sentences are kept once */
export const readItem = (
  item: Pick<FoundItem, 'title'> & Partial<FoundItem>,
  question: ReadQuestion,
  losses: Iterable<string> = [],
): FoundItem => ({ category: [], ...item, readings: [{ label: '', question, losses: [...new Set(losses)] }] })

/**
 * Keeps the items before a flaw, and refuses the rest of the file.
 * @throws UnreadableFile if there are none before it
 */
export async function* untilFlaw(items: AsyncIterable<FoundItem>, file?: string): AsyncGenerator<FoundItem> {
  let count = 0
  try {
    for await (const item of items) {
      count++
      yield item
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile) || count === 0) throw error
    const place = { title: 'The rest of the file', line: error.line, ...(file ? { file } : {}) }
    yield refusedItem(place, `${error.message}. The questions after this line are not read`)
  }
}

/** The files of a package, by path. */
export interface PackageFiles {
  names: readonly string[]
  /** @throws UnreadableFile if it is missing or too large */
  read: (name: string) => Promise<Buffer>
}
