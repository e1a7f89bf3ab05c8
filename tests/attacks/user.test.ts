import { afterAll, beforeAll, describe } from 'vitest'
import { openJudgeAsUser } from './as-user.ts'
import { expectContained } from './contained.ts'

describe('attacks on a judge that an ordinary user has started', () => {
  const judge = openJudgeAsUser()
  beforeAll(() => judge.languages())
  afterAll(() => judge.close())
  expectContained(() => judge)
})
