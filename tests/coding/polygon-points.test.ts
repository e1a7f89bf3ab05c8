import { describe, expect, it } from 'vitest'
import { readPolygon } from '#server/features/coding/packages/polygon.ts'
import { scoreOf } from '#shared/coding/coding.rules.ts'
import { DomainError } from '#shared/errors.ts'

const words = '<checker name="std::wcmp.cpp" type="testlib"/>'
const ownChecker = '<checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>'
const properties = { name: 'D', legend: 'x', input: 'a', output: 'b' }

interface Given {
  tests: string
  /** Other sets of tests, before this one. */
  before?: string
  groups?: string
  assets?: string
  pattern?: string
}

/** Reads a package with the tests 01 to 04. */
function read({ tests, before = '', groups = '', assets = words, pattern = 'tests/%02d' }: Given) {
  const files: Record<string, string> = {
    'statements/english/problem-properties.json': JSON.stringify(properties),
    'files/check.cpp': 'int main() {}',
    'solutions/a.py': 'print(input())',
    'pretests/01': 'p',
    'pretests/01.a': 'p',
    'problem.xml': `<problem short-name="d"><judging>${before}<testset name="tests"><input-path-pattern>${pattern}</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern><tests>${tests}</tests><groups>${groups}</groups></testset></judging><assets>${assets}</assets></problem>`,
  }
  for (const name of ['01', '02', '03', '04']) files[`tests/${name}`] = files[`tests/${name}.a`] = name
  return readPolygon(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])), 'a.zip')
}

/** The score of a program that passes some of the tests. */
function scoreWith({ form }: ReturnType<typeof read>, passes: boolean[]) {
  const verdicts = passes.map((isPassed) => (isPassed ? 'accepted' : 'wrong_answer'))
  return scoreOf(
    form.testCases.map(({ weight, group }, at) => ({ weight, group, verdict: verdicts[at] ?? 'accepted' })),
    form.groups,
  )
}

const test = (points: number | string, group?: string) =>
  `<test points="${points}"${group === undefined ? '' : ` group="${group}"`}/>`
const eachTest = '<group name="1" points-policy="each-test"/>'
const dependent =
  '<group name="2" points-policy="each-test"><dependencies><dependency group="1"/></dependencies></group>'

describe('the points of Polygon tests', () => {
  it('may be 0 in a group with points', () => {
    const found = read({ tests: test(0, '1') + test(0, '1') + test(10, '1'), groups: eachTest })
    expect(scoreWith(found, [true, true, false])).toBe(0)
    expect(scoreWith(found, [false, false, true])).toBe(100)
  })

  it('count for dependent groups even if they are 0', () => {
    const found = read({ tests: test(0, '1') + test(10, '1') + test(30, '2'), groups: eachTest + dependent })
    expect(scoreWith(found, [true, true, true])).toBe(100)
    expect(scoreWith(found, [false, true, true])).toBe(25)
  })

  it('may be fractions', () => {
    const found = read({ tests: test(0.5) + test(1.4) + test(0.1) })
    expect(found.form.testCases.map(({ weight }) => weight)).toEqual([5, 14, 1])
    expect(found.notes).toEqual([])
    expect(scoreWith(found, [true, false, false])).toBe(25)
  })

  it('are rounded with a note if no weights have the same ratio', () => {
    const { notes, form } = read({ tests: test(999.5) + test(1.3) + test(700) })
    expect(form.testCases.map(({ weight }) => weight)).toEqual([1_000, 1, 700])
    expect(notes).toEqual(['The points of tests were rounded in proportion'])
  })

  it('are the full score of the package’s own checker', () => {
    const { form } = read({ tests: test(5) + test(5) + test(90), assets: ownChecker })
    expect(form.groups).toMatchObject([
      { name: 'tests', points: 90, full_score: 90 },
      { name: 'tests (5 points)', points: 10, full_score: 5 },
    ])
    expect(form.testCases.map(({ group }) => group)).toEqual(['tests (5 points)', 'tests (5 points)', 'tests'])
  })
})

describe('groups that are split by points', () => {
  const eachOf = (...names: string[]) =>
    names.map((name) => `<group name="${name}" points-policy="each-test"/>`).join('')
  const numbered = (name: string) => [`Test groups that would have had the same name were numbered: ${name}`]

  it.each([
    {
      title: 'points are nearly equal',
      tests: test(10) + test(1.0001) + test(1.0002),
      groups: '',
      names: ['tests', 'tests (1 points)', 'tests (1 points) 2'],
    },
    {
      title: 'groups begin alike',
      tests:
        test(9, 'dynamic programming, trees') +
        test(1, 'dynamic programming, trees') +
        test(9, 'dynamic programming, graphs') +
        test(1, 'dynamic programming, graphs'),
      groups: eachOf('dynamic programming, trees', 'dynamic programming, graphs'),
      names: [
        'dynamic programming, trees',
        'dynamic programming, (1 points)',
        'dynamic programming, graphs',
        'dynamic programming, (1 points) 2',
      ],
    },
    {
      title: 'another group has such a name',
      tests: test(9, 'a') + test(1, 'a') + test(5, 'a (1 points)'),
      groups: eachOf('a', 'a (1 points)'),
      names: ['a', 'a (1 points) 2', 'a (1 points)'],
    },
  ])('get different names, with a note, if $title', ({ tests, groups, names }) => {
    const { form, notes } = read({ tests, groups, assets: ownChecker })
    expect(form.groups.map(({ name }) => name)).toEqual(names)
    expect(new Set(form.testCases.map(({ group }) => group))).toEqual(new Set(names))
    expect(notes).toEqual(expect.arrayContaining(numbered(names.find((name) => name.endsWith(' 2')) ?? '')))
  })

  it('are refused if the package declares a name twice', () => {
    expect(() => read({ tests: test(5, 'a'), groups: eachOf('a', 'a') })).toThrow(DomainError)
  })
})

it('uses the set of tests named so, and notes the others', () => {
  const { form, notes } = read({
    before:
      '<testset name="pretests"><input-path-pattern>pretests/%02d</input-path-pattern><tests><test/></tests></testset>',
    tests: '<test/><test/><test/>',
  })
  expect(form.testCases.map(({ input }) => input)).toEqual(['01', '02', '03'])
  expect(notes).toEqual(['Only the testset tests is used, not: pretests'])
})

it('skips solutions in Python 2', () => {
  const solution = (type: string) => `<solution tag="main"><source path="solutions/a.py" type="${type}"/></solution>`
  const assets = `${words}<solutions>${solution('python.2')}${solution('python.3')}</solutions>`
  const { form, notes } = read({ tests: '<test/>', assets })
  expect(form.solutions).toMatchObject([{ language: 'python' }])
  expect(notes).toEqual(['solutions/a.py was skipped: it is Python 2'])
})

it.each(['tests/%0999999999d', 'tests/%400000000d'])('refuses the pattern %s', (pattern) => {
  expect(() => read({ tests: '<test/>', pattern })).toThrow(DomainError)
})
