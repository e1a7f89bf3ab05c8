import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { aCollege } from '#tests/factories/forms.ts'
import { type Disk, fill, mountDisk, whyNoDisk } from '#tests/faults/disks.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { signIn } from '#tests/support/prepare-test.ts'
import { api } from '#tests/support/process.ts'
import { startHall } from './hall.ts'
import type { HallNode } from './hall-node.ts'

const reason = whyNoDisk()

/** Starts a hall of two servers, each with its own disk. */
async function startHallOnDisks() {
  const disks = [mountDisk(160), mountDisk(160)] as [Disk, Disk]
  const hall = await startHall(
    2,
    1,
    {},
    disks.map(({ path }) => path),
  )
  // Runs after the hall's own cleanup has ended the servers.
  afterThisTest(async () => {
    for (const disk of disks) disk.end()
  })
  const leader = await hall.leader()
  const other = hall.nodes.find((node) => node !== leader) as HallNode
  await expect.poll(() => other.role(), { timeout: 60_000 }).toBe('standby')
  const admin = await signIn(leader.url, 'admin@localhost', 'first-password')
  const add = async ({ url }: HallNode) =>
    (await api(url, 'POST', '/admin/colleges', admin, aCollege()).catch(() => undefined))?.status
  const untilRefused = async () => expect.poll(() => add(leader), { timeout: 60_000, interval: 1 }).not.toBe(201)
  return { hall, leader, other, add, untilRefused }
}

describe.skipIf(reason !== undefined)(`a leader whose disk is full${reason ? ` (skipped: ${reason})` : ''}`, () => {
  it('lets a standby with space take over', { timeout: 180_000 }, async () => {
    const { hall, leader, other, add, untilRefused } = await startHallOnDisks()
    expect(await add(leader)).toBe(201)
    const filling = fill(leader.dataDir)
    await untilRefused()
    const refusedAt = performance.now()
    expect(await hall.leader(leader)).toBe(other)
    await expect.poll(() => add(other), { timeout: 60_000 }).toBe(201)
    expect(performance.now() - refusedAt).toBeLessThan(10_000)
    expect(leader.printed()).toContain('A standby can take over')
    // It cannot lock its data folder on the full disk, so systemd starts it until there is space.
    await expect.poll(() => leader.printed(), { timeout: 60_000 }).toContain('DATA_DIR is on a full disk')
    rmSync(filling)
    await leader.kill()
    await leader.start()
    await hall.expectSame()
  })

  it('keeps leading if no standby has space, says so, and saves again once it has', { timeout: 180_000 }, async () => {
    const { hall, leader, other, add, untilRefused } = await startHallOnDisks()
    const fillings = [fill(other.dataDir), fill(leader.dataDir)]
    await untilRefused()
    await expect
      .poll(() => leader.printed(), { timeout: 60_000 })
      .toContain('no standby is up to date and has space. It keeps leading')
    expect(await other.role()).toBe('standby')
    for (const filling of fillings) rmSync(filling)
    await expect.poll(() => add(leader), { timeout: 60_000 }).toBe(201)
    await hall.expectSame()
  })
})

describe.skipIf(reason !== undefined)('a standby whose disk is full', () => {
  it('says so, and catches up once it has space', { timeout: 180_000 }, async () => {
    const { hall, leader, other, add } = await startHallOnDisks()
    const filling = fill(other.dataDir)
    const says = async () => {
      expect(await add(leader)).toBe(201)
      return other.printed()
    }
    await expect.poll(says, { timeout: 90_000, interval: 1 }).toContain('The disk of this standby accepts no writes')
    const metrics = async () => (await fetch(`${other.url}/metrics`)).text()
    expect(await metrics()).toContain('examhall_health_reason{reason="disk_full"} 1')
    rmSync(filling)
    await hall.expectSame()
    await expect.poll(metrics, { timeout: 20_000 }).not.toContain('reason="disk_full"')
  })
})
