import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlToMarkdown, parseHtml, plainToMarkdown } from '#server/features/bank/formats/html.ts'
import { richHtml } from '#shared/bank/rich-text.rules.ts'

const noImage = async () => ({ flaw: 'it is not in the file' })
const write = (html: string, hasTex = false) => htmlToMarkdown(html, { image: noImage, hasTex })
const textOf = async (html: string) => (await write(html)).text

describe('HTML as Markdown', () => {
  it.each([
    ['<p>One</p><p>Two<br>lines</p>', 'One\n\nTwo\nlines'],
    ['  <div>One</div>two <span>three</span>', 'One\n\ntwo three'],
    ['<b>All</b> of <i>it</i>', '**All** of *it*'],
    ['<b><i>All</i></b> of <em><strong>it</strong></em>', '***All*** of ***it***'],
    ['<p><strong> spaced </strong>word</p>', '**spaced** word'],
    ['x<sup>2</sup> + H<sub>2</sub>O', 'x² + H₂O'],
    [
      '10<span style="font-weight: 400; vertical-align: super">3</span> H<span style="vertical-align:sub;">2</span>O',
      '10³ H₂O',
    ],
    ['2<sup>th</sup>', '2\\(^{th}\\)'],
    ['e<sup>-x<sup>2</sup></sup>', 'e\\(^{-x^{2}}\\)'],
    ['2<sup>3<sup>2</sup></sup> x<sub>i<sub>1</sub></sub>', '2\\(^{3^{2}}\\) x\\(_{i_{1}}\\)'],
    ['e<sup><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></sup>', 'e\\(^{\\frac{1}{2}}\\)'],
    ['x<sup><i>n</i></sup>', 'xⁿ'],
    ['x<sup><span style="display:none">9</span>2</sup>', 'x²'],
    ['<ol><li>first</li><ol><li>inner</li></ol><li>second</li></ol>', '1. first\n   1. inner\n2. second'],
    ['<ul>before<li>a</li>after</ul>', '- before\n- a\n  after'],
    ['He said <q>yes</q>', 'He said “yes”'],
    ['<span style="font-style: italic">word</span>', '*word*'],
    ['<ul><li>One</li><li>Two<ol start="3"><li>Three</li></ol></li></ul>', '- One\n- Two\n\n  3. Three'],
    ['<pre>a = 1\n  b</pre>', '```\na = 1\n  b\n```'],
    ['<pre>if (x)<br>  y();<br>z</pre>', '```\nif (x)\n  y();\nz\n```'],
    ['<pre>a<div>b</div><div>10<sup>3</sup></div></pre>', '```\na\nb\n10^3\n```'],
    ['Use <code>a*b</code>', 'Use `a*b`'],
    ['<code>a;<br>b\n c<sub>12</sub></code>', '`a;`\n`b c_(12)`'],
    [
      '<table><tr><td>a</td><td><table><tr><th>b</th></tr><tr><td>c</td></tr></table></td></tr></table>',
      'a\n\n| b |\n| --- |\n| c |',
    ],
    ['<h2>Title</h2>text', '## Title\n\ntext'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n> \n> b'],
    [
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>x|y</td></tr></table>',
      '| a | b |\n| --- | --- |\n| 1 | x\\|y |',
    ],
    ['<table><tr><td>1</td></tr></table>', '|  |\n| --- |\n| 1 |'],
    [
      '<table><caption>t</caption><tr><td>a<table><tr><td>1</td></tr></table></td><td>b</td></tr></table>',
      't\n\na\n\n|  |\n| --- |\n| 1 |\n\nb',
    ],
    ['&lt;b&gt; &amp;amp; &nbsp;x', '<b> &amp; x'],
    ['____&nbsp;&nbsp;&nbsp;', '____\u00a0\u00a0\u00a0'],
    ['1. not a list', '1\\. not a list'],
    ['a <b>bold<b> in</b> bold</b> b', 'a **bold in bold** b'],
    ['', ''],
  ])('writes %j', async (html, text) => {
    expect(await textOf(html)).toBe(text)
  })

  it.each([
    ['<script>x()</script><style>p {}</style>a', 'a', ['Scripts and styles are removed']],
    ['a<video src="x"></video><iframe src="y"></iframe>', 'a', ['Audio, video and embedded pages are not kept']],
    ['<a href="https://a.example/x">here</a>', 'here (https://a.example/x)', ['Links are kept as text']],
    ['<a href="javascript:x()">here</a>', 'here', []],
    ['a <u>word</u>', 'a *word*', ['Underlined text is shown in italics']],
    ['<s>old</s> new', 'old new', ['Struck-out text is not marked as such']],
    ['<span style="text-decoration: line-through">old</span>', 'old', ['Struck-out text is not marked as such']],
    ['<mark>a</mark>', 'a', ['Colours, sizes and alignment are not kept']],
    ['<ol style="list-style-type: upper-alpha;"><li>a</li></ol>', '1. a', ['Lettered lists are numbered']],
    ['<ol style="list-style: inside decimal"><li>a</li></ol>', '1. a', []],
    ['<ol reversed><li>a</li></ol>', '1. a', ['Lists that count down are numbered upwards']],
    [
      'x<sup>\ue000</sup>',
      'x\ue000',
      ['Superscripts and subscripts with gaps or unknown characters are kept as plain text'],
    ],
    ['x<sup><img src="a.png"></sup>', 'x', ['An image is not kept: it is not in the file']],
    ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c', []],
    ['<ol><li>a <ol><li>b</li></ol></li><li>c</li></ol>', '1. a\n   1. b\n2. c', []],
    ['<ul><li>a<ol start="3"><li>b</li></ol></li></ul>', '- a\n\n  3. b', []],
    ['<ul><li><p>a</p><ul><li>b</li></ul></li></ul>', '- a\n\n  - b', []],
    ['un<b>do</b>', 'undo', ['Bold or italic inside a word is not kept']],
    ['这是<b>重点</b>内容', '这是重点内容', ['Bold or italic inside a word is not kept']],
    ['हिं<b>“दी”</b>', 'हिं“दी”', ['Bold or italic inside a word is not kept']],
    ['<b>“दी”</b>हिं', '“दी”हिं', ['Bold or italic inside a word is not kept']],
    ['हिंदी <b>“शब्द”</b>, （<b>字</b>）', 'हिंदी **“शब्द”**, （**字**）', []],
    ['Of <b>\n  bold</b>, <i>italic </i>and <b><i> both\n</i></b>.', 'Of **bold**, *italic* and ***both*** .', []],
    ['<b>First<br></b>second', '**First**\nsecond', []],
    ['<b>one <i>two</i></b>', '**one two**', ['Bold inside italic text, or italic inside bold text, is not kept']],
    ['<b>one <b>two</b></b>', '**one two**', []],
    ['<p style="text-align: left; color: rgb(0, 0, 0)">a</p>', 'a', []],
    ['<span style="color: red">a</span>', 'a', ['Colours, sizes and alignment are not kept']],
    ['<table><tr><td colspan="2">a</td></tr></table>', '|  |\n| --- |\n| a |', ['Merged table cells are separated']],
    ['<img src="a.png" alt="a cat"> b', '\\[a cat] b', ['An image is not kept: it is not in the file']],
    ['<span style="display:none">x</span>a', 'a', ['Hidden text is removed']],
    ['<h2 class="qti-visually-hidden">x</h2><p>a</p>', 'a', ['Hidden text is removed']],
    ['a <span class="screenreader-only">x</span>', 'a', ['Hidden text is removed']],
    [
      '<ruby>山<rp>[</rp><rt>やま</rt><rp>]</rp></ruby>',
      '山(やま)',
      ['Readings above letters are written in brackets'],
    ],
    ['<ruby><rb>山</rb><rt>やま</rt></ruby>', '山(やま)', ['Readings above letters are written in brackets']],
    ['<span style="font-family: Symbol">a</span>', 'a', ['Symbols of the font Symbol are shown as letters']],
    ['<span style="font-family: Symbol">·</span> a', '· a', []],
    ['<svg><text>x</text></svg>a', 'a', ['An image is not kept: drawings inside the text cannot be read']],
    ['<input value="x">a', 'a', ['Form fields inside the text are removed']],
  ])('reports what %j loses', async (html, text, losses) => {
    const written = await write(html)
    expect(written.losses).toEqual(losses)
    expect(written.text).toBe(text.replace('\\[', '['))
  })

  it('returns images separately, once each', async () => {
    const image = async (src: string) => ({ url: `/images/${src}` })
    const { text, images, losses } = await htmlToMarkdown('a <img src="1.png"><img src="2.png"> b <img src="1.png">', {
      image,
    })
    expect({ text, images, losses }).toEqual({ text: 'a b', images: ['/images/1.png', '/images/2.png'], losses: [] })
  })

  it('keeps formulas that MathJax would show, only if asked to', async () => {
    const html = '<p>If \\(a*b*c\\) and $$x_1$$ or $5 and $6</p>'
    expect((await write(html, true)).text).toBe('If \\(a*b*c\\) and \\[x_1\\] or \\$5 and \\$6')
    const { html: shown, hasMath } = richHtml((await write(html)).text)
    expect(hasMath).toBe(false)
    expect(shown).toContain('\\(a*b*c\\) and $$x_1$$ or $5')
    expect(await plainToMarkdown('2*3 \\(x*y*z\\) *a*', true)).toBe('2*3 \\(x*y*z\\) \\*a\\*')
    expect((await write('<img class="equation_image" data-equation-content="x^2" src="/e">')).text).toBe('\\(x^2\\)')
  })

  it('refuses HTML that is too deep or too long', () => {
    expect(() => parseHtml('<div>'.repeat(20_000))).toThrow('nested more than 100 levels')
    expect(() => parseHtml(' '.repeat(600_000))).toThrow('longer than 500,000 characters')
  })

  it('shows the same words as the HTML, whatever the formatting', async () => {
    const word = fc.constantFrom(
      'a',
      'b ',
      ' c',
      '*',
      '_',
      '$',
      '1. ',
      '# ',
      '(',
      ')',
      '`',
      '|',
      '\\',
      '- ',
      '&lt;',
      ' ',
      'x_y',
    )
    const inline = fc.letrec<{ node: string; list: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        word,
        fc
          .tuple(fc.constantFrom('b', 'i', 'em', 'span', 'u', 'code'), tie('list'))
          .map(([name, inside]) => `<${name}>${inside}</${name}>`),
        fc.constant('<br>'),
      ),
      list: fc.array(tie('node'), { maxLength: 4 }).map((all) => all.join('')),
    }))
    const block = fc.oneof(
      inline.list,
      fc
        .tuple(fc.constantFrom('p', 'div', 'blockquote', 'h3', 'pre'), inline.list)
        .map(([name, inside]) => `<${name}>${inside}</${name}>`),
      fc
        .array(inline.list, { minLength: 1, maxLength: 3 })
        .map((all) => `<ul>${all.map((one) => `<li>${one}</li>`).join('')}</ul>`),
      fc
        .array(inline.list, { minLength: 1, maxLength: 3 })
        .map((all) => `<table><tr>${all.map((one) => `<td>${one}</td>`).join('')}</tr></table>`),
    )
    const words = (html: string) =>
      html
        .replace(/<[^>]+>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .replace(/[\s\u00a0]+/g, '')
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 4 }), async (blocks) => {
        const html = blocks.join('')
        const { text } = await write(html)
        expect(words(richHtml(text).html)).toBe(words(html))
      }),
      { numRuns: 1_500 },
    )
  })
})
