import { describe, expect, it } from 'vitest'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { findResults } from '#server/features/reports/items/usage.ts'
import { createServices } from '#server/services.ts'
import { createWorld } from '#tests/support/world.ts'
import { archive } from './archives.ts'

/** Services with a judge that has no Haskell. Otherwise it is the real one. */
async function withoutHaskell() {
  const world = await createWorld()
  const { judge: real } = world.platform
  const judge = {
    ...real,
    languages: async () =>
      (await real.languages()).map((status) =>
        status.language === 'haskell'
          ? { language: status.language, available: false, reason: 'ghc is missing' }
          : status,
      ),
  }
  const services = createServices(world.platform, judge, findResults)
  const { coding } = world.call(world.admin)
  const imported = async (files: Record<string, string>) => {
    const base = { 'problem.yaml': 'name: Doubling\n', 'problem_statement/problem.en.md': 'Double.', '.timelimit': '2' }
    const cases = { 'data/sample/1.in': '1\n', 'data/sample/1.ans': '2\n' }
    const bytes = archive({ ...base, ...cases, ...files })
    const { question, notes } = await importPackage(services, world.admin, { name: 'doubling.zip', bytes })
    const read = async () => (await coding.get({ id: question.id })).question
    await expect.poll(async () => (await read()).status).toBe('draft')
    return { ...(await read()), notes }
  }
  return { world, services, imported }
}

const double = 'print(2 * int(input()))\n'
const inHaskell = 'main = interact (show . (* 2) . read)\n'
const reason = 'Haskell is not available here: ghc is missing'

describe('checking a package with a program in a language that is off', () => {
  it('says so for that solution, and checks the others', async () => {
    const { imported } = await withoutHaskell()
    const { solutions } = await imported({
      'submissions/accepted/a.hs': inHaskell,
      'submissions/accepted/b.py': double,
      'submissions/wrong_answer/c.py': 'print(7)\n',
    })
    expect(solutions).toMatchObject([
      { language: 'haskell', verdict: 'internal_error', message: reason },
      { language: 'python', verdict: 'accepted' },
      { language: 'python', verdict: 'wrong_answer' },
    ])
  })

  it('says so for a checker', async () => {
    const { imported } = await withoutHaskell()
    const { checker_failure } = await imported({
      'problem.yaml': 'name: Doubling\nvalidation: custom\n',
      'output_validators/check.hs': inHaskell,
      'submissions/accepted/b.py': double,
    })
    expect(checker_failure).toBe(reason)
  })

  it('says so for an input validator', async () => {
    const { imported } = await withoutHaskell()
    const { notes } = await imported({
      'input_validators/check.hs': inHaskell,
      'submissions/accepted/b.py': 'print(7)\n',
    })
    expect(notes).toContain(`input_validators/check.hs was not run: ${reason}`)
  })
})

it('runs a person’s other jobs while one waits for a machine that has its language', async () => {
  const { services } = await withoutHaskell()
  const queue = services.judgeQueue
  const program = { limits: { timeMs: 1_000, memoryMb: 64 }, comparison: { kind: 'lines' } as const, cases: [] }
  const ran: string[] = []
  const task = (id: string, first: 'haskell' | 'python') => ({
    ...{ id, owner: 'author', kind: 'check' as const, total: 0 },
    execute: async ({ judge }: Parameters<Parameters<typeof queue.add>[0]['execute']>[0]) => {
      await judge({ ...program, language: first, source: first === 'python' ? double : inHaskell })
      ran.push(id)
      return {}
    },
  })
  queue.add(task('waits', 'haskell'))
  queue.add(task('runs', 'python'))
  await queue.finished('author', 'runs')
  expect(ran).toEqual(['runs'])
  expect(queue.counts).toEqual({ waiting: 1, running: 0 })
  await queue.stop()
})
