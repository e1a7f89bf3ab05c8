import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeMarkdown, inlineCode } from '#server/features/bank/formats/markdown.ts'
import { richHtml } from '#shared/bank/rich-text.rules.ts'

/** The text that a reader sees: without tags, and with single spaces. */
const seen = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, '')
const plain = (text: string) => text.replace(/\s+/g, '')

describe('escaped text', () => {
  it.each([
    ...['1. a', '1) a', '2024. was', '# x', '- 5', '+ y', '> q', 'a * b', '2*3*4', '*x*', '__init__', '_x_', 'a_b_c'],
    ...['$5 and $10', '$a$', '$$x$$', '\\(x\\)', '\\[x\\]', '\\frac12', 'a\\\\b', '`x`', '~~~\nx\n~~~', '```\nx'],
    ...['| a | b |\n|---|---|\n| 1 | 2 |', '    four spaces', 'a\n\n\tb', '&lt;', '<b>', '***', '- - -', '=====\nx'],
    ...[
      'for (i = 0; i < 3; i++) {\n  x[i] = 2 * i * "$";\n}',
      '>>> print(1)\n1',
      '[a](b)',
      '![a](b)',
      '{{1}}',
      '**a**b',
    ],
  ])('looks the same: %j', (text) => {
    const { html, hasMath } = richHtml(escapeMarkdown(text))
    expect(hasMath).toBe(false)
    expect(seen(html)).toBe(plain(text))
    expect(html).not.toMatch(/<(?:ol|ul|li|h\d|blockquote|table|em|strong)/)
  })

  it('looks the same for random text, in questions and options', () => {
    const signs = [...'*_`\\$#+-|~>.)(1a {}[]&<;\n\t ']
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...signs), { maxLength: 30 }).map((all) => all.join('')),
        (text) => {
          for (const inline of [false, true]) {
            const { html, hasMath } = richHtml(escapeMarkdown(text), { inline })
            expect(hasMath).toBe(false)
            expect(seen(html)).toBe(plain(text))
            expect(html).not.toMatch(/<(?:ol|ul|li|h\d|blockquote|table|em|strong)/)
          }
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('keeps line breaks', () => {
    expect(richHtml(escapeMarkdown('one\ntwo\n\nthree')).html).toBe('<p>one <br>two</p>\n<p>three</p>\n')
  })
})

it.each(['x', '`', 'a`b', '``', ' x ', '*a*', '\\'])('inline code shows %j', (text) => {
  expect(seen(richHtml(`a ${inlineCode(text)} b`).html)).toBe(plain(`a${text}b`))
})
