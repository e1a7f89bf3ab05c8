import { describe, expect, it } from 'vitest'
import { layoutOfJava } from './java.ts'

describe('layoutOfJava', () => {
  it.each([
    [
      'a public class',
      'package a.b; public class Sum { public static void main(String[] x) {} }',
      'Sum.java',
      'a.b.Sum',
    ],
    [
      'the class that has main',
      'class A { int main() {} } class B { static public void main(String[] x) {} }',
      'B.java',
      'B',
    ],
    ['the first class if main is not static', 'class A { static int x; void main() {} } class B { }', 'A.java', 'A'],
    ['a nested class with main', 'class A { static class B { static void main(String[] x) {} } }', 'A$B.java', 'A$B'],
  ])('finds %s', (_, source, file, mainClass) => {
    expect(layoutOfJava(source)).toEqual({ file, mainClass })
  })

  it.each(['class a ', 'public class a ', 'class a{', '{class a static void main('])(
    'reads 64 kB of "%s" within a quarter of a second of CPU time',
    (piece) => {
      const source = piece.repeat(65_536 / piece.length)
      layoutOfJava(source)
      const began = process.cpuUsage()
      layoutOfJava(source)
      expect(process.cpuUsage(began).user).toBeLessThan(250_000)
    },
  )
})
