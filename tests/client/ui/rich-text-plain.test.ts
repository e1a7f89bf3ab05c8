import { describe, expect, it } from 'vitest'
import { plainText } from '#client/ui/rich-text-plain.ts'

describe('plainText', () => {
  it.each([
    ['plain words', 'What is 2*3*4?', 'What is 2*3*4?'],
    ['emphasis', '**Which** of these is *not* `O(n)`?', 'Which of these is not O(n)?'],
    ['formulas within a sentence', 'If $x^2 = \\frac{9}{4}$, then \\(x\\) is', 'If x² = 9/4, then x is'],
    ['prices', 'It costs $5 and $10.', 'It costs $5 and $10.'],
    ['a display formula', 'Find\n\n$$\\sum_{i=1}^n i$$\n\nfor $n = 4$.', 'Find\n∑[i = 1 to n] i\nfor n = 4.'],
    [
      'code',
      'What does it print?\n\n```python\nfor i in range(2):\n    print(i)\n```',
      'What does it print?\n    for i in range(2):\n        print(i)',
    ],
    ['lists', '1. one\n2. two\n   - nested\n\n- last', '1. one\n2. two\n  - nested\n- last'],
    ['a table', '| a | b |\n|---|---|\n| 1 | $x^2$ |', 'a | b\n1 | x²'],
    ['an image', 'See ![the graph](https://x.example/a.png) and ![](b.png)', 'See [Image: the graph] and [Image]'],
    ['line breaks', 'one\ntwo', 'one\ntwo'],
    ['an invalid formula', 'Solve $\\frac{1}{$ now', 'Solve $\\frac{1}{$ now'],
    ['an unclosed formula', 'Solve $$x^2 now', 'Solve $$x^2 now'],
    ['HTML', '<b>x</b> &lt;', '<b>x</b> &lt;'],
    ['nothing', '', ''],
  ])('converts %s', (_what, source, text) => {
    expect(plainText(source)).toBe(text)
  })

  it('converts formulas in an option, but not list markers', () => {
    expect(plainText('- 5', { inline: true })).toBe('- 5')
    expect(plainText('$\\sqrt{2}$', { inline: true })).toBe('√2')
  })

  it('parses long hostile text quickly', () => {
    const started = performance.now()
    plainText(`${'$'.repeat(5_000)}${'\\frac{'.repeat(1_000)}${'['.repeat(5_000)}![${'('.repeat(5_000)}`)
    plainText(`$${'{'.repeat(900)}x${'}'.repeat(900)}$`)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
