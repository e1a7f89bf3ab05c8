import type { Services } from '#server/services.ts'
import { minute, moment } from './calendar.ts'
import { type Caller, callerAt } from './callers.ts'
import { journalOf } from './journals.ts'
import type { SeededStudent } from './people.ts'
import * as practice from './programs/practice.ts'
import type { SeedProgram } from './programs/program.ts'
import * as loans from './programs/projectors.ts'
import * as loanReferences from './programs/projectors-reference.ts'
import * as slips from './programs/roll-slips.ts'
import { signIns } from './sign-ins.ts'

/** A student's submissions to one question, in order. */
export interface Work {
  question: string
  programs: readonly SeedProgram[]
}

const slipsBy = (...programs: SeedProgram[]): Work => ({ question: 'Roll Numbers on Slips', programs })
const loansBy = (...programs: SeedProgram[]): Work => ({ question: 'Projectors on Loan', programs })

/**
 * Submissions per student in the coding round, starting with the demo student. Other students submit nothing.
 */
export const codingRound: readonly (readonly Work[])[] = [
  [slipsBy(slips.zerosLost, slips.ownRight), loansBy(loans.everyMinute)],
  [slipsBy(slips.stream), loansBy(loans.copy)],
  [slipsBy(slips.tooSmall), loansBy(loans.neighbours)],
  [slipsBy(slips.scanner), loansBy(loans.original)],
  [loansBy(loans.heap)],
  [slipsBy(slips.referenceC)],
  [slipsBy(slips.referencePython), loansBy(loanReferences.referenceGo)],
  [loansBy(loanReferences.referencePairwise)],
  [slipsBy(slips.referenceJavascript), loansBy(loanReferences.referenceTouching)],
  [loansBy(loanReferences.referenceJava)],
]

/** Programs that were mostly pasted from elsewhere. */
const pasted: ReadonlySet<string> = new Set([loans.copy.code, slips.scanner.code])

/** Submits programs, six minutes apart. @returns the time of the last submission */
export async function submitPrograms(
  { coding, journals }: Caller,
  clock: { set(now: number): void },
  works: readonly Work[],
  { ids, attemptId, from }: { ids: ReadonlyMap<string, string>; attemptId?: string; from: number },
): Promise<number> {
  let now = from
  for (const { question, programs } of works)
    for (const [place, { language, code }] of programs.entries()) {
      now += 6 * minute
      clock.set(now)
      const questionId = ids.get(question) ?? ''
      if (attemptId) {
        const before = programs[place - 1]
        const written = { questionId, code, language, isPasted: pasted.has(code), submittedAt: now }
        const kept = before?.language === language ? before.code : ''
        await journals.record({ id: attemptId, chunks: journalOf({ ...written, before: kept }) })
      }
      await coding.submit({ questionId, code, language, ...(attemptId ? { testAttemptId: attemptId } : {}) })
    }
  return now
}

const feesBy = (...programs: SeedProgram[]): Work => ({ question: 'Late Books', programs })
const spellBy = (...programs: SeedProgram[]): Work => ({ question: 'The Longest Calm Spell', programs })

/** Submits practice programs for some students. The demo student has solved one question and failed another. */
export async function submitPractice(
  app: Services,
  everybody: readonly SeededStudent[],
  ids: ReadonlyMap<string, string>,
  now: number,
): Promise<void> {
  const own = everybody.filter(({ fields }) => fields.email === signIns.student)
  const others = everybody.filter((student) => !own.includes(student)).slice(0, 3)
  const plans: [SeededStudent[], Work[]][] = [
    [own, [spellBy(practice.calmSpellRight), feesBy(practice.lateFeesWithoutALimit)]],
    [others.slice(0, 1), [feesBy(practice.lateFeesWithoutALimit, practice.lateFeesRight)]],
    [others.slice(1), [spellBy(practice.calmSpellRight)]],
  ]
  for (const [place, [students, works]] of plans.entries())
    for (const { actor } of students) {
      const from = moment(now, place - 8, 17)
      const { call, clock } = callerAt(app, actor, from)
      await submitPrograms(call, clock, works, { ids, from })
    }
}
