import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHall, type Hall } from '#server/cluster/hall.ts'
import { Lease } from '#server/cluster/lease.ts'
import { start } from '#server/cluster/position.ts'
import { Replica } from '#server/cluster/replica.ts'
import { type Announcement, Standby } from '#server/cluster/standby.ts'
import { Tail } from '#server/cluster/tail.ts'
import { SteadyClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { startNats } from '#tests/support/nats.ts'

const hour = 3_600_000

let hall: Hall
let standby: Standby
let files = 0

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-standby-'))
  const { nodes, url } = await startNats(folder, 1)
  const none = { credsFile: undefined, nkeyFile: undefined, caFile: undefined }
  const servers = [url.replace('nats://', '')]
  hall = await createHall({ ...none, servers, name: 'hall', node: 'leader', withoutQuorum: 'wait' }, 1)
  const lease = await Lease.take(hall, 0, () => {})
  const replica = new Replica(join(folder, 'copy.db'), { ...start, term: 2 })
  files = 0
  standby = new Standby({
    hall,
    replica,
    tail: new Tail(),
    log: createLogger('silent'),
    received: async () => {},
    startTerm: async () => {},
    lost: () => {},
    disk: () => {},
    filesChanged: () => {
      files++
    },
  })
  const followed = standby.follow()
  afterThisTest(async () => {
    standby.stop()
    await followed
    await lease.release()
    await hall.connection.close()
    replica.close()
    for (const node of nodes) await node.kill()
    rmSync(folder, { recursive: true })
  })
})

const announce = (what: Partial<Announcement>) =>
  hall.connection.publish(hall.names.end, JSON.stringify({ sequence: 0, term: 2, clock: 0, files: 0, ...what }))

describe('a standby that receives announcements', () => {
  it('continues the leader’s clock, even if its own is an hour ahead', async () => {
    const leaderTime = Date.now() - hour
    announce({ clock: leaderTime })
    await expect.poll(() => standby.leaderClock).toBeGreaterThanOrEqual(leaderTime)
    const clock = new SteadyClock(undefined, undefined, standby.leaderClock)
    expect(clock.now() - leaderTime).toBeLessThan(60_000)
    expect(clock.jumped()).toBeGreaterThan(hour - 60_000)
  })

  it('knows its age and lag, and ignores a leader of an earlier term', async () => {
    expect(standby.age).toBeUndefined()
    hall.connection.publish(hall.names.end, 'not JSON')
    announce({})
    await expect.poll(() => standby.age).toBeLessThan(10)
    announce({ sequence: 7 })
    await expect.poll(() => standby.lag).toBe(7)
    announce({ sequence: 99, term: 1 })
    announce({ files: 3 })
    await expect.poll(() => files).toBeGreaterThan(1)
    expect(standby.lag).toBe(0)
  })
})
