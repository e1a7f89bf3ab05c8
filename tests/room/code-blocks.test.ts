import { describe, expect, it } from 'vitest'
import { codeBlocks } from '#client/features/attempts/model/code-blocks.ts'

const kinds = (text: string) => codeBlocks(text).map((block) => block.kind)

describe('code in questions', () => {
  it('is told from the words around it', () => {
    expect(kinds('What is printed?\n\nlet x = 1;\nif (x) {\n  log(x);\n}\n\nChoose one.')).toEqual([
      'text',
      'code',
      'text',
    ])
    expect(kinds('def f(x):\n    return x + 1\n\nprint(f(2))\nprint(f(3))')).toEqual(['code'])
    expect(kinds('SELECT name FROM t WHERE (a = 1)\nUPDATE t SET a = 2;')).toEqual(['code'])
  })

  it('is not seen in ordinary sentences', () => {
    expect(kinds('A train leaves Pune at 07:40.\nIt is late; why?\n\n• Because of rain\n• Because of fog')).toEqual([
      'text',
    ])
    expect(kinds('x = 1;')).toEqual(['text'])
    expect(kinds('')).toEqual(['text'])
  })

  it('loses nothing of the text', () => {
    const text = '  leading\n\n\n\nint a;\nint b;\n\n\nend  \n'
    expect(
      codeBlocks(text)
        .map((block) => block.text)
        .join('\n\n'),
    ).toBe(text)
  })
})
