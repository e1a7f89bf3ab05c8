import { expect } from 'vitest'
import type { FoundItem } from '#server/features/bank/formats/found.ts'
import { UnreadableFile } from '#server/features/bank/formats/found.ts'
import { readSheet } from '#server/features/bank/formats/sheet.ts'
import type { SheetOptions } from '#server/features/bank/formats/sheet-bank.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'

/** Reads all items, and validates every reading. */
export async function all(items: AsyncIterable<FoundItem>): Promise<FoundItem[]> {
  const found: FoundItem[] = []
  for await (const item of items) {
    for (const { question } of item.readings) bankQuestionForm.parse({ subject: 'Technical', ...question })
    found.push(item)
  }
  return found
}

/** Reads rows of cells; the first is row 1. */
export const sheet = (rows: readonly (readonly string[])[], options: SheetOptions = {}) =>
  all(
    readSheet(
      rows.map((cells, at) => ({ row: at + 1, cells })),
      options,
    ),
  )

/** Reads the only row below a header. */
export async function row(header: string, cells: readonly string[], options: SheetOptions = {}): Promise<FoundItem> {
  const items = await sheet([header.split(','), cells], options)
  expect(items).toHaveLength(1)
  return items[0] as FoundItem
}

/** The question of an item with one reading. */
export function question(item: FoundItem | undefined) {
  expect(item).toMatchObject({ readings: [{ label: '' }] })
  return item?.readings[0]?.question
}

export const lossesOf = (item: FoundItem | undefined) => item?.readings[0]?.losses ?? []

/** The error message for an unreadable file. */
export async function unreadable(items: AsyncIterable<FoundItem>): Promise<string> {
  try {
    await all(items)
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    throw error
  }
  return 'readable'
}
