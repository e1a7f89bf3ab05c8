import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { JudgeDied, JudgeError } from '#server/judge/types.ts'
import { openJudge, submit } from './judging.ts'
import { descendantsOf, expectGone, waitForProgram } from './processes.ts'

const forks = '#include <unistd.h>\nint main(void) { setsid(); for (int i = 0; i < 5; i++) fork(); for (;;) pause(); }'
const patient = { timeMs: 60_000, memoryMb: 64 }

describe('killing the judge with SIGKILL', () => {
  const judge = openJudge()
  afterEach(() => judge.close())

  it('fails the running job, leaves no process behind, and does not affect the next job', async () => {
    const lost = submit(judge, 'c', forks, [{ input: '' }], patient)
    const refused = expect(lost).rejects.toThrow(JudgeError)
    await waitForProgram(() => judge.pid, 'main')
    const pid = judge.pid ?? 0
    const below = descendantsOf(pid)
    process.kill(pid, 'SIGKILL')
    await refused
    await expectGone(below)

    const again = await submit(judge, 'python', 'print(1)', [{ input: '', expected: '1' }])
    expect(again).toMatchObject({ kind: 'judged', cases: [{ verdict: 'accepted' }] })
    expect(judge.pid).not.toBe(pid)
  })
})

describe('stopping the judge with SIGSTOP', () => {
  const judge = openJudge()
  afterEach(async () => {
    vi.useRealTimers()
    await judge.close()
  })

  it('restarts it once a job has taken longer than its limits allow, and then judges again', async () => {
    await judge.languages()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stuck = submit(judge, 'c', forks, [{ input: '' }], patient)
    const refused = expect(stuck).rejects.toThrow(JudgeDied)
    await waitForProgram(() => judge.pid, 'main')
    const pid = judge.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    // Its only case may take five times its wall-clock limit of 121 s.
    vi.advanceTimersByTime(605_000)
    expect(judge.pid).toBe(pid)
    vi.advanceTimersByTime(480_000)
    await refused
    vi.useRealTimers()
    const again = await submit(judge, 'python', 'print(1)', [{ input: '', expected: '1' }])
    expect(again).toMatchObject({ kind: 'judged', cases: [{ verdict: 'accepted' }] })
    expect(judge.pid).not.toBe(pid)
  })
})

describe('killing the server with SIGKILL', () => {
  it('ends every sandbox', async () => {
    const server: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'busy-server.ts')], {
      env: { PATH: process.env.PATH, SOURCE: forks },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await waitForProgram(() => server.pid, 'main')
    const below = descendantsOf(server.pid ?? 0)
    // The judge, a sandbox's process 1 with its parent outside, and the programs.
    expect(below.length).toBeGreaterThan(4)
    server.kill('SIGKILL')
    await expectGone(below)
  })
})
