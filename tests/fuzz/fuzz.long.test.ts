import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listProcedures } from '#server/rest/procedures.ts'
import { roles } from '#shared/roles.ts'
import { otherCollegeText, twoColleges } from '#tests/permissions/campus.ts'
import { inputOf, matrix } from '#tests/permissions/matrix.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { type Answered, anyRequest, type Known, type Sent, send } from './requests.ts'
import { leakOf, mayRelease, type Withheld, withhold } from './withheld.ts'

/**
 * Sends random and mutated requests to every procedure as every role. There must be no 500, no other college's data, no
 * withheld data and no memory growth. This is a fixed sample. `npm run fuzz` sends 200,000 new requests each time. A
 * failure prints its seed, and FUZZ_SEED repeats the run.
 */
const count = Number(process.env.FUZZ_REQUESTS ?? 1_000)
const seed = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_REQUESTS ? Date.now() % 1e9 : 1))
/** The number of requests before the colleges are recreated. Requests gradually delete and lock them. */
const perRound = Math.min(count, 1_000)
const perJob = 8

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const megabyte = 1024 * 1024
function heldMegabytes() {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / megabyte
}

type Campuses = Awaited<ReturnType<typeof twoColleges>>

/** Collects valid calls to every procedure for both colleges, and the ids they use. */
async function collectCalls(world: World, { own, other }: Campuses, held: Withheld): Promise<Known> {
  const calls = new Map<string, unknown[]>()
  for (const { name } of listProcedures()) {
    const rule = matrix[name]
    if (!rule) continue
    const inputs: unknown[] = []
    for (const campus of [own, other])
      for (const role of rule.roles === 'public' ? roles : rule.roles) {
        // Some inputs can be created only once, so leave out calls that fail.
        const input = await Promise.resolve(inputOf(rule)(world, campus, role)).catch(() => undefined)
        // Otherwise, the second college's text would reappear as the first college's.
        if (input) inputs.push(JSON.parse(JSON.stringify(input).replace(/zzother/gi, 'Elsewhere')))
      }
    calls.set(name, [...inputs, ...(held.calls.get(name) ?? [])])
  }
  const ids = new Set(JSON.stringify([...calls.values()]).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])
  return { calls, ids: [...ids, ...held.ids, 'unknown'] }
}

/**
 * Creates callers: everyone in the first college, the owner, and two without a valid token. If a caller's session ends,
 * the caller signs in again.
 */
async function createCallers(world: World, { people }: Campuses) {
  const signedIn = roles.map(async (role) => {
    const token = await world.tokenOf(people[role])
    return {
      role: role as string,
      token: token as string | null,
      again: () => world.tokenOf(people[role]).catch(() => null),
      gone: 0,
    }
  })
  const nobody = { role: 'nobody', again: undefined, gone: 0 }
  return [...(await Promise.all(signedIn)), { ...nobody, token: null }, { ...nobody, token: 'x'.repeat(43) }]
}

function failsInWords(text: string): boolean {
  try {
    const { error, message } = JSON.parse(text)
    return typeof error === 'string' && error !== '' && message === error
  } catch {
    return false
  }
}

/** A request's decoded path and body as one string. */
const askedIn = ({ path, body }: Sent) =>
  `${decodeURIComponent(path.replace(/%(?![0-9a-f]{2})/gi, '%25'))}${body?.toString() ?? ''}`

/** The defect in a response, if any. */
function complaint(
  sent: Sent,
  answer: Answered,
  role: string,
  secrets: readonly string[],
  written: readonly string[],
): string | undefined {
  if (answer.status === 0) return 'broke the connection'
  if (answer.status >= 500) return `answered ${answer.status}`
  const isRest = sent.path.startsWith('/api/') && sent.method !== 'HEAD'
  if (isRest && answer.status >= 400 && !failsInWords(answer.text)) return 'failed without an error message'
  const asked = askedIn(sent)
  const leak = leakOf(answer, role, asked)
  if (leak) return `answered with ${leak}`
  if (role === 'master_admin') return undefined
  // A test without a college belongs to the owner, who may offer it to all: a copy, or a deleted college's test.
  if (otherCollegeText.test(answer.text.replace(/ZZother\d* (quiz|mock)/g, '')))
    return "answered with another college's text"
  const leaked = secrets.find(
    (id) => answer.text.includes(id) && !asked.includes(id) && !written.some((body) => body.includes(id)),
  )
  return leaked && `answered with another college's id ${leaked}`
}

it(
  `${count.toLocaleString()} requests cause no 500, no leak of other colleges' or withheld data, and no memory growth`,
  async () => {
    const world = await createWorld()
    const statuses = new Map<number, number>()
    const about = new Set<string>()
    const held: number[] = []
    let asked = 0
    for (let round = 0; asked < count; round++) {
      const campuses = await twoColleges(world, round)
      const { other } = campuses
      const kept = await withhold(world, campuses.own)
      const known = await collectCalls(world, campuses, kept)
      const who = await createCallers(world, campuses)
      const secrets = [other.id, other.admin.id, other.faculty.id, other.student.id, other.accepted, other.pending]
      // Text that someone in the first college typed into a name or batch belongs to that college.
      const written: string[] = []
      const aboutHeld = anyRequest({ calls: kept.calls, ids: kept.ids }, [...kept.calls.keys()])
      const some = fc.oneof({ weight: 4, arbitrary: anyRequest(known) }, { weight: 1, arbitrary: aboutHeld })
      const request = some.chain((sent) => {
        const allowed = who.filter(({ role }) => sent.roles.includes(role))
        const may = fc.constantFrom(...(allowed.length > 0 ? allowed : who))
        return fc.tuple(
          fc.constant(sent),
          fc.oneof({ weight: 3, arbitrary: may }, { weight: 1, arbitrary: fc.constantFrom(...who) }),
        )
      })
      const numRuns = Math.min(perRound, count - asked)
      const requests = fc.sample(request, { numRuns, seed: seed + round })[Symbol.iterator]()
      const failures: string[] = []
      const ask = async () => {
        for (let next = requests.next(); !next.done; next = requests.next()) {
          const [sent, sender] = next.value
          const isWrite = sent.method !== 'GET' && sent.body !== undefined
          if (isWrite && mayRelease(kept, sender.role, askedIn(sent))) continue
          if (isWrite) written.push(String(sent.body))
          const answer = await send(world.url, sent, sender.token)
          if (isWrite && answer.status >= 300) written.splice(written.indexOf(String(sent.body)), 1)
          asked++
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          about.add(sent.about)
          const wrong = complaint(sent, answer, sender.role, secrets, written)
          const body = sent.body?.toString().slice(0, 2_000) ?? ''
          if (wrong)
            failures.push(
              [`${sent.method} ${sent.path} as ${sender.role} ${wrong}`, body, answer.text.slice(0, 500)].join('\n'),
            )
          sender.gone = answer.status === 401 ? sender.gone + 1 : 0
          if (sender.gone > 0 && sender.again) sender.token = await sender.again()
          // A caller that cannot sign in again was locked out or deleted. The next round has new callers.
          if (sender.again && sender.gone > 9) return
        }
      }
      await Promise.all(Array.from({ length: perJob }, ask))
      expect(failures, `FUZZ_SEED=${seed}`).toEqual([])
      held.push(heldMegabytes())
    }
    const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    console.log(
      `FUZZ_SEED=${seed}; ${about.size} procedures; ${counted.join(', ')}; held ${held.map((size) => size.toFixed(0)).join(', ')} MiB`,
    )
    expect(about.size).toBeGreaterThan(Math.min(count / 20, listProcedures().length - 10))
    // Ignore the first rounds, which fill caches.
    const [early = 0, late = 0] = [held.at(Math.floor(held.length / 4)), held.at(-1)]
    expect(late).toBeLessThan(early * 1.2 + 20)
  },
  2 ** 31 - 1,
)
