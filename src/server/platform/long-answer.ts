import { Readable } from 'node:stream'
import { z } from 'zod'

interface Parts {
  /** All fields but the list. */
  fields: object
  list: string
  /** The list, in pages short enough to be handled in one turn of the event loop. */
  pages: AsyncIterable<readonly unknown[]>
}

/** The response of a REST call with a list so long that creating it at once would delay other requests. */
export class LongAnswer {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The response as JSON. @param present changes each part before it is written */
  stream(present: (part: unknown) => unknown): Readable {
    return Readable.from(this.#write(present), { objectMode: false })
  }

  async *#write(present: (part: unknown) => unknown) {
    const { fields, list, pages } = this.#parts
    yield `${JSON.stringify(present(fields)).slice(0, -1)},${JSON.stringify(list)}:[`
    let isFirst = true
    for await (const page of pages) {
      if (page.length === 0) continue
      yield `${isFirst ? '' : ','}${page.map((one) => JSON.stringify(present(one))).join(',')}`
      isFirst = false
      await new Promise(setImmediate)
    }
    yield ']}'
  }
}

/** Output of a procedure with a long response, documented by the schema of the whole. */
export const longAnswer = (schema: z.ZodType) => {
  const { $schema: _, ...documented } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return z.instanceof(LongAnswer).meta(documented)
}
