import { describe, expect, it } from 'vitest'
import { JobFollower, type JobView } from '#client/features/coding/model/job-follower.ts'
import { ApiError } from '#client/lib/errors.ts'
import type { JobProgress } from '#shared/coding/submissions.schema.ts'

const at = (state: JobProgress['state'], fields: Partial<JobProgress> = {}): JobProgress => ({
  jobId: 'job',
  kind: 'submission',
  state,
  place: 0,
  total: 2,
  testResults: [],
  ...fields,
})

/** A remote judge, and a clock controlled by the test. */
function world({ poll }: { poll?: () => Promise<JobProgress> } = {}) {
  const streams: { progress: (progress: JobProgress) => void; end: (error?: unknown) => void; closed: boolean }[] = []
  const timers: { due: number; run: () => void }[] = []
  let now = 0
  let view: JobView | undefined
  const follower = new JobFollower(
    {
      subscribe: (_id, on) => {
        const stream = { ...on, closed: false }
        streams.push(stream)
        return () => {
          stream.closed = true
        }
      },
      ...(poll && { poll }),
      later: (ms, run) => {
        const timer = { due: now + ms, run }
        timers.push(timer)
        return () => {
          const place = timers.indexOf(timer)
          if (place >= 0) timers.splice(place, 1)
        }
      },
    },
    'job',
    (next) => {
      view = next
    },
  )
  follower.start()
  const pass = async (ms: number) => {
    const until = now + ms
    for (;;) {
      const next = timers.filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0]
      if (!next) break
      now = next.due
      timers.splice(timers.indexOf(next), 1)
      next.run()
      await new Promise((resolve) => setImmediate(resolve))
    }
    now = until
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { follower, streams, timers, pass, view: () => view }
}

describe('following a job', () => {
  it('forwards the stream, and ends with it', () => {
    const { streams, timers, view } = world()
    streams[0]?.progress(at('queued', { place: 3 }))
    expect(view()).toMatchObject({ connection: 'live', progress: { place: 3 } })
    streams[0]?.progress(at('judging'))
    streams[0]?.progress(at('done'))
    expect(view()?.progress?.state).toBe('done')
    expect(streams[0]?.closed).toBe(true)
    expect(timers).toEqual([])
    streams[0]?.progress(at('judging'))
    streams[0]?.end()
    expect(view()?.progress?.state).toBe('done')
  })

  it('reopens a broken or silent stream', async () => {
    const { streams, pass, view } = world()
    streams[0]?.progress(at('queued'))
    streams[0]?.end(new ApiError('NETWORK', ''))
    await pass(500)
    expect(streams).toHaveLength(2)
    streams[1]?.progress(at('judging'))
    await pass(12_500)
    expect(streams[1]?.closed).toBe(true)
    await pass(500)
    expect(streams).toHaveLength(3)
    streams[2]?.progress(at('done'))
    expect(view()?.progress?.state).toBe('done')
  })

  it('polls without a stream', async () => {
    const answers = [at('judging'), at('judging'), at('done')]
    const { streams, pass, view } = world({ poll: async () => answers.shift() ?? at('done') })
    streams[0]?.end()
    await pass(500)
    streams[1]?.end()
    await pass(0)
    expect(view()).toMatchObject({ connection: 'polling', progress: { state: 'judging' } })
    await pass(3_000)
    expect(view()?.progress?.state).toBe('done')
    expect(streams.at(-1)?.closed).toBe(true)
  })

  it('polls for a submission that the restarted server has not queued yet', async () => {
    const { streams, pass, view } = world({ poll: async () => at('queued') })
    streams[0]?.end(new ApiError('NOT_FOUND', 'Job not found'))
    await pass(0)
    expect(view()?.progress?.state).toBe('queued')
    await pass(500)
    streams[1]?.progress(at('done'))
    expect(view()).toMatchObject({ connection: 'live', progress: { state: 'done' } })
  })

  it('gives up on an unknown or unreachable run', async () => {
    const gone = world()
    gone.streams[0]?.end(new ApiError('NOT_FOUND', 'Job not found'))
    expect(gone.view()?.failure).toBe('The connection to the judge was lost. Please try again.')
    const silent = world()
    for (let n = 0; n < 20 && !silent.view()?.failure; n++) {
      silent.streams.at(-1)?.end()
      await silent.pass(5_000)
    }
    expect(silent.view()?.failure).toBe('The connection to the judge was lost. Please try again.')
    expect(silent.streams.length).toBeLessThan(12)
  })

  it('stops immediately on sign-out or on request', async () => {
    const out = world({ poll: async () => at('judging') })
    out.streams[0]?.end(new ApiError('UNAUTHENTICATED', 'Please sign in again'))
    expect(out.view()?.failure).toBe('Please sign in again')
    const left = world({ poll: async () => at('judging') })
    left.follower.stop()
    expect(left.streams[0]?.closed).toBe(true)
    await left.pass(60_000)
    expect(left.view()).toBeUndefined()
  })
})
