import { expect, it } from 'vitest'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { createWorld } from '#tests/support/world.ts'
import { archive, refusalOf } from './archives.ts'
import { checkedPackage, type Files } from './checked-package.ts'

const xml = (tests: string, assets: string) => `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="3" short-name="doubling"><judging input-file="" output-file=""><testset name="tests">
<time-limit>1500</time-limit><memory-limit>268435456</memory-limit>
<input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
${tests}</testset></judging><assets>${assets}
<solutions><solution tag="main"><source path="solutions/a.py" type="python.3"/></solution>
<solution tag="wrong-answer"><source path="solutions/b.py" type="python.3"/></solution>
<solution tag="rejected"><source path="solutions/c.py" type="python.3"/></solution></solutions></assets>
<tags><tag value="math"/></tags></problem>`

const words = '<checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>'
const plain = '<tests><test method="manual" sample="true"/><test cmd="gen 1" method="generated"/></tests>'
const files: Files = {
  'problem.xml': xml(plain, words),
  'statements/english/problem-properties.json': JSON.stringify({
    name: 'Doubling',
    legend: 'Double $n$.',
    input: 'A \\textbf{number}.',
    output: 'Its double.',
    notes: null,
  }),
  'tests/01': '1\r\n',
  'tests/01.a': '2\r\n',
  'tests/02': '1000\r\n',
  'tests/02.a': '2000\r\n',
  'solutions/a.py': 'print(2 * int(input()))',
  'solutions/b.py': 'print(2)',
  'solutions/c.py': 'print(3)',
}

const checked = (changed: Files) => checkedPackage({ ...files, ...changed })

it('imports a package with a standard checker', async () => {
  const { question, notes } = await checked({})
  expect(question).toMatchObject({
    title: 'Doubling',
    description: 'Double $n$.',
    input_format: 'A **number**.',
    time_limit: 1_500,
    memory_limit: 256,
    tags: ['math'],
    comparison: 'tokens',
    status: 'published',
    testCases: [
      { input: '1\n', expected_output: '2\n', is_sample: true },
      { input: '1000\n', expected_output: '2000\n', is_sample: false },
    ],
    solutions: [{ verdict: 'accepted' }, { verdict: 'wrong_answer' }, { verdict: 'wrong_answer' }],
  })
  expect(question.solutions?.[2]?.other_verdicts).toContain('time_limit_exceeded')
  expect(notes).toEqual([])
})

it('uses its own checker with its header, and its groups', async () => {
  const { question } = await checked({
    'problem.xml': xml(
      `<tests><test sample="true" group="0" points="0"/><test group="1" points="5.0"/></tests>
       <groups><group name="0" points="0" points-policy="complete-group"/><group name="1" points-policy="each-test">
       <dependencies><dependency group="0"/></dependencies></group></groups>`,
      '<checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>',
    ),
    'files/testlib.h': '#include <fstream>\n',
    'files/check.cpp':
      '#include "testlib.h"\nint main(int, char** v) { int a = 0, b = 0; std::ifstream(v[2]) >> a; std::ifstream(v[3]) >> b; return a == b ? 0 : 1; }',
  })
  expect(question).toMatchObject({
    comparison: 'checker',
    checker: { protocol: 'testlib', files: [{ name: 'testlib.h' }] },
    groups: [
      { name: '0', points: 0, scoring: 'all', needs: [] },
      { name: '1', points: 5, scoring: 'sum', needs: ['0'] },
    ],
    status: 'published',
  })
})

const ownChecker = '<checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>'
/** A checker in the style of testlib, for a header of our own with the same protocol. */
const checkerCode = `#include "testlib.h"
int main(int argc, char **argv) {
  start(argc, argv);
  int given = number(theirs), wanted = number(ours);
  if (number(in) * 2 != wanted) finish(3, "the jury is wrong");
  finish(given == wanted ? 0 : 1, "given " + std::to_string(given));
}`
const header = `#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
static std::ifstream in, theirs, ours;
inline void start(int, char **argv) { in.open(argv[1]); theirs.open(argv[2]); ours.open(argv[3]); }
inline int number(std::istream &from) { int n; if (!(from >> n)) std::exit(2); return n; }
[[noreturn]] inline void finish(int code, const std::string &words) { std::cerr << words; std::exit(code); }
`

it('compiles a checker with the testlib.h of the package', async () => {
  const { question, notes } = await checked({
    'problem.xml': xml(plain, ownChecker),
    'files/check.cpp': checkerCode,
    'files/testlib.h': header,
  })
  expect(question).toMatchObject({
    status: 'published',
    solutions: [{ verdict: 'accepted' }, { verdict: 'wrong_answer', message: 'given 2' }, { verdict: 'wrong_answer' }],
  })
  expect(notes).toEqual([])
})

it('runs lcmp, which compares the words of each line, because no comparison here does', async () => {
  const { question, notes } = await checked({
    'problem.xml': xml(plain, ownChecker.replace('<checker', '<checker name="std::lcmp.cpp"')),
    'files/check.cpp': checkerCode,
    'files/testlib.h': header,
    'solutions/a.py': 'print(" ", 2 * int(input()))',
  })
  expect(question).toMatchObject({
    comparison: 'checker',
    status: 'published',
    solutions: [{ verdict: 'accepted' }, { verdict: 'wrong_answer' }, { verdict: 'wrong_answer' }],
  })
  expect(notes).toEqual([])
})

it('says what to do if testlib.h is not in the package', async () => {
  const { question, notes } = await checked({
    'problem.xml': xml(plain, ownChecker),
    'files/check.cpp': checkerCode,
  })
  expect(notes).toEqual([
    'files/check.cpp includes testlib.h, which is not in the package. testlib.h is published by its author and not part of Examhall. Add it to its files',
  ])
  expect(question).toMatchObject({ status: 'draft', checker_failure: expect.stringContaining('testlib.h') })
})

it.each<[string, Files, RegExp]>([
  [
    'tests are missing',
    { 'problem.xml': xml(`${plain.replace('</tests>', '<test/></tests>')}`, words) },
    /download the full package/,
  ],
  ['the XML has a document type', { 'problem.xml': '<!DOCTYPE a><problem/>' }, /document type/],
  ['the XML is broken', { 'problem.xml': '<problem>' }, /problem\.xml cannot be read/],
])('refuses a package if %s', async (_what, changed, sentence) => {
  const world = await createWorld()
  const bytes = archive({ ...files, ...changed })
  expect(await refusalOf(importPackage(world.platform, world.admin, { name: 'a.zip', bytes }))).toMatch(sentence)
})
