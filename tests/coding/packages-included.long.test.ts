import { expect, it } from 'vitest'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { checkedPackage, type Files } from './checked-package.ts'

/** Packages whose submissions are judged together with the files in `include`. */

const doubling: Files = {
  'problem.yaml': 'name: Doubling\n',
  '.timelimit': '2',
  'problem_statement/problem.en.md': 'Write a function that doubles its argument.',
  'data/sample/1.in': '4\n',
  'data/sample/1.ans': '8\n',
  'data/secret/1.in': '-21\n',
  'data/secret/1.ans': '-42\n',
}

const checked = (files: Files) => checkedPackage({ ...doubling, ...files })

const header = 'int twice(int n);\n'
const grader =
  '#include "twice.h"\n#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d\\n", twice(n)); }\n'

it('makes the included main program the driver of its language', async () => {
  const { world, question, notes, verdicts } = await checked({
    'include/cpp/grader.cc': `// Calls twice(n) from main().\n${grader}`,
    'include/cpp/twice.h': header,
    'include/c/grader.c': grader,
    'include/c/twice.h': header,
    'include/java/Grader.java':
      'import java.util.Scanner;\npublic class Grader { public static void main(String[] a) { System.out.println(new Doubling().twice(new Scanner(System.in).nextInt())); } }',
    'submissions/accepted/right.cpp': '#include "twice.h"\nint twice(int n) { return 2 * n; }\n',
    'submissions/accepted/right.c': '#include "twice.h"\nint twice(int n) { return n + n; }\n',
    'submissions/accepted/Doubling.java': 'public class Doubling { int twice(int n) { return 2 * n; } }',
    'submissions/wrong_answer/positive.cpp': '#include "twice.h"\nint twice(int n) { return n < 0 ? 0 : 2 * n; }\n',
  })
  expect(notes).toEqual([])
  expect(verdicts).toEqual(['accepted', 'accepted', 'accepted', 'wrong_answer'])
  expect(question.status).toBe('published')
  expect(question.templates).toMatchObject([
    { language: 'java', has_driver: true, files: [] },
    { language: 'cpp', has_driver: true, files: [{ name: 'twice.h', content: header }] },
    { language: 'c', has_driver: true, files: [{ name: 'twice.h', content: header }] },
  ])

  // The files are the same after an export and an import.
  const exported = await world.call(world.admin).coding.exportPackage({ id: question.id })
  const bytes = Buffer.from(await exported.arrayBuffer())
  const again = await importPackage(world.platform, world.admin, { name: 'problem.zip', bytes })
  expect(again.question.templates).toEqual(question.templates)
})

it('adds libraries and data to every submission, in place of files with the same name', async () => {
  const { notes, verdicts } = await checked({
    'problem.yaml': 'name: Doubling\nproblem_format_version: 2023-07-draft\nconstants: {factor: 2}\n',
    'include/default/factor.txt': '3\n',
    'include/default/read.txt': 'main() reads me\n',
    'include/cpp/library.cpp': '#include <cstdio>\nvoid print(int n) { printf("%d\\n", n); }\n',
    'include/cpp/library.h': '#define FACTOR {{factor}}\nvoid print(int n);\n',
    'include/python3/factor.txt': '{{factor}}\n',
    'include/python3/factors.py': 'two = int(open("factor.txt").read())\n',
    'submissions/accepted/library.cpp':
      '#include "library.h"\n#include <cstdio>\nint main() { int n; scanf("%d", &n); print(FACTOR * n); }\n',
    'submissions/accepted/module.py': 'from factors import two\nprint(two * int(input()))\n',
    'submissions/accepted/own/main.py': 'from factors import two\nprint(two * int(input()))\n',
    'submissions/accepted/own/factors.py': 'two = 5\n',
    'submissions/wrong_answer/default.cpp':
      '#include <fstream>\n#include <iostream>\nint main() { int factor, n; std::ifstream("factor.txt") >> factor; std::cin >> n; std::cout << factor * n; }\n',
  })
  expect(notes).toEqual([])
  expect(verdicts).toEqual(['accepted', 'accepted', 'accepted', 'wrong_answer'])
})

it('says which included files cannot be used', async () => {
  const { question, notes } = await checked({
    'include/javascript/library.js': 'function double(n) { return 2 * n }',
    'include/cobol/library.cob': 'x',
    'include/cpp/main.cpp': '#include "solution.cpp"\nint main() { return 0; }\n',
    'include/cpp/solution.cpp': 'int x;\n',
    'include/rust/data.bin': '\0',
    'include/go/nothing.go': '',
    'submissions/accepted/right.py': 'print(2 * int(input()))',
  })
  expect(notes).toEqual([
    'include/cobol was not used. Its language is not supported',
    'include/javascript was not used for JavaScript. JavaScript programs cannot have other files',
    'include/cpp was not used for C++. The name solution.cpp is taken by the program itself',
    'include/rust was not used for Rust. data.bin: This file contains NUL bytes, so it is not text',
  ])
  expect(question.templates).toBeUndefined()
})
