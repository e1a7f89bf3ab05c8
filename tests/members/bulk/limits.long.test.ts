import { expect, it } from 'vitest'
import { readPeople } from '#server/platform/spreadsheet/spreadsheet.ts'
import { DomainError } from '#shared/errors.ts'
import { createWorld } from '#tests/support/world.ts'
import { rowXml, sheetXml, xlsxFromXml } from './packages.ts'
import { header, refusalBy, studentRow, studentsBook, upload } from './sheets.ts'

const limits = { heapMegabytes: 384, milliseconds: 30_000 }
const small = studentsBook(studentRow(1))
const copyRows = 'Copy its rows into a new workbook and upload that'

/** A small file that unpacks to 84 MB of merged cells. */
const merges = `<mergeCells>${'<mergeCell ref="A2:B3"/>'.repeat(3_500_000)}</mergeCells>`
const heavy = xlsxFromXml(sheetXml(rowXml(1, header.student), { after: merges }))

it('gives up on a file that takes too long, and reads the next one', async () => {
  const startedAt = performance.now()
  expect(await refusalBy(() => readPeople(heavy, 'student', { ...limits, milliseconds: 700 }))).toBe(
    `VALIDATION This file takes too long to read. ${copyRows}`,
  )
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect((await readPeople(small, 'student')).rows).toHaveLength(1)
})

it('ends only the child process for a file that takes too much memory', async () => {
  const world = await createWorld()
  const { admin } = await world.college()
  expect(heavy.length).toBeLessThan(1_000_000)
  const [answer, others] = await Promise.all([
    upload(world, heavy, { as: admin }),
    world.rest('GET', '/auth/me', { as: admin }),
  ])
  expect(others.status).toBe(200)
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'file' }] } })
  expect(answer.body.errors[0].message).toMatch(/^This file takes too (much memory|long) to read\./)
  expect((await upload(world, small, { as: admin })).body).toMatchObject({ successful: 1 })
})

it('survives one huge allocation with a heap too small for it', async () => {
  const tight = { heapMegabytes: 16, milliseconds: 100_000 }
  expect(await refusalBy(() => readPeople(heavy, 'student', tight))).toBe(
    `VALIDATION This file takes too much memory to read. ${copyRows}`,
  )
})

it('queues simultaneous files, and asks clients to retry later when the queue is full', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      readPeople(small, 'student').then(
        ({ rows }) => rows.length,
        (error: unknown) => (error instanceof DomainError ? [error.code, error.retryAfter] : error),
      ),
    ),
  )
  expect(answers.filter((answer) => answer === 1)).toHaveLength(22)
  expect(answers.filter((answer) => answer !== 1)).toEqual(Array.from({ length: 8 }, () => ['TOO_MANY_REQUESTS', 60]))
  expect((await readPeople(small, 'student')).rows).toHaveLength(1)
})
