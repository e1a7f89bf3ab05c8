import { describe, expect, it } from 'vitest'
import { compare, findPairs as findAll } from '#server/features/coding/similarity/pairs.ts'
import type { Language } from '#shared/coding/languages.rules.ts'

const program = (id: string, code: string, language: Language = 'python') => ({
  id,
  owner: id,
  language,
  code,
})

const findPairs = (...args: Parameters<typeof findAll>) => findAll(...args).pairs

const original = `def gcd(a, b):
    while b:
        a, b = b, a % b
    return a

def lcm(a, b):
    return a * b // gcd(a, b)

n = int(input())
best = 0
for i in range(n):
    x, y = map(int, input().split())
    if lcm(x, y) > best:
        best = lcm(x, y)
print(best)
`
/** The original with other names, reordered functions, and comments. */
const disguised = `# all my own work
def smallest(p, q):
    return p * q // teiler(p, q)

def teiler(p, q):
    # as Euclid did it
    while q:
        p, q = q, p % q
    return p

count = int(input())
top = 7
for k in range(count):
    u, v = map(int, input().split())  # read
    if smallest(u, v) > top:
        top = smallest(u, v)
print(top)
`
const another = `import math
import sys
data = sys.stdin.read().split()
pairs = [(int(data[i]), int(data[i + 1])) for i in range(1, len(data), 2)]
print(max(abs(x * y) // math.gcd(x, y) for x, y in pairs))
`

describe('similar programs', () => {
  it('include copies with renamed variables, moved functions and comments', () => {
    const pairs = findPairs([program('a', original), program('b', disguised), program('c', another)], 0, 10)
    expect(pairs[0]).toMatchObject({ left: 'a', right: 'b' })
    expect(pairs[0]?.similarity).toBeGreaterThan(0.5)
    for (const { similarity } of pairs.slice(1)) expect(similarity).toBeLessThan(0.1)
  })

  it('include exact copies, at 100%', () => {
    expect(findPairs([program('a', original), program('b', original)], 0.3, 10)).toMatchObject([{ similarity: 1 }])
  })

  it('list matching lines, wherever they were moved', () => {
    const { fragments } = compare(program('a', original), program('b', disguised), {})
    const isMoved = fragments.some(({ left, right }) => left.from <= 1 && right.from >= 5)
    expect(isMoved).toBe(true)
    expect(fragments.at(-1)).toMatchObject({ left: { to: 15 }, right: { to: 17 } })
  })

  it('do not result from template code that nearly everyone has', () => {
    const template = 'import sys\ndef read():\n    data = sys.stdin.read().split()\n    return [int(x) for x in data]\n'
    const own = [another, original, 'print(sum(read()))\n', 'for v in sorted(read()):\n    print(v)\n']
    const crowd = Array.from({ length: 20 }, (_, n) => program(`p${n}`, template + (own[n % 4] ?? '')))
    const unlike = findPairs(crowd, 0, 1_000).filter(
      ({ left, right }) => (Number(left.slice(1)) - Number(right.slice(1))) % 4 !== 0,
    )
    for (const { similarity } of unlike) expect(similarity).toBeLessThan(0.5)
  })

  it.each<[Language, string]>([
    [
      'javascript',
      'const a = 1\nfor (let i = 0; i < 9; i++) { if (i % 2) console.log(i + a); else console.log(a - i) }',
    ],
    [
      'java',
      'class A { public static void main(String[] x) { int s = 0; for (int i = 0; i < 9; i++) if (i > 2) s += i * i; System.out.println(s); } }',
    ],
    [
      'csharp',
      'class A { public static void Main(string[] x) { int s = 0; for (int i = 0; i < 9; i++) if (i > 2) s += i * i; System.Console.WriteLine(s); } }',
    ],
    [
      'cpp',
      '#include <iostream>\nint main() { int s = 0; for (int i = 0; i < 9; i++) if (i > 2) s += i * i; std::cout << s; }',
    ],
    [
      'c',
      '#include <stdio.h>\nint main() { int s = 0; for (int i = 0; i < 9; i++) if (i > 2) s += i * i; printf("%d", s); }',
    ],
    [
      'go',
      'package main\nimport "fmt"\nfunc main() { s := 0; for i := 0; i < 9; i++ { if i > 2 { s += i * i } }; fmt.Println(s) }',
    ],
    ['rust', 'fn main() { let mut s = 0; for i in 0..9 { if i > 2 { s += i * i; } } println!("{}", s); }'],
    [
      'typescript',
      'const s: number[] = []\nfor (let i: number = 0; i < 9; i++) { if (i % 2) s.push(i * i); else console.log(s.length - i) }',
    ],
    [
      'kotlin',
      'fun main() { var s = 0; for (i in 0 until 9) { if (i > 2) s += i * i else s -= i }; while (s > 9) { s = s / 2 - 1 }; println(listOf(s, s + 1).map { it * 2 }) }',
    ],
    ['php', '<?php $s = 0; for ($i = 0; $i < 9; $i++) { if ($i > 2) $s += $i * $i; else $s -= 1; } echo "sum", $s;'],
    [
      'ruby',
      's = 0\n(0...9).each do |i|\n  if i > 2 then s += i * i else s -= 1 end\nend\nwhile s > 9 do s = s / 2 - 1 end\nputs [s, s + 1].map { |one| one * 2 }.sum, "s: #{s}"',
    ],
    [
      'haskell',
      'f s i = if i > 2 then s + i * i else s - 1\nmain :: IO ()\nmain = do { let { s = foldl f 0 [0 .. 9]; i\' = s }; print (map (\\one -> one * 2 + 1) [i\', s, s - 1]); putStrLn "done" }',
    ],
  ])('are found in %s', (language, code) => {
    const renamed = code.replace(/\bi\b/g, 'counter').replace(/\bs\b/g, 'total')
    expect(findPairs([program('a', code, language), program('b', renamed, language)], 0, 1)).toMatchObject([
      { similarity: 1 },
    ])
  })

  it('include only a person’s most similar program, and never two by the same person', () => {
    const of = (owner: string, id: string, code: string) => ({ ...program(id, code), owner })
    const programs = [
      of('a', 'a1', another),
      of('a', 'a2', original),
      of('a', 'a3', original),
      of('b', 'b1', disguised),
      of('b', 'b2', original),
    ]
    expect(findPairs(programs, 0.3, 10)).toMatchObject([{ left: 'a2', right: 'b2', similarity: 1 }])
  })

  it('do not treat a few people’s repeated submissions as a template', () => {
    const crowd = Array.from({ length: 30 }, (_, n) => ({ ...program(`p${n}`, original), owner: `${n % 3}` }))
    expect(findPairs(crowd, 0.3, 10)).toHaveLength(3)
  })

  it('are limited to the requested number of pairs', () => {
    const crowd = Array.from({ length: 1_000 }, (_, n) => program(`p${n}`, n % 2 ? original : another))
    expect(findPairs(crowd, 0.3, 50)).toHaveLength(50)
  })

  it('do not include programs of a few lines', () => {
    const sum =
      '#include <iostream>\nusing namespace std;\nint main() {\n  int a, b;\n  cin >> a >> b;\n  cout << a + b;\n}\n'
    const same = sum.replace(/\ba\b/g, 'x').replace(/\bb\b/g, 'y')
    const more = sum.replace('a + b;', 'a + b << endl;').replace('int a', 'long long a')
    const most = more.replace('}\n', '  return 0;\n}\n')
    const short = [sum, same, more, most].map((code, n) => program(`${n}`, code, 'cpp'))
    expect(findPairs(short, 0.3, 10)).toEqual([])
  })

  it('must be in the same language', () => {
    expect(findPairs([program('a', 'x = 1', 'python'), program('b', 'x = 1', 'rust')], 0, 10)).toEqual([])
  })

  it('are compared as far as they can be parsed', () => {
    const broken = original.replace('print(best)', 'print((best')
    expect(findPairs([program('a', original), program('b', broken)], 0, 1)[0]?.similarity).toBeGreaterThan(0.8)
  })
})
