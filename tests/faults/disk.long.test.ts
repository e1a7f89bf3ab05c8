import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '#tests/support/process.ts'
import { type Disk, fill, mountDisk, whyNoDisk } from './disks.ts'
import { degraded, healthOf, logOf, takeSeat, well } from './exam-student.ts'

const reason = whyNoDisk()

describe.skipIf(reason !== undefined)(
  `a disk that fails${reason ? ` (skipped: ${reason})` : ''}`,
  { timeout: 180_000 },
  () => {
    let disk: Disk
    const servers: ServerProcess[] = []
    const start = async () => {
      const server = await startServer(disk.path, 'serve', { LOG_LEVEL: 'info' })
      servers.push(server)
      return server
    }
    beforeEach(() => {
      disk = mountDisk(32)
    })
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.kill()
      disk.end()
    })

    it('makes saves fail when it is full, is reported, loses nothing, and recovers once it has space', async () => {
      const server = await start()
      const seat = await takeSeat(server.url)
      for (let n = 0; n < 20; n++) expect(await seat.save(server.url)).toBe(200)
      const filler = fill(disk.path)
      const statuses: number[] = []
      // Writes that fit into the existing WAL still succeed.
      await expect
        .poll(async () => statuses.push(await seat.save(server.url)) && statuses.at(-1), {
          timeout: 30_000,
          interval: 1,
        })
        .toBe(500)
      await expect.poll(() => healthOf(server)).toEqual(degraded('disk_full'))
      await expect
        .poll(() => logOf(server, 'disk_full')[0])
        .toContain('The disk is full. Nothing can be saved until space is freed.')
      await seat.expectKept(server.url)

      rmSync(filler)
      await expect.poll(() => seat.save(server.url), { timeout: 10_000 }).toBe(200)
      await expect.poll(() => healthOf(server)).toEqual(well)
      await expect.poll(() => logOf(server, 'disk_full').at(-1)).toContain('Resolved')
      await server.kill()
      const again = await start()
      await seat.expectKept(again.url)
    })

    it('makes saves fail when it is read-only, is reported, still serves data, and loses nothing', async () => {
      const server = await start()
      const seat = await takeSeat(server.url)
      for (let n = 0; n < 20; n++) expect(await seat.save(server.url)).toBe(200)
      disk.giveUp()
      await expect.poll(() => seat.save(server.url), { timeout: 10_000 }).toBe(500)
      await expect.poll(async () => (await healthOf(server)).status).toBe(503)
      const { reasons } = (await healthOf(server)).body
      expect(['disk_error', 'disk_read_only']).toContain(reasons[0])
      await expect.poll(() => logOf(server, reasons[0])).not.toEqual([])
      const overview = await fetch(`${server.url}/api/tests/student/assigned`, {
        headers: { authorization: `Bearer ${seat.student}` },
      })
      expect(overview.status).toBe(200)

      await server.kill()
      disk.again()
      const again = await start()
      await seat.expectKept(again.url)
    })
  },
)
