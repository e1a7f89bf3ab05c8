import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPackage } from '#server/features/bank/import/source.ts'
import { checkItem } from '#server/features/bank/import/validate.ts'
import { zip } from '#server/platform/zip/write.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'

it('names the levels of a category that a topic cannot have', () => {
  const question = { questionText: 'Is it?', type: 'boolean', correctAnswer: true } as const
  const check = (category: string[]) =>
    checkItem({ title: 'One', category, readings: [{ label: '', question, losses: [] }] })
  expect(check(['a', 'b', 'c', 'd', 'e']).status).toBe('taken')
  expect(check(['Technical', 'a', 'b', 'c', 'd', 'e']).status).toBe('taken')
  expect(check(['a', 'b', 'c', 'd', 'e', 'f']).readings[0]?.losses).toEqual([
    'Its category is cut to the 5 levels and 300 characters of a topic',
  ])
})

it('refuses a file of a package by its unpacked size, before unpacking it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-package-'))
  afterThisTest(async () => rmSync(folder, { recursive: true }))
  const path = join(folder, 'package.zip')
  writeFileSync(path, await zip(new Map([['large.xml', Buffer.alloc(65 * 1024 * 1024)]])))
  const files = await openPackage(path)
  await expect(files.read('large.xml')).rejects.toThrow('The file large.xml is larger than 64 MB')
  await expect(files.read('other.xml')).rejects.toThrow('is missing from the package')
  files.close()
})
