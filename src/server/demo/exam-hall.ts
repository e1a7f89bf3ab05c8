import { submitOverdue } from '#server/features/attempts/submit.ts'
import { rateJournals } from '#server/features/journals/journals.ts'
import { ManualClock } from '#server/platform/clock.ts'
import type { Services } from '#server/services.ts'
import type { PaperQuestion } from '#shared/tests/tests.schema.ts'
import { answerGiven, asSeen } from './answers-given.ts'
import { AskedTest } from './asked-test.ts'
import { minute, moment } from './calendar.ts'
import { callerAt } from './callers.ts'
import { submitPrograms, type Work } from './coding-hall.ts'
import type { SeededStudent } from './people.ts'
import { normal, type Random, randomOf } from './random.ts'
import { type AcceptedTest, codingMinutesOf, partsOf } from './seed-test.ts'
import { signIns } from './sign-ins.ts'
import { kindOf, type Sitting, simulateSitting } from './sitting.ts'

/** Delay after the deadline until the server submits an overdue attempt: the grace period and one polling interval. */
const noticedAfter = 7_000

/**
 * Simulates students taking their assigned tests, oldest test first.
 * @param ids ids of the coding questions by title
 * @returns last sign-ins of students who took a test, by student id
 */
export async function runSittings(
  app: Services,
  accepted: readonly AcceptedTest[],
  everybody: readonly SeededStudent[],
  ids: ReadonlyMap<string, string>,
  now: number,
): Promise<Map<string, number>> {
  const lastSeen = new Map<string, number>()
  for (const test of accepted) {
    const asked = new AskedTest(test.seed)
    const sittings = everybody
      .filter((student) => isGiven(test, student))
      .flatMap((student) => plan(test, asked, student, now))
    await Promise.all(
      sittings.map((sitting, place) =>
        execute(app, test, asked, sitting, { works: test.seed.coding?.works[place] ?? [], ids, now }),
      ),
    )
    for (const { student, start } of sittings) lastSeen.set(student.actor.id, start - minute)

    const deadlines = sittings
      .filter(({ how }) => how.kind === 'abandoned')
      .map(({ start }) => start + (minutesOf(test.seed) + codingMinutesOf(test.seed)) * minute)
    for (const deadline of deadlines.sort((a, b) => a - b))
      await submitOverdue({ ...app, clock: new ManualClock(deadline + noticedAfter) })
  }
  await rateJournals(app)
  return lastSeen
}

const isGiven = ({ offer: { to } }: AcceptedTest, { fields }: SeededStudent) =>
  to.batches.includes(fields.batch) && (to.branches.length === 0 || to.branches.includes(fields.branch))

interface Planned {
  student: SeededStudent
  start: number
  how: Sitting
}

/** Plans a student's sitting of a test. @returns at most one sitting */
function plan({ seed, offer }: AcceptedTest, { hardness }: AskedTest, student: SeededStudent, now: number): Planned[] {
  const { email } = student.fields
  const { form } = seed
  const random = randomOf(`${email}, ${form.testName}`)
  const chosen = kindOf(random, offer.shares)
  const kind = email === signIns.student ? (offer.own ?? 'absent') : chosen
  if (kind === 'absent') return []
  // A student's ability is about the same in every test.
  const ability = 0.85 * normal(randomOf(email)) + 0.4 * normal(random)
  const how = simulateSitting(random, kind, { questions: hardness, minutes: minutesOf(seed) }, ability)
  const start = kind === 'running' ? now - Math.round((3 + 22 * random()) * minute) : startOf(random, seed, now)
  return [{ student, start, how }]
}

/** Returns a random time between 9:00 and 17:30 on a day of the window, early enough for the attempt to have ended. */
function startOf(random: Random, { form }: AcceptedTest['seed'], now: number): number {
  const opens = Date.parse(form.startDateTime)
  const ends = Math.min(Date.parse(form.endDateTime), moment(now, -1, 18))
  const days = Math.round((ends - opens) / (24 * 60 * minute))
  const day = Math.floor(random() * (days + 1))
  return moment(opens, day, 9) + Math.round(random() * 510 * minute)
}

/** Sums the minutes of the parts without coding. */
const minutesOf = (seed: AcceptedTest['seed']) => partsOf(seed).reduce((sum, { minutes }) => sum + minutes, 0)

async function execute(
  app: Services,
  { id, seed }: AcceptedTest,
  asked: AskedTest,
  { student, start, how }: Planned,
  { works, ids, now }: { works: readonly Work[]; ids: ReadonlyMap<string, string>; now: number },
): Promise<void> {
  const { call, clock } = callerAt(app, student.actor, start)
  const { test, attemptId } = await call.attempts.start({ id })
  const parts = test.sections.length > 0 ? test.sections : [test]
  const questionIds = asked.inOrder(parts.flatMap((part) => part.questions)).map((question) => question.id)
  const answersOf = (part: { questions: PaperQuestion[] }) =>
    part.questions.flatMap((shown) => {
      const place = questionIds.indexOf(shown.id)
      const outcome = how.outcomes[place]
      if (!outcome) return []
      const question = asked.find(shown)
      const answer = asSeen(answerGiven(question, outcome), question, shown)
      return [{ questionId: shown.id, answer, timeSpent: how.seconds[place] ?? 0, revision: place + 1 }]
    })
  const violations = reportTabSwitch(how, start)
  if (how.kind !== 'submitted') {
    clock.set(how.kind === 'running' ? lastSaveOf(how, now) : start + 4 * minute)
    await call.attempts.save({ id, answers: parts.slice(0, 1).flatMap(answersOf), violations })
    return
  }
  let opened = start
  for (const [from, part] of parts.entries()) {
    const places = part.questions.map(({ id: questionId }) => questionIds.indexOf(questionId))
    const spent = Math.round(places.reduce((sum, place) => sum + (how.seconds[place] ?? 0), 0) * 1_000)
    opened += Math.min(spent, (partsOf(seed)[from]?.minutes ?? 0) * minute - 10_000)
    clock.set(opened)
    const answers = answersOf(part)
    if (from < parts.length - 1 || test.hasCodingSection) await call.attempts.nextSection({ id, from, answers })
    else await call.attempts.submit({ id, answers, violations })
  }
  if (!test.hasCodingSection) return
  clock.set((await submitPrograms(call, clock, works, { ids, attemptId, from: opened })) + minute)
  await call.attempts.submit({ id, answers: [], violations })
}

/** Returns the time of a student's last save: within the last minute for most, and longer ago for some. */
function lastSaveOf({ seconds }: Sitting, now: number) {
  const [first = 0] = seconds
  return now - (first % 7 === 0 ? 2 * minute + first * 100 : (first % 50) * 1_000)
}

function reportTabSwitch({ leftTabAt }: Sitting, start: number) {
  if (leftTabAt === null) return []
  return [{ kind: 'tab_switch' as const, at: new Date(start + leftTabAt * 1_000).toISOString(), durationMs: 4_200 }]
}
