import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chainAfter, decodeHead, decodePages, encodeGroup, encodeNote, firstChain } from '#server/cluster/messages.ts'

const facts = { term: 3, node: 'a', group: 7 }
const changeOf = (count: number, fill = (n: number) => Buffer.alloc(4_096, n)) => ({
  pageSize: 4_096,
  size: count + 10,
  pages: new Map(Array.from({ length: count }, (_, n) => [n + 5, fill(n)])),
})

describe('messages of the log', () => {
  it('carries a group with its pages', () => {
    const change = changeOf(12)
    const [message = Buffer.alloc(0)] = encodeGroup(change, facts, firstChain)
    expect(decodeHead(message)).toEqual({
      format: 1,
      kind: 'group',
      ...facts,
      part: 0,
      parts: 1,
      pageSize: 4_096,
      size: 22,
      chain: firstChain,
    })
    const pages = decodePages(message, 4_096)
    expect(new Map(pages.map(({ number, bytes }) => [number, Buffer.from(bytes)]))).toEqual(change.pages)
  })

  it('splits a large group into parts below the message limit, each chained to the one before', () => {
    const change = changeOf(700, () => randomBytes(4_096))
    const parts = encodeGroup(change, facts, firstChain)
    expect(parts).toHaveLength(4)
    let chain = firstChain
    let count = 0
    for (const [part, message] of parts.entries()) {
      expect(message.length).toBeLessThan(1_048_576 - 1_024)
      expect(decodeHead(message)).toMatchObject({ part, parts: 4, chain })
      chain = chainAfter(chain, message)
      count += decodePages(message, 4_096).length
    }
    expect(count).toBe(700)
  })

  it('rejects a message with any damaged byte in its pages', () => {
    const [message = Buffer.alloc(0)] = encodeGroup(changeOf(3), facts, firstChain)
    for (let at = 2 + message.readUInt16BE(0) + 4; at < message.length; at += 7) {
      const damaged = Buffer.from(message)
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      let pages: unknown
      try {
        pages = decodePages(damaged, 4_096)
      } catch (error) {
        expect((error as Error).message).toMatch(/^The log contains/)
      }
      // zstd ignores a few bits, which must not change the content.
      if (pages !== undefined) expect(pages).toEqual(decodePages(message, 4_096))
    }
  })

  it('rejects a message of an unknown format or kind', () => {
    const note = encodeNote({ kind: 'term', term: 1, node: 'a', run: 'r' }, firstChain).toString()
    for (const wrong of [note.replace('"format":1', '"format":2'), note.replace('term"', 'what"'), '', 'x'])
      expect(() => decodeHead(Buffer.from(wrong))).toThrow('The log contains a message that this version cannot read')
  })
})
