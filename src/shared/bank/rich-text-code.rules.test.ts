import { describe, expect, it } from 'vitest'
import { richHtml } from './rich-text.rules.ts'
import { codeEnd } from './rich-text-code.rules.ts'

/** The kinds of blocks that the text is rendered as, such as `p`, `pre` and `ul`. */
const kinds = (text: string) =>
  [...richHtml(text).html.matchAll(/^<(p|pre|ul|ol|blockquote|div|h\d)\b/gm)].map((m) => m[1])

describe('code in questions', () => {
  it('is detected without a fence', () => {
    const text = 'What is printed?\n\nlet x = 1;\nif (x) {\n  log(x);\n}\n\nChoose one.'
    expect(kinds(text)).toEqual(['p', 'pre', 'p'])
    expect(kinds('def f(x):\n    return x + 1\n\nprint(f(2))\nprint(f(3))')).toEqual(['pre'])
    expect(kinds('SELECT name FROM t WHERE (a = 1)\nUPDATE t SET a = 2;')).toEqual(['pre'])
    expect(kinds('What does it say?\n\n>>> a = [1]\n>>> a[0]\n1')).toEqual(['p', 'pre'])
    expect(kinds(' id | name\n----+-----\n  1 | Asha')).toEqual(['pre'])
  })

  it('is not detected in ordinary sentences, lists, tables and quotations', () => {
    const text = 'A train leaves Pune at 07:40.\nIt is late; why?\n\n• Because of rain\n• Because of fog'
    expect(kinds(text)).toEqual(['p', 'p'])
    expect(kinds('x = 1;')).toEqual(['p'])
    expect(kinds('- a\n  - b\n  - c')).toEqual(['ul', 'ul'])
    expect(kinds('1. a\n   more\n   more')).toEqual(['ol'])
    expect(kinds('|a|b|\n|---|---|\n|1|2|')).toEqual(['div'])
    expect(kinds('> a;\n> b;')).toEqual(['blockquote', 'p'])
    expect(kinds('$$\n  a {\n  b }\n$$')).toEqual(['div'])
  })

  it('keeps every character', () => {
    const text = 'for i in a:\n    x **= 2 * i * _y_ # $1 $2\n\n    <b>\\n</b>;'
    expect(richHtml(text).html).toBe(
      '<pre><code>for i in a:\n    x **= 2 * i * _y_ # $1 $2\n\n    &lt;b&gt;\\n&lt;/b&gt;;</code></pre>\n',
    )
    const fenced = '```py\na = "<$x$>" * 2\n```\nrest'
    expect(richHtml(fenced).html).toBe('<pre><code>a = &quot;&lt;$x$&gt;&quot; * 2</code></pre>\n<p>rest</p>\n')
  })

  it('ends at a fence', () => {
    const lines = ['int a;', 'int b;', '```', 'x', '```']
    expect(codeEnd(lines, 0)).toBe(2)
    expect(codeEnd(lines, 2)).toBe(2)
    expect(codeEnd(['words'], 0)).toBe(0)
  })
})
