import { afterAll, expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import { type ListedProcedure, listProcedures } from '#server/rest/procedures.ts'
import { type DomainError, errorTable, sentences } from '#shared/errors.ts'
import { type Role, roles } from '#shared/roles.ts'
import { preparedWorlds, type RestAnswer, type World } from '#tests/support/world.ts'
import { otherCollegeText, twoColleges } from './campus.ts'
import { inputOf, matrix, type Rule } from './matrix.ts'

const denied = 'Access denied. You do not have permission to access this resource.'
/** Number of test files that share the procedures, so that they run side by side. */
const shares = 3

const procedures = listProcedures()
const worlds = preparedWorlds((world) => twoColleges(world))
let checks = 0

/** Calls a procedure without a REST path through a tRPC caller. A stream succeeds if it opens. */
async function callTyped(world: World, name: string, input: Record<string, unknown>, as?: Actor) {
  type Calls = { [part: string]: Calls } & ((input: unknown) => unknown)
  const calls = world.call(as ?? null) as unknown as Calls
  const procedure = name.split('.').reduce((found, part) => found[part] as Calls, calls)
  try {
    const answer = await procedure(input)
    const isStream = answer !== null && typeof answer === 'object' && Symbol.asyncIterator in answer
    if (isStream) await (answer as AsyncGenerator).return(undefined)
    return { status: 200, body: (isStream ? {} : answer) as RestAnswer['body'] }
  } catch (error) {
    const { cause, message } = error as { cause?: DomainError; message: string }
    return { status: cause ? errorTable[cause.code].http : 500, body: { message } as RestAnswer['body'] }
  }
}

/** Calls the procedure over REST if it has a path. A required file is sent with an invalid type. */
async function send(world: World, { name, rest }: ListedProcedure, input: Record<string, unknown>, as?: Actor) {
  checks++
  if (!rest) return callTyped(world, name, input, as)
  const rest_: Record<string, unknown> = { ...input }
  const path = rest.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest_[name] ?? 'unknown'
    delete rest_[name]
    return encodeURIComponent(String(value))
  })
  const who = as ? { as } : {}
  if (rest.method === 'GET') {
    const query = new URLSearchParams(Object.entries(rest_).map(([key, value]) => [key, String(value)]))
    return world.rest('GET', `${path}?${query}`, who)
  }
  if (!rest.multipart || rest.multipart.optional) return world.rest(rest.method, path, { ...who, body: rest_ })
  const form = new FormData()
  for (const [key, value] of Object.entries(rest_)) form.append(key, String(value))
  form.append(rest.multipart.part, new Blob(['\u0000\u0001nothing']), 'nothing.bin')
  return world.rest(rest.method, path, { ...who, raw: form })
}

export function checkMatrix() {
  const listed = Object.keys(matrix).sort((a, b) => a.localeCompare(b))
  expect(procedures.map(({ name }) => name)).toEqual(listed)
}

/** Defines the tests of one share of the procedures: `share` is 0, 1 or 2. */
export function testProcedures(share: number) {
  const listedHere = procedures.filter((_, place) => place % shares === share)
  it.each(listedHere.map((listed) => [listed.name, listed] as const))('obeys the matrix: %s', async (name, listed) => {
    const rule: Rule = matrix[name] ?? { roles: [] }
    if (rule.roles === 'public') return
    const { world, own, other, people } = await worlds()
    const input = inputOf(rule)
    const good = (status: number, role: Role) => {
      const answers = rule.answersTo?.[role] ?? rule.answers
      return answers === undefined ? status < 300 : status === answers
    }

    // Anonymous callers and every other role are refused, for either college.
    for (const campus of [own, other]) {
      const made = await input(world, campus)
      expect((await send(world, listed, made)).status, 'anonymous').toBe(401)
      for (const role of roles.filter((role) => !rule.roles.includes(role))) {
        const { status, body } = await send(world, listed, made, people[role])
        expect([role, status, body.message]).toEqual([role, 403, denied])
      }
    }

    if (rule.ownTests) {
      const answer = await send(world, listed, await input(world, own), people.college_admin)
      expect([answer.status, answer.body.message], 'never allowed').toEqual([403, denied])
      for (const { id } of [own, other]) await world.call(world.admin).colleges.setOwnTests({ id, allowed: true })
    }

    for (const role of roles.filter((role) => rule.roles.includes(role))) {
      const as = people[role]
      if (role !== 'master_admin' && rule.other !== undefined && rule.other !== 'none') {
        const { status, body } = await send(world, listed, await input(world, other, role), as)
        if (rule.other === 404) expect([role, status], JSON.stringify(body)).toEqual([role, 404])
        else expect(good(status, role), `${role}: ${status}`).toBe(true)
        expect(JSON.stringify(body), role).not.toMatch(otherCollegeText)
      }
      const made = await input(world, own, role)
      const { status, body } = await send(world, listed, made, as)
      expect(good(status, role), `${role}: ${status} ${JSON.stringify(body).slice(0, 300)}`).toBe(true)
      if (role !== 'master_admin') expect(JSON.stringify(body), role).not.toMatch(otherCollegeText)
      // The owner can reach every college, so only unknown ids return 404.
      else if (rule.other === 404) {
        const ghost = Object.fromEntries(
          Object.entries(await input(world, other, role)).map(([key, value]) => [
            key,
            key === 'id' || key === 'code' ? 'nowhere' : key === 'targetUsers' ? ['nowhere'] : value,
          ]),
        )
        expect((await send(world, listed, ghost, as)).status, 'an unknown id').toBe(404)
      }
      if (rule.ownTests && role === 'college_admin') {
        await world.call(world.admin).colleges.setOwnTests({ id: own.id, allowed: false })
        const { status, body } = await send(world, listed, made, as)
        if (rule.ownTests === 'read') expect(good(status, role), `no longer allowed: ${status}`).toBe(true)
        else expect([status, body.message]).toEqual([403, sentences.ownTestsOff])
      }
    }
  })
  afterAll(() => console.log(`permission matrix: ${listedHere.length} procedures, ${checks} calls`))
}
