import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { minute, moment } from '../calendar.ts'
import { callerAt } from '../callers.ts'
import { aptitude } from './aptitude.ts'
import { computing } from './computing.ts'
import { electronics } from './electronics.ts'
import { language } from './language.ts'

/** All questions in the demo's bank, oldest first. */
export const bankQuestions = [...electronics, ...computing, ...aptitude, ...language]

/** Age of the first questions in days. Four were written each day. */
const bankAge = 58

/** Fills the question bank. Some questions get a second version, and some are retired. */
export async function fillQuestionBank(app: Services, master: Actor, now: number): Promise<void> {
  await Promise.all(
    bankQuestions.map(async ({ earlier, isRetired, slips: _, criteria: __, ...form }, place) => {
      const written = moment(now, Math.floor(place / 4) - bankAge, 11) + 9 * (place % 4) * minute
      const { bank } = callerAt(app, master, written).call
      const { question } = await bank.create({ ...form, questionText: earlier ?? form.questionText })
      const { id } = question
      const later = callerAt(app, master, written + 30 * 60 * minute).call.bank
      if (earlier !== undefined) await later.update({ ...form, id, baseVersion: 1 })
      if (isRetired) await later.retire({ id })
    }),
  )
}
