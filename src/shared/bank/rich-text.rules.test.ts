import { describe, expect, it } from 'vitest'
import { setFormula as setTex } from '#client/ui/rich-text-formula.ts'
import { richHtml } from './rich-text.rules.ts'

const block = (text: string) => richHtml(text).html.trim()
const inline = (text: string) => richHtml(text, { inline: true }).html.trim()
const set = (text: string) => richHtml(text, { setTex }).html.trim()
/** The source of each formula found in the text. */
const formulas = (text: string) =>
  [...block(text).matchAll(/<(span|div) data-math="source">(.*?)<\/\1>/gs)].map((m) => m[2])

describe('hostile text', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg><g onload=alert(1)></g></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<a href="javascript:alert(1)">x</a>',
    '**<b onclick=alert(1)>**x',
    '`<img src=x onerror=alert(1)>`',
    '```"><img src=x onerror=alert(1)>\n<script>alert(1)</script>\n```',
    '$<img src=x onerror=alert(1)>$',
    '$$\n</span><script>alert(1)</script>\n$$',
    '$\\text{<img src=x onerror=alert(1)>}$',
    '$\\htmlData{x="><script>}{y}$',
    '| <script> | b |\n|---|---|\n| <img src=x> | c |',
    '> - # <iframe src="//evil">',
  ])('is shown as text and never executed: %s', (text) => {
    for (const html of [block(text), inline(text), set(text), richHtml(text, { inline: true, setTex }).html]) {
      const tags = [...html.matchAll(/<([a-z]+)([^>]*)>/g)]
      for (const [, tag, attributes] of tags) {
        expect(tag).not.toMatch(/^(script|img|svg|style|a|b|iframe|g|form|input)$/)
        expect(attributes).not.toMatch(/\bon\w+=|src=|href=/)
      }
    }
  })

  it('has no links and no images', () => {
    const text = '[x](javascript:alert(1)) ![y](https://evil/a.png) <https://evil> https://evil [z]: https://evil'
    expect(block(text)).toBe(`<p>${text.replace('<', '&lt;').replace('> h', '&gt; h')}</p>`)
    expect(block('[a]\n\n[a]: https://evil')).toContain('[a]: https://evil')
  })

  it.each(['\\href{javascript:alert(1)}{x}', '\\url{https://evil}', '\\includegraphics{https://evil/a.png}'])(
    'cannot use TeX for links or to load anything: %s',
    (tex) => expect(set(`a $${tex}$ b`)).toBe(`<p>a <span data-math="source">$${tex}$</span> b</p>`),
  )

  it('is processed quickly', () => {
    const texts = ['a '.repeat(5000), '$a '.repeat(3333), '*a_'.repeat(3333), '$$'.repeat(5000), '\\('.repeat(5000)]
    texts.push('> '.repeat(5000), '- '.repeat(5000), '`a'.repeat(5000), '['.repeat(10_000), 'x\n'.repeat(5000))
    texts.push(
      '{\n'.repeat(5000),
      '{\n\n'.repeat(3333),
      `$${'{'.repeat(1900)}$`,
      '$$\n'.repeat(3333),
      '|a'.repeat(5000),
    )
    texts.push(`$\\def\\a{xx}\\def\\b{\\a\\a}\\def\\c{\\b\\b}\\def\\d{\\c\\c\\c\\c}${'\\d'.repeat(500)}$`)
    for (const text of texts) {
      const start = performance.now()
      set(text)
      expect(performance.now() - start, text.slice(0, 10)).toBeLessThan(8_000)
    }
  })
})

describe('formulas', () => {
  it('are found between their delimiters', () => {
    expect(formulas('Let $x^2$ and $y$, \\(a+b\\), the $n$th of $k$-th, ($z$).')).toEqual([
      '$x^2$',
      '$y$',
      '\\(a+b\\)',
      '$n$',
      '$k$',
      '$z$',
    ])
    expect(formulas('So $$a\n= b$$ and \\[c\\] in a line')).toEqual(['$$a\n= b$$', '\\[c\\]'])
    expect(block('$$\na\n- b \\\\\n+ c\n$$\nthen')).toBe(
      '<div data-math="source">$$\na\n- b \\\\\n+ c\n$$</div><p>then</p>',
    )
    expect(formulas('\\[\n\\begin{bmatrix} 1 & 2 \\\\[4pt] 3 & 4 \\end{bmatrix}\n\\]')).toHaveLength(1)
    expect(formulas('$a < b$')).toEqual(['$a &lt; b$'])
    expect(formulas('- $x$\n- $y$')).toEqual(['$x$', '$y$'])
  })

  it.each([
    'Between $5 and $10',
    'US$5 or US$10, 10$ or 20$',
    '$5/$10, $5, $10; $5-$7',
    'echo $a, $b; $a=$b; $sum+$x',
    'Costs \\$5 and \\$6',
    '`$x$` is TeX',
    '$ x $ and $x $ and $$$$ and $',
    'one $a\nb$ two',
    'never $x closed',
  ])('are not found in: %s', (text) => expect(formulas(text)).toEqual([]))

  it('are rendered with KaTeX, visibly and for screen readers', () => {
    const { html, hasMath } = richHtml('The $\\frac12$ of\n\n$$x$$', { setTex })
    expect(hasMath).toBe(true)
    expect(html).toContain('<p>The <span data-math="inline"><span class="katex">')
    expect(html).toContain('<div data-math="display"><span class="katex-display">')
    expect(html).toMatch(/<math aria-label="start fraction, 1, divided by, 2, end fraction" xmlns=.*<mfrac>/)
    expect(html).toContain('aria-hidden="true"')
    // Formulas without a spoken form are labelled with their source.
    const matrix = '\\begin{matrix}a&<\\end{matrix}'
    expect(set(`$${matrix}$`)).toContain(`<math aria-label="${matrix.replace('&', '&amp;').replace('<', '&lt;')}"`)
    expect(richHtml('$5 and $10').hasMath).toBe(false)
  })

  it.each(['\\frac{1}', '\\unknown', 'x^', '{', '\\def\\a{\\a\\a}\\a', `${'x'.repeat(2001)}`])(
    'that are invalid are shown as written: %s',
    (tex) => expect(set(`a $${tex}$ b`)).toMatch(/^<p>a (<span data-math="source">)?\$[^$]+\$(<\/span>)? b<\/p>$/),
  )
})

describe('text', () => {
  it('supports Markdown', () => {
    expect(block('**a** *b* _c_ `d`')).toBe('<p><strong>a</strong> <em>b</em> <em>c</em> <code>d</code></p>')
    expect(block('# A\n\n- b\n  - c\n\n> d')).toMatch(/^<h3>A<\/h3>\n<ul>\n<li>b\n<ul>\n<li>c.*<blockquote>/s)
    expect(block('|a|b|\n|---|---|\n|1|2|')).toContain('<td>2</td>')
    expect(block('3. c\n1. a')).toContain('<li value="3">c</li>\n<li value="1">a</li>')
  })

  it.each([
    '2*3*4 and a**b**c and f(x)*g(y)*h',
    '__init__ and a_b_c and ____',
    'x = *p; y = *q; **kwargs',
    '~~3.7 == ~~x~~',
    'a --- b...',
    '(c) +- "quoted"',
    ':-) http://example.edu',
  ])('is left as written: %s', (text) => expect(block(text)).toBe(`<p>${text.replaceAll('"', '&quot;')}</p>`))

  it('keeps line breaks and spaces', () => {
    expect(block('one\n  two\r\nthree\n___\n---')).toBe('<p>one <br>  two <br>three <br>___ <br>---</p>')
    expect(block('What is &lt; in a < b & c?')).toBe('<p>What is &amp;lt; in a &lt; b &amp; c?</p>')
    expect(block('')).toBe('')
  })

  it('is rendered inline in an option', () => {
    for (const text of ['- 5', '# x', '1. a', '> 5', '+ 3', '* y', '    four', '|a|b|'])
      expect(inline(text)).toBe(`<p>${text.trimStart().replace('>', '&gt;')}</p>`)
    expect(inline('**a** `b`')).toBe('<p><strong>a</strong> <code>b</code></p>')
    expect(inline('```\na  <b\n```')).toBe('<pre><code>a  &lt;b</code></pre>')
  })
})
