import { afterAll, beforeAll, describe } from 'vitest'
import { openJudge } from '#tests/judge/judging.ts'
import { expectContained } from './contained.ts'

describe.runIf(process.getuid?.() === 0)('attacks on a judge that root has started', () => {
  // What must not be found in any sandbox.
  process.env.EXAMHALL_SECRET = 'not-for-programs'
  const judge = openJudge()
  beforeAll(() => judge.languages())
  afterAll(() => judge.close())
  expectContained(() => judge)
})
