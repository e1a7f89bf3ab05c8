import { describe, expect, it } from 'vitest'
import { formulaText } from '#client/ui/rich-text-unicode.ts'

describe('formulaText', () => {
  it.each([
    // Powers, indices, roots
    ['x^2', 'x²'],
    ['x_{i}^{2}', 'xᵢ²'],
    ['2^{10} + a_{n-1}', '2¹⁰ + aₙ₋₁'],
    ['e^{-x/2}', 'e^(−x/2)'],
    ['(a+b)^2', '(a + b)²'],
    ['{a+b}^2', '(a + b)²'],
    ['\\sqrt{x}', '√x'],
    ['\\sqrt{x+1}', '√(x + 1)'],
    ['\\sqrt[3]{8} = \\sqrt[n]{y}', '∛8 = ⁿ√y'],
    ["f'(x)", 'f′(x)'],
    ['90^\\circ', '90°'],
    ['\\mathrm{H_2O}', 'H₂O'],
    // Fractions
    ['\\frac{a}{b}', 'a/b'],
    ['\\frac{a+b}{c}', '(a + b)/c'],
    ['\\frac{1}{2x}', '1/(2x)'],
    ['\\frac{n(n+1)}{2}', 'n(n + 1)/2'],
    ['\\frac{1}{2}mv^2', '(1/2)mv²'],
    ['\\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}', '(−b ± √(b² − 4ac))/(2a)'],
    ['\\left(\\frac12\\right)^n', '(1/2)ⁿ'],
    ['\\frac{\\frac{a}{b}}{c}', '(a/b)/c'],
    ['\\binom{n}{k}', '(n choose k)'],
    // Sums, limits, integrals
    ['\\sum_{i=1}^{n} i', '∑[i = 1 to n] i'],
    ['\\displaystyle\\lim_{x\\to 0}\\frac{\\sin x}{x}', 'lim[x → 0] (sin x)/x'],
    ['\\int_0^1 x\\,dx', '∫[0 to 1] x dx'],
    ['\\sum_{i \\in S} a_i', '∑[i ∈ S] aᵢ'],
    // Letters, operators, words
    ['\\alpha + \\beta \\le \\pi', 'α + β ≤ π'],
    ['a \\times b \\div c \\neq 0', 'a × b ÷ c ≠ 0'],
    ['x = -1, y = +2', 'x = −1, y = +2'],
    ['\\sin(2x) + x\\cos y', 'sin(2x) + x cos y'],
    ['x \\in \\mathbb{R}', 'x ∈ ℝ'],
    ['10\\% \\text{ of } 50', '10% of 50'],
    ['a \\bmod b', 'a mod b'],
    ['O(n \\log n)', 'O(n log n)'],
    ['\\vec{a}\\cdot\\overline{AB}', 'a⃗ ⋅ A̅B̅'],
    ['a < b \\& c > d', 'a < b&c > d'],
    // Tables
    ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '(1, 2; 3, 4)'],
    ['\\begin{vmatrix}a&b\\\\c&d\\end{vmatrix}', '∣a, b; c, d∣'],
    [
      'f(x)=\\begin{cases}x & \\text{if } x>0\\\\ -x & \\text{otherwise}\\end{cases}',
      'f(x) = {x, if x > 0; −x, otherwise',
    ],
    ['\\begin{aligned}x&=1\\\\y&=2\\end{aligned}', 'x = 1\ny = 2'],
    ['\\underbrace{a+b}_{n}', 'a + b[n]'],
    ['\\boxed{x}\\color{red}{y}', 'xy'],
  ])('writes %s as %s', (source, text) => {
    expect(formulaText(source, false)).toBe(text)
  })

  it.each([
    ['an unclosed group', '\\frac{a}{b'],
    ['an unknown command', '\\nothing{x}'],
    ['a link', '\\href{javascript:alert(1)}{x}'],
    ['endless macros', '\\def\\a{\\a\\a}\\a'],
    ['an unclosed superscript', 'x^{'],
  ])('rejects %s', (_what, source) => {
    expect(() => formulaText(source, false)).toThrow()
  })

  it('keeps markup written inside a formula', () => {
    expect(formulaText('\\text{<b>bold</b> \\& "quoted"}', false)).toBe('<b>bold</b> & "quoted"')
  })
})
