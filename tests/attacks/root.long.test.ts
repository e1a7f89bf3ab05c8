import { accessSync, constants, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openJudge } from '#tests/judge/judging.ts'
import { expectContained } from './contained.ts'

/** Programs that print the mounts they can see. */
const readers = {
  c: '#include <stdio.h>\nint main(void) { FILE *mounts = fopen("/proc/self/mountinfo", "r"); for (int one; (one = getc(mounts)) != EOF;) putchar(one); }',
  python: "print(open('/proc/self/mountinfo').read())",
  java: 'import java.nio.file.*; class Main { public static void main(String[] a) throws Exception { System.out.print(Files.readString(Path.of("/proc/self/mountinfo"))); } }',
}

const dropCaches = '/proc/sys/vm/drop_caches'

function mayDropCaches() {
  try {
    accessSync(dropCaches, constants.W_OK)
    return true
  } catch {
    return false
  }
}

describe.runIf(process.getuid?.() === 0)('a judge started by root', () => {
  // Programs must not see this variable.
  process.env.EXAMHALL_SECRET = 'not-for-programs'
  const judge = openJudge()
  beforeAll(() => judge.languages())
  afterAll(() => judge.close())
  expectContained(() => judge)

  it.each(Object.keys(readers) as (keyof typeof readers)[])(
    'shows a program in %s only system folders in mountinfo',
    async (language) => {
      const job = { language, source: readers[language], limits: { timeMs: 1_000, memoryMb: 64 } }
      const outcome = await judge.judge({ ...job, id: `mounts-${language}`, cases: [{ input: '', keep: true }] })
      const lines = (outcome.kind === 'judged' ? (outcome.cases[0]?.output ?? '') : '').trim().split('\n')
      const folders = lines.map((line) => line.split(' ')[3] ?? '')
      expect(folders.filter((folder) => folder.startsWith('/usr/lib')).length).toBeGreaterThan(1)
      const known = /^\/$|^\/(null|zero|full|random|urandom)$|^\/usr\/|^\/var\/cache\/examhall-judge\/[0-9a-f]{12}\//
      expect(folders.filter((folder) => !known.test(folder))).toEqual([])
    },
  )

  it.runIf(mayDropCaches())(
    'stops a program at its memory limit even if its runtime’s pages can be evicted',
    async () => {
      const source = "all = []\nwhile True: all.append('x' * 100000)"
      const verdicts: (string | undefined)[] = []
      for (let round = 0; round < 20; round++) {
        // Python's files must now be read from disk again. The kernel charges their pages to the program.
        writeFileSync(dropCaches, '1')
        const job = { language: 'python' as const, source, limits: { timeMs: 3_000, memoryMb: 64 } }
        const outcome = await judge.judge({ ...job, id: `hungry-${round}`, cases: [{ input: '' }] })
        verdicts.push(outcome.kind === 'judged' ? outcome.cases[0]?.verdict : outcome.kind)
      }
      expect([...new Set(verdicts)]).toEqual(['memory_limit_exceeded'])
    },
  )
})
