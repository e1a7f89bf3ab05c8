import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLanguages } from '#server/features/coding/bank/bank.ts'
import { onlyMeasured } from '#server/judge/types.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import type { Role } from '#shared/roles.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { openJudgeAsUser } from './as-user.ts'
import { expectContained } from './contained.ts'

describe('a judge started by an ordinary user', () => {
  const judge = openJudgeAsUser()
  beforeAll(() => judge.languages())
  afterAll(() => judge.close())
  expectContained(() => judge)

  it('warns staff, but not students, that limits are approximate', async () => {
    const app = { judge, judgePool: { offered: judge.languages } as Services['judgePool'] } as Services
    const asked = async (role: Role) => (await getLanguages(app, { role } as Actor)).warning
    expect((await judge.sandbox()).memory).toBe('measured')
    for (const role of ['master_admin', 'college_admin', 'faculty'] as const)
      expect(await asked(role)).toBe(onlyMeasured)
    expect(await asked('student')).toBeUndefined()
  })
})

it('judges for a server with a lower priority than its own', async () => {
  const judge = openJudgeAsUser(15)
  afterThisTest(() => judge.close())
  expect(await judge.sandbox()).toEqual(expect.objectContaining({ works: true }))
})
