import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readQti1 } from '#server/features/bank/formats/qti1.ts'
import {
  assessment,
  blank,
  canvas,
  choices,
  equal,
  gives,
  html,
  item,
  label,
  media,
  plain,
  readItem,
  readXml,
} from './qti1-files.ts'

const good = item({ presentation: plain('Good') + choices(['a', 'b']), scoring: gives(equal('o1'), 100) })
const open = '<questestinterop><assessment title="T">'

describe('hostile QTI 1.2', () => {
  it('neither expands nor loads entities', async () => {
    const bomb = `<!DOCTYPE q [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>`
    const file = '<!DOCTYPE q [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    for (const [type, entity] of [
      [bomb, '&b;'],
      [file, '&x;'],
    ])
      await expect(
        readXml(`${type}${open}<item><presentation>${entity}</presentation></item></assessment></questestinterop>`),
      ).rejects.toThrow('The XML cannot be read')
  })

  it('does not include other files', async () => {
    const include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>'
    expect(
      await readItem({ presentation: `<material><mattext>${include}</mattext></material>${choices(['a', 'b'])}` }),
    ).toMatchObject({ readings: [], reason: 'It includes another file, which is not read' })
  })

  it('refuses the rest of a truncated file, and keeps the items before it', async () => {
    const items = await readXml(`${open}${good}<item><presentation></item>`)
    expect(items).toMatchObject([
      { title: 'Good' },
      { title: 'The rest of the file', readings: [], reason: expect.stringContaining('The XML cannot be read') },
    ])
    expect(items[1]?.line).toBeGreaterThan(0)
    const cut = await readXml(`${open}${good}\n<item><presentation>`)
    expect(cut).toMatchObject([
      { title: 'Good' },
      { line: 3, reason: expect.stringMatching(/^The file ends in the middle of a question. Export it again/) },
    ])
  })

  it.each([
    ['<quiz/>', 'This is not a QTI 1.2 file'],
    ['<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1"/>', 'This is not a QTI 1.2 file'],
    ['', 'The file ends too early. Export it again'],
    ['{"a": 1}', 'The XML cannot be read'],
  ])('refuses %j', async (text, message) => {
    await expect(readXml(text)).rejects.toThrow(message)
  })

  it('reads 20,000 items one at a time', async () => {
    function* chunks() {
      yield open
      for (let at = 0; at < 200; at++) yield good.repeat(100)
      yield '</assessment></questestinterop>'
    }
    let count = 0
    for await (const { readings } of readQti1(chunks(), media)) count += readings.length
    expect(count).toBe(20_000)
  })

  it('refuses an item with 100,000 options', async () => {
    function* chunks() {
      yield `${open}${good}<item><presentation><response_lid ident="r"><render_choice>`
      const option = label('o', '<material><mattext>x</mattext></material>')
      for (let at = 0; at < 100; at++) yield option.repeat(1_000)
      yield '</render_choice></response_lid></presentation></item></assessment></questestinterop>'
    }
    const items = await readXml(chunks())
    expect(items).toMatchObject([
      { title: 'Good' },
      { readings: [], reason: expect.stringMatching(/elements|options/) },
    ])
  })

  it('refuses an item with 60,000 short options, conditions or blanks', async () => {
    const many = Array.from({ length: 60_000 }, (_, at) => `o${at}`)
    const options = `<response_lid ident="response1">${many.map((ident) => `<response_label ident="${ident}"/>`).join('')}</response_lid>`
    const single = await readItem({
      presentation:
        plain('x') +
        options
          .replaceAll('<response_label', '<response_label')
          .replace('<response_lid ident="response1">', '<response_lid ident="response1"><render_choice>')
          .replace('</response_lid>', '</render_choice></response_lid>'),
      scoring: gives(equal('o1'), 100),
    })
    expect(single.reason).toBe('It has 60000 options, but at most 10 are allowed')
    const texts = await readItem({
      presentation: plain('x') + blank(),
      scoring: gives(many.map((one) => equal(one)).join(''), 100),
    })
    expect(texts.reason).toBe('It has 60000 accepted answers, but at most 100 are allowed')
    const numbers = await readItem({
      presentation: plain('x') + blank('fibtype="Decimal"'),
      scoring: gives(many.map((_, at) => equal(String(at))).join(''), 100),
    })
    expect(numbers.reason).toBe('Its scoring is too long to be checked')
    const blanks = await readItem({
      meta: canvas('fill_in_multiple_blanks_question'),
      presentation: html('x') + many.map((ident) => `<response_lid ident="${ident}"/>`).join(''),
    })
    expect(blanks.reason).toBe('It has 60000 blanks, but at most 50 are allowed')
  })

  it('refuses 60,000 sides, groups and named answers of other systems', async () => {
    const many = Array.from({ length: 60_000 }, (_, at) => at)
    const group = many.map((at) => `<response_label ident="${at}" match_group="1"/><response_label ident="r${at}"/>`)
    const groups = many.map((at) => `<response_grp ident="${at}" rcardinality="Ordered"/>`)
    const sides = many.map(() => '<flow><response_lid ident="x"/></flow>').join('')
    const named = many.map(
      (at) =>
        `<respcondition><conditionvar><varequal respident="a">${at}</varequal></conditionvar><displayfeedback linkrefid="Correct"/></respcondition>`,
    )
    const items = [
      `<item><presentation><response_grp ident="MQ">${group.join('')}</response_grp></presentation><resprocessing><respcondition><conditionvar><varsubset respident="MQ">1,1</varsubset></conditionvar></respcondition></resprocessing></item>`,
      `<item><presentation>${groups.join('')}</presentation></item>`,
      `<item><itemmetadata><bbmd_questiontype>Matching</bbmd_questiontype></itemmetadata><presentation><flow class="RESPONSE_BLOCK">${sides}</flow><flow class="RIGHT_MATCH_BLOCK">${sides}</flow></presentation></item>`,
      `<item><presentation><response_str ident="a"/></presentation><resprocessing>${named.slice(0, 30_000).join('')}</resprocessing></item>`,
    ]
    for (const { readings } of await readXml(assessment(items.join('')))) expect(readings).toEqual([])
  })

  it('refuses scoring that takes too long to check', async () => {
    const terms = Array.from({ length: 10_000 }, () => equal('o1')).join('')
    const texts = Array.from({ length: 10 }, (_, at) => `x${at}`)
    expect(
      await readItem({
        presentation: plain('x') + choices(texts, 'Multiple'),
        scoring: gives(`<or>${terms}</or>`, 100),
      }),
    ).toMatchObject({ reason: 'Its scoring is too long to be checked' })
  })

  it('refuses deep nesting', async () => {
    const flows = (depth: number) => `${'<flow>'.repeat(depth)}${'</flow>'.repeat(depth)}`
    await expect(readXml(`${open}<item><presentation>${flows(100_000)}`)).rejects.toThrow('nested more than')
    expect(
      await readItem({
        presentation: html('<div>'.repeat(5_000)) + choices(['a', 'b']),
        scoring: gives(equal('o1'), 100),
      }),
    ).toMatchObject({
      readings: [],
      reason: expect.stringContaining('nested more than'),
    })
  })

  it('takes little time for texts that are slow to search', async () => {
    for (const text of ['['.repeat(200_000), '<p '.repeat(100_000), '{{'.repeat(100_000), '[a'.repeat(100_000)]) {
      for (const material of [
        html(text),
        plain(text),
        `<material><mattext>${text.replaceAll('<', '&lt;')}</mattext></material>`,
      ])
        expect(
          (
            await readItem({
              meta: canvas('fill_in_multiple_blanks_question'),
              presentation: material + choices(['a', 'b']),
            })
          ).readings,
        ).toEqual([])
    }
  })

  it('refuses numbers with huge exponents', async () => {
    for (const number of ['1e999', '1e-999', `0.${'1'.repeat(5_000)}`]) {
      const found = await readItem({
        presentation: plain('x') + blank('fibtype="Decimal"'),
        scoring: gives(equal(number), 100),
      })
      expect(found.readings).toEqual([])
      expect(found.reason).toBe('One of its numbers has more digits than can be kept')
    }
  })

  it('never throws for items of any elements', async () => {
    const names = [
      ...['presentation', 'material', 'mattext', 'matimage', 'response_lid', 'response_str', 'response_num', 'flow'],
      ...['render_choice', 'render_fib', 'response_label', 'resprocessing', 'outcomes', 'decvar', 'respcondition'],
      ...['conditionvar', 'varequal', 'vargte', 'not', 'and', 'or', 'other', 'setvar', 'itemfeedback', 'itemmetadata'],
    ]
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6, depthSize: 'medium' },
        fc.constantFrom('x', '1', '[a]', '{{1}}', '&lt;p&gt;'),
        fc
          .tuple(fc.constantFrom(...names), fc.constantFrom('a', 'b', ''), fc.array(tie('node'), { maxLength: 4 }))
          .map(
            ([name, ident, inside]) => `<${name} ident="${ident}" respident="${ident}">${inside.join('')}</${name}>`,
          ),
      ),
    })).node
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { maxLength: 5 }), async (nodes) => {
        expect(await readXml(assessment(`<item>${nodes.join('')}</item>`))).toHaveLength(1)
      }),
      { numRuns: 500 },
    )
  })
})
