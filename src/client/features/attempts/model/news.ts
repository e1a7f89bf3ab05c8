import { z } from 'zod'
import type { Channel } from '#client/lib/device/device.ts'
import { savedAnswer, savedCode } from '#shared/attempts/attempts.schema.ts'
import { violation } from './outbox.ts'

/** Messages about an attempt between tabs of one browser. */
const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), answer: savedAnswer }),
  z.object({
    kind: z.literal('acknowledged'),
    answers: z.array(savedAnswer),
    violations: z.array(violation),
    ignored: z.array(z.string()),
  }),
  z.object({ kind: z.literal('newer'), answers: z.array(savedAnswer) }),
  z.object({ kind: z.literal('code'), code: savedCode }),
  z.object({ kind: z.literal('code-stored'), codes: z.array(savedCode.pick({ questionId: true, revision: true })) }),
  z.object({ kind: z.literal('newer-code'), codes: z.array(savedCode) }),
  z.object({ kind: z.literal('violation'), event: violation }),
  /** The student now writes in the sending tab. */
  z.object({ kind: z.literal('opened'), writer: z.string() }),
  /** The sending tab still has the test. The opening tab is a duplicate of it. */
  z.object({ kind: z.literal('held'), writer: z.string() }),
  /** The sending tab left a section. The server has the attempt's current position. */
  z.object({ kind: z.literal('left') }),
  z.object({ kind: z.literal('closed') }),
])
export type News = z.output<typeof news>

/** The channel between tabs, limited to valid messages. */
export class TabLine {
  readonly #channel: Channel

  constructor(channel: Channel) {
    this.#channel = channel
  }

  tell(message: News): void {
    this.#channel.post(message)
  }

  /** @returns a function that stops listening */
  listen(hear: (message: News) => void): () => void {
    return this.#channel.listen((message) => {
      // Another tab may run another version of the client.
      const heard = news.safeParse(message)
      if (heard.success) hear(heard.data)
    })
  }
}
