import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsPrepared, preparedBody, prepareJson } from './prepared-json.ts'

const read = (sent: ReturnType<typeof preparedBody>) => {
  if (!sent) throw new Error('Expected a prepared part')
  return (sent.encoding === 'gzip' ? gunzipSync(sent.body) : sent.body).toString()
}

describe('prepared JSON', () => {
  it.each([true, false])('produces the same body as serialising in one step (gzip %s)', (gzip) => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.array(fc.jsonValue(), { minLength: 1 }), (before, after, list) => {
        const inside = { list, text: 'ä 漢字 😀 </script> \u0001' }
        const value = [{ result: { data: { before, test: prepareJson(inside), after } } }]
        expect(read(preparedBody(value, gzip))).toBe(JSON.stringify(value))
      }),
    )
  })

  it('is detected among the direct values of a response', () => {
    expect(holdsPrepared({ a: 1, test: prepareJson({ b: 2 }) })).toBe(true)
    expect(holdsPrepared({ a: 1, test: { b: 2 } })).toBe(false)
    expect(holdsPrepared(null)).toBe(false)
  })

  it('has no body when nothing was prepared', () => {
    expect(preparedBody({ result: { data: { a: [1, null] } } }, true)).toBeNull()
    expect(preparedBody(null, true)).toBeNull()
  })

  it('is sent uncompressed when the text around it is too long for one block', () => {
    const value = { before: 'x'.repeat(70_000), test: prepareJson({ a: 1 }) }
    expect(read(preparedBody(value, true))).toBe(JSON.stringify(value))
    expect(preparedBody(value, true)?.encoding).toBeNull()
  })
})
