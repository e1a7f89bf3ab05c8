import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setFormula } from '#client/ui/rich-text-formula.ts'
import { parseHtml } from '#server/features/bank/formats/html.ts'
import { inlineFormula } from '#server/features/bank/formats/markdown.ts'
import { texOf } from '#server/features/bank/formats/math-ml.ts'
import { isElement } from '#server/features/bank/formats/xml.ts'
import { richHtml } from '#shared/bank/rich-text.rules.ts'

/** The TeX of MathML. Checks that KaTeX renders it alone, inside a text and in a table. */
function tex(mathMl: string): string | null {
  const [element] = parseHtml(`<math>${mathMl}</math>`)
  if (!isElement(element)) throw new Error('No element')
  const written = texOf(element)
  if (written !== null && written !== '') {
    setFormula(written, true)
    const { html, hasMath } = richHtml(`| a |\n|---|\n| 1 ${inlineFormula(written)} 2 |`, { setTex: setFormula })
    expect(hasMath).toBe(true)
    expect(html).toContain('data-math="inline"')
    expect(html).toContain('<table>')
  }
  return written
}

const x = '<mi>x</mi>'
const two = '<mn>2</mn>'

describe('MathML is written as TeX', () => {
  it.each([
    ['letters', '<mi>x</mi><mo>+</mo><mi>α</mi><mo>=</mo><mn>3.5</mn>', 'x+\\alpha =3.5'],
    ['grouped digits', '<mn>1,234.5</mn>', '1{,}234.5'],
    ['functions', '<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>', '\\sin x'],
    ['names', '<mi>speed</mi>', '\\mathrm{speed}'],
    ['functions TeX does not know', '<mo>sinc</mo>', '\\operatorname{sinc}'],
    ['texts', '<mtext>50% of {all} | a_b</mtext>', '\\text{50\\% of \\{all\\} \\textbar  a\\_b}'],
    ['strings', '<ms>ab</ms>', '\\text{"ab"}'],
    ['spaces', '<mspace width="2em"/><mi>x</mi><mspace width="thinmathspace"/>', '\\hspace{2em}x\\hspace{0.167em}'],
    ['fractions', `<mfrac>${x}<mrow>${x}<mo>+</mo>${two}</mrow></mfrac>`, '\\frac{x}{x+2}'],
    ['fractions without a line', `<mfrac linethickness="0">${x}${two}</mfrac>`, '\\genfrac{}{}{0pt}{}{x}{2}'],
    ['roots', `<msqrt>${x}<mo>+</mo>${two}</msqrt>`, '\\sqrt{x+2}'],
    ['roots with an index', `<mroot>${x}<mn>3</mn></mroot>`, '\\sqrt[{3}]{x}'],
    ['scripts', `<msub>${x}${two}</msub><msup>${x}${two}</msup>`, 'x_{2}x^{2}'],
    ['both scripts', `<msubsup>${x}<mi>i</mi>${two}</msubsup>`, 'x_{i}^{2}'],
    ['a script of a script', `<msup><msup>${x}${two}</msup><mn>3</mn></msup>`, '{x^{2}}^{3}'],
    ['primes', '<msup><mi>f</mi><mo>′</mo></msup>', 'f^{\\prime}'],
    ['primes beside', '<mi>f</mi><mo>′</mo>', 'f{}^{\\prime}'],
    ['degrees', '<mn>90</mn><mo>°</mo>', '90^{\\circ}'],
    ['sums', '<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>', '\\sum_{i}^{n}'],
    ['integrals with limits', '<munderover><mo>∫</mo><mn>0</mn><mn>1</mn></munderover>', '\\int\\limits_{0}^{1}'],
    ['limits', `<munder><mo>lim</mo><mrow>${x}<mo>→</mo><mn>0</mn></mrow></munder>`, '\\lim_{x\\to 0}'],
    ['limits of other names', `<munder><mi>argmax</mi>${x}</munder>`, '\\operatorname*{argmax}_{x}'],
    ['other limits', `<munder>${x}<mn>1</mn></munder>`, '\\underset{1}{x}'],
    ['vectors', `<mover>${x}<mo>→</mo></mover>`, '\\vec{x}'],
    ['long vectors', '<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>→</mo></mover>', '\\overrightarrow{AB}'],
    ['hats', `<mover accent="true">${x}<mo>^</mo></mover>`, '\\hat{x}'],
    ['lines', '<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>¯</mo></mover>', '\\overline{AB}'],
    ['braces', `<munder><munder>${x}<mo>⏟</mo></munder><mi>n</mi></munder>`, '\\underbrace{x}_{n}'],
    ['reactions', '<mover><mo>→</mo><mtext>heat</mtext></mover>', '\\xrightarrow{\\text{heat}}'],
    ['scripts before', '<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>', '{}_{6}^{14}C'],
    ['scripts after', '<mmultiscripts><mi>R</mi><mi>i</mi><none/><none/><mi>j</mi></mmultiscripts>', 'R_{i}{}^{j}'],
    [
      'matrices',
      `<mo>(</mo><mtable><mtr><mtd>${x}</mtd><mtd>${two}</mtd></mtr><mtr><mtd>${two}</mtd></mtr></mtable><mo>)</mo>`,
      '\\left(\\begin{matrix}x & 2 \\\\ 2\\end{matrix}\\right)',
    ],
    [
      'cases',
      `<mrow><mo>{</mo><mtable columnalign="left"><mtr><mtd>${x}</mtd></mtr><mtr><mtd>${two}</mtd></mtr></mtable></mrow>`,
      '\\left\\{\\begin{array}{l}x \\\\ 2\\end{array}\\right.',
    ],
    ['brackets', `<mo>(</mo>${x}<mo>)</mo>`, '(x)'],
    ['tall brackets', `<mo>(</mo><mfrac>${x}${two}</mfrac><mo>)</mo>`, '\\left(\\frac{x}{2}\\right)'],
    ['bars', `<mo>|</mo>${x}<mo>|</mo>`, '\\vert x\\vert'],
    [
      'brackets in brackets',
      `${'<mo>(</mo>'.repeat(40)}x${'<mo>)</mo>'.repeat(40)}`.replace('x', x),
      `${'('.repeat(40)}x${')'.repeat(40)}`,
    ],
    ['half-open intervals', '<mo>(</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo>]</mo>', '(0,1]'],
    ['fences', `<mfenced open="[" close="]" separators=";">${x}${two}</mfenced>`, '\\left[x;2\\right]'],
    ['boxes', `<menclose notation="box">${x}</menclose>`, '\\boxed{x}'],
    ['cancelled terms', `<menclose notation="updiagonalstrike">${x}</menclose>`, '\\cancel{x}'],
    ['wrappers', `<mstyle><mpadded>${x}</mpadded></mstyle><mphantom>${two}</mphantom>`, 'x\\phantom{2}'],
    ['fonts', '<mi mathvariant="bold">v</mi><mi mathvariant="double-struck">R</mi>', '\\mathbf{v}\\mathbb{R}'],
    ['upright letters', '<mi mathvariant="normal">d</mi><mi>x</mi>', '\\mathrm{d}x'],
    ['bold Greek', '<mi mathvariant="bold">α</mi>', '\\boldsymbol{\\alpha}'],
    ['special characters', '<mo>%</mo><mo>&amp;</mo><mo>#</mo><mo>$</mo><mo>{</mo><mo>_</mo>', '\\%\\&\\#\\$\\{\\_'],
    ['other alphabets', '<mi>क</mi><mo>=</mo><mi>é</mi>', '\\text{क}=\\text{é}'],
    [
      'annotations in TeX',
      `<semantics><mrow>${x}</mrow><annotation encoding="application/x-tex">\n\\frac x2 </annotation></semantics>`,
      '\\frac x2',
    ],
    [
      'the formula if its annotation is a comment',
      `<semantics>${x}<annotation encoding="application/x-tex">x % y</annotation></semantics>`,
      'x',
    ],
    ['nothing', '<mrow></mrow>', ''],
  ])('%s', (_, mathMl, expected) => {
    expect(tex(mathMl)).toBe(expected)
  })

  it.each([
    ['content MathML', '<apply><plus></plus><ci>x</ci></apply>'],
    ['unknown elements', '<mglyph></mglyph>'],
    ['text outside tokens', '<mrow>x</mrow>'],
    ['a fraction of three', `<mfrac>${x}${x}${x}</mfrac>`],
    ['merged cells', `<mtable><mtr><mtd rowspan="2">${x}</mtd></mtr></mtable>`],
    ['long division', `<menclose notation="longdiv">${x}</menclose>`],
    ['digits without a font', '<mn mathvariant="double-struck">1</mn>'],
    ['private characters', '<mo>\ue000</mo>'],
    ['long formulas', `<mtext>${'a'.repeat(2_001)}</mtext>`],
    ['names of the language', '<mfenced open="constructor"><mi>x</mi></mfenced>'],
    ['deep formulas', `${'<mrow>'.repeat(90)}${x}${'</mrow>'.repeat(90)}`],
  ])('does not write %s', (_, mathMl) => {
    expect(tex(mathMl)).toBeNull()
  })

  it('writes every character in a way that KaTeX renders', () => {
    const ranges = [
      [0x20, 0x7e],
      [0xa0, 0x17f],
      [0x370, 0x3ff],
      [0x2010, 0x2044],
      [0x20a0, 0x20bf],
      [0x2100, 0x23ff],
    ]
    for (const [from = 0, to = 0] of [...ranges, [0x25a0, 0x27ff], [0x2900, 0x2aff], [0x1d400, 0x1d7ff]])
      for (let code = from; code <= to; code++) {
        const sign = String.fromCodePoint(code).replace('&', '&amp;').replace('<', '&lt;')
        for (const name of ['mi', 'mo', 'mn', 'mtext']) {
          if (/^\p{Cn}$/u.test(sign)) continue
          expect(() => tex(`<${name}>${sign}</${name}>`), `U+${code.toString(16)}`).not.toThrow()
        }
      }
  })

  it('writes formulas that KaTeX renders, or none', () => {
    const token = fc
      .tuple(fc.constantFrom('mi', 'mo', 'mn', 'mtext'), fc.constantFrom(...'xα2∑∫(){}[]|′^→¯⏟%_,', 'sin', 'lim', ''))
      .map(([name, text]) => `<${name}>${text}</${name}>`)
    const names = 'mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mfenced'.split(' ')
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5, depthSize: 'small' },
        token,
        fc
          .tuple(fc.constantFrom(...names), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
          .map(([name, inside]) => `<${name}>${inside.join('')}</${name}>`),
      ),
    }))
    fc.assert(
      fc.property(node, (mathMl) => void tex(mathMl)),
      { numRuns: 2_000 },
    )
  })
})
