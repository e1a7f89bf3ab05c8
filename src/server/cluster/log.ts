import { setTimeout as sleep } from 'node:timers/promises'
import type { Hall } from './hall.ts'
import { chainAfter, decodeHead, encodeNote, firstChain } from './messages.ts'
import type { Position } from './position.ts'
import type { Tail } from './tail.ts'

/** Timeout of one publication, and the longest pause between attempts, in ms. */
const publishMs = 1_000
const longestPause = 200

/** Messages requested at once while reading. */
const readAhead = 32

/** The log's first and last sequence, as its leader in NATS reports them. */
export async function boundsOf({ manager, names }: Hall): Promise<{ first: number; last: number }> {
  const { state } = await manager.streams.info(names.stream)
  return { first: state.first_seq, last: state.last_seq }
}

/**
 * Returns consecutive messages of the log from `sequence` on; fewer or none at its end. Asks the log's leader in NATS: a
 * NATS server that was cut off while it led may have stored a message that was never acknowledged.
 */
export async function readLog({ manager, names }: Hall, sequence: number): Promise<Uint8Array[]> {
  const get = async (at: number) => (await manager.streams.getMessage(names.stream, { seq: at }))?.data
  // Fetch a single message first: at the end of the log, there is usually only one.
  const messages: Uint8Array[] = []
  for (let count = 1; messages.length < readAhead; count = readAhead - 1) {
    const from = sequence + messages.length
    const found = await Promise.all(Array.from({ length: count }, (_, n) => get(from + n)))
    const end = found.indexOf(undefined)
    messages.push(...(found.slice(0, end < 0 ? count : end) as Uint8Array[]))
    if (end >= 0) break
  }
  return messages
}

/** Callbacks about publications. */
export interface LogNews {
  /** A publication took longer than usual: the quorum may be lost. */
  waiting(error: unknown): void
  /** The publication went through. */
  published(bytes: number, ms: number): void
  /** NATS has lost the end of the log, and this node does not have it in memory. @param last what NATS still has */
  endLost(last: number): void
}

/** Another node has written to the log: this one is no longer the leader, and must acknowledge nothing. */
export class FencedError extends Error {}

/**
 * Appends to the log, one message at a time. Each names the sequence before it, so NATS rejects a message from anyone
 * who has not seen the whole log.
 */
export class LogWriter {
  readonly #hall: Hall
  readonly #news: LogNews
  readonly #tail: Tail
  #position: Position

  /** @param position the end of the log as known to the caller @param tail known messages up to it */
  constructor(hall: Hall, position: Position, news: LogNews, tail: Tail) {
    this.#hall = hall
    this.#news = news
    this.#position = position
    this.#tail = tail
  }

  /** The end of the log. */
  get position(): Position {
    return this.#position
  }

  /** Starts this leader's term. @throws FencedError if another node has written since `position` */
  async startTerm(): Promise<void> {
    const term = this.#position.term + 1
    await this.#append(
      encodeNote({ kind: 'term', term, node: this.#hall.node, run: this.#hall.run }, this.#position.chain),
    )
    this.#position = { ...this.#position, term }
  }

  /** Appends the messages of a group; settles when a quorum has stored them. @throws FencedError */
  async appendGroup(messages: Buffer[]): Promise<void> {
    for (const message of messages) await this.#append(message)
    this.#position = { ...this.#position, group: this.#position.group + 1 }
  }

  /** Appends a request that every node reports its file's hash at this position. @throws FencedError */
  async appendVerify(id: string): Promise<void> {
    const { term, chain } = this.#position
    await this.#append(encodeNote({ kind: 'verify', term, node: this.#hall.node, id }, chain))
  }

  async #append(message: Buffer): Promise<void> {
    const { sequence, term, chain } = this.#position
    const began = performance.now()
    const msgID = `${this.#hall.run}-${term}-${sequence}`
    for (let pause = 25; ; pause = Math.min(longestPause, pause * 2)) {
      try {
        const expect = { lastSequence: sequence }
        const { seq } = await this.#hall.js.publish(this.#hall.names.log, message, {
          msgID,
          expect,
          timeout: publishMs,
        })
        if (seq === sequence + 1) break
      } catch (error) {
        this.#news.waiting(error)
      }
      // The message may be stored although its acknowledgement was lost. Ask both at once: each may wait for its timeout.
      const [stored, last] = await Promise.all([this.#stored(sequence + 1), this.#last()])
      if (stored && message.equals(stored)) break
      if (stored) throw new FencedError(`Another node wrote message ${sequence + 1} of the log`)
      if (last !== undefined && last < sequence) await this.#restoreEnd(last)
      await sleep(pause)
    }
    this.#tail.keep(sequence + 1, message)
    this.#position = { ...this.#position, sequence: sequence + 1, chain: chainAfter(chain, message) }
    this.#news.published(message.length, performance.now() - began)
  }

  /** Returns the sequence at which the stored log ends; undefined if NATS does not respond. */
  async #last(): Promise<number | undefined> {
    try {
      return (await boundsOf(this.#hall)).last
    } catch {
      return undefined
    }
  }

  /**
   * Publishes the end of the log again if NATS has lost it, after a loss of power for example. Only what continues the
   * stored messages is published, each after the expected sequence, so a node that has led in the meantime wins.
   * @param last sequence at which the stored log ends
   * @throws FencedError
   */
  async #restoreEnd(last: number) {
    const { hall, tail } = { hall: this.#hall, tail: this.#tail }
    const { sequence, term } = this.#position
    const end = last === 0 ? undefined : await this.#stored(last)
    if (last > 0 && !end) return
    if (end && decodeHead(end).term > term) throw new FencedError(`Another node wrote message ${last} of the log`)
    const chain = end ? chainAfter(decodeHead(end).chain, end) : firstChain
    const next = tail.at(last + 1)
    if (!next || decodeHead(next).chain !== chain) return this.#news.endLost(last)
    try {
      for (let at = last + 1; at <= sequence; at++)
        await hall.js.publish(hall.names.log, tail.at(at) as Uint8Array, {
          expect: { lastSequence: at - 1 },
          timeout: publishMs,
        })
    } catch {
      // The next attempt continues where this one stopped.
    }
  }

  /** Returns a stored message; undefined if there is none yet or NATS does not respond. Asks the log's leader in NATS. */
  async #stored(seq: number): Promise<Uint8Array | undefined> {
    try {
      const { manager, names } = this.#hall
      return (await manager.streams.getMessage(names.stream, { seq }))?.data
    } catch {
      return undefined
    }
  }
}
