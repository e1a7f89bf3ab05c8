import { expect, it } from 'vitest'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { createWorld } from '#tests/support/world.ts'
import { archive } from './archives.ts'

const base = {
  'problem.yaml': 'name: Doubling\n',
  'problem_statement/problem.en.md': 'Double the number.',
  'data/sample/1.in': '1\n',
  'data/sample/1.ans': '2\n',
  'data/secret/big/2.in': '200\n',
  'data/secret/big/2.ans': '400\n',
}

async function notesOf(files: Record<string, string>) {
  const world = await createWorld()
  const file = { name: 'doubling.zip', bytes: archive({ ...base, ...files }) }
  return (await importPackage(world.platform, world.admin, file)).notes
}

const upTo = (most: string) => `
import re, sys
line = sys.stdin.readline()
if not re.fullmatch('[1-9][0-9]*\\n', line) or sys.stdin.readline() != '':
    print('one number per line')
    sys.exit(43)
if int(line) > int(${most}):
    print(f'{int(line)} is too large\\nand more')
    sys.exit(1)
sys.exit(42)
`

it.each<[string, Record<string, string>, string[]]>([
  ['accepts valid cases silently', { 'input_validators/check.py': upTo('1000') }, []],
  [
    'names the rejected cases, with the first line of the reason',
    { 'input_format_validators/check/check.py': upTo('100') },
    ['data/secret/big/2.in is rejected by input_format_validators/check: 200 is too large'],
  ],
  [
    'counts a failed assertion as a rejection',
    {
      'input_validator/validate.cpp':
        '#include "own.h"\nint main() { int n; std::cin >> n; assert(n < 100); return 42; }',
      'input_validator/own.h': '#include <cassert>\n#include <iostream>\n',
    },
    [expect.stringMatching(/^data\/secret\/big\/2\.in is rejected by input_validator: .*Assertion `n < 100' failed/)],
  ],
  [
    'passes the flags of test groups',
    {
      'input_validators/check.py': upTo('sys.argv[1]'),
      'data/testdata.yaml': 'input_validator_flags: 10',
      'data/secret/big/testdata.yaml': 'input_validator_flags: "1000"',
    },
    [],
  ],
  [
    'reports a validator that does not compile',
    { 'input_validators/a.c': 'int main(' },
    [expect.stringMatching(/^input_validators\/a\.c could not be run: main\.c:1:1: error:/)],
  ],
  [
    'notes rules that are not programs',
    { 'input_validators/format.ctd': 'INT(1, 100) NEWLINE EOF', 'input_validators/b/check.viva': 'x' },
    [
      'input_validators/b was not run: it is rules for VIVA, which is not supported',
      'input_validators/format.ctd was not run: it is rules for checktestdata, which is not supported',
    ],
  ],
  [
    'notes a build script',
    { 'input_validators/c/build': 'make', 'input_validators/c/check.py': 'x' },
    ['input_validators/c was not run: it is an input validator with a build or run script'],
  ],
])('%s', async (_what, files, expected) => {
  expect(await notesOf(files)).toEqual(expected)
})
