import { expect } from 'vitest'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { createWorld } from '#tests/support/world.ts'
import { archive } from './archives.ts'

export type Files = Record<string, string | Buffer>

/** Imports a problem package into a new server, and waits until its solutions are judged. */
export async function checkedPackage(files: Files) {
  const world = await createWorld()
  const file = { name: 'problem.zip', bytes: archive(files) }
  const { question, notes } = await importPackage(world.platform, world.admin, file)
  const read = async () => (await world.call(world.admin).coding.get({ id: question.id })).question
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).not.toBe('checking')
  const checked = await read()
  return { world, question: checked, notes, verdicts: (checked.solutions ?? []).map(({ verdict }) => verdict) }
}
