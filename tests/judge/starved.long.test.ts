import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openJudge, verdictsOf } from './judging.ts'

/** Verdicts on a machine whose processors have far too much to do. */

const judge = openJudge()
let others: ChildProcess[] = []

beforeAll(async () => {
  await judge.languages()
  // Each in a session of its own, because the scheduler may share processors between sessions.
  const busy = () => spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore', detached: true })
  others = Array.from({ length: 14 * availableParallelism() }, busy)
})
afterAll(async () => {
  for (const other of others) other.kill('SIGKILL')
  await judge.close()
})

const limits = { timeMs: 500, memoryMb: 64 }
const start = '#include <stdio.h>\n#include <time.h>\n#include <unistd.h>\n'

describe('on a starved machine', () => {
  it('a program that waits for a processor keeps its CPU time', async () => {
    const computes = `${start}int main(void) { while (clock() < 0.35 * CLOCKS_PER_SEC); puts("done"); }`
    expect(await verdictsOf(judge, 'c', computes, [{ input: '', expected: 'done' }], limits)).toEqual(['accepted'])
  })

  it('a program that sleeps is still stopped', async () => {
    const began = performance.now()
    const sleeps = `${start}int main(void) { sleep(300); puts("done"); }`
    const verdicts = await verdictsOf(judge, 'c', sleeps, [{ input: '', expected: 'done' }], limits)
    expect(verdicts).toEqual(['time_limit_exceeded'])
    expect(performance.now() - began).toBeLessThan(60_000)
  })

  it('a program that computes too long is still stopped', async () => {
    const endless = `${start}int main(void) { for (;;); }`
    expect(await verdictsOf(judge, 'c', endless, [{ input: '' }], limits)).toEqual(['time_limit_exceeded'])
  })
})
