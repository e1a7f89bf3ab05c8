import { describe, expect, it } from 'vitest'
import { diffLines, judgedLines } from '#client/features/coding/model/line-diff.ts'

/** Writes `=a` for a line on both sides and `!a` for a line on this side only. */
const drawn = (expected: string, actual: string) => {
  const diff = diffLines(expected, actual)
  const draw = (lines: typeof diff.expected) => lines.map(({ text, same }) => `${same ? '=' : '!'}${text}`).join(' ')
  return [draw(diff.expected), draw(diff.actual)]
}

describe('the diff of two outputs', () => {
  it.each([
    ['equal lines', '1\n2\n', '1\n2', '=1 =2', '=1 =2'],
    ['trailing blanks', '1\n2', '1  \n2\t\n\n\n', '=1 =2', '=1 =2'],
    ['a wrong line', '1\n2\n3', '1\n5\n3', '=1 !2 =3', '=1 !5 =3'],
    ['a missing line', '1\n2\n3', '1\n3', '=1 !2 =3', '=1 =3'],
    ['an extra line', '1\n3', '1\n2\n3', '=1 =3', '=1 !2 =3'],
    ['empty output', '1\n2', '', '!1 !2', ''],
    ['leading blanks', '1', ' 1', '!1', '! 1'],
    ['an empty line in between', '1\n\n2', '1\n2', '=1 ! =2', '=1 =2'],
  ])('handles %s', (_name, expected, actual, left, right) => {
    expect(drawn(expected, actual)).toEqual([left, right])
  })

  it('finds each difference in long outputs quickly', () => {
    const many = Array.from({ length: 50_000 }, (_, n) => String(n))
    const other = many.with(40_000, 'x')
    const diff = diffLines(many.join('\n'), other.join('\n'))
    expect(diff.actual.filter(({ same }) => !same).map(({ text }) => text)).toEqual(['x'])
    expect(diff.expected.filter(({ same }) => !same).map(({ text }) => text)).toEqual(['40000'])
  })

  it('compares output like the judge', () => {
    expect(judgedLines('a \r\n\n b\n\n')).toEqual(['a', '', ' b'])
    expect(judgedLines('\n\n')).toEqual([])
  })
})
