import { randomInt } from 'node:crypto'
import type { Services } from '#server/services.ts'
import { lettersOf } from '#shared/bank/types/choice.rules.ts'
import { actorOf, callerAt } from './callers.ts'
import { demoRepo } from './demo.repo.ts'
import { randomOf } from './random.ts'
import { signIns } from './sign-ins.ts'

/** Interval between a student's answers. The live board expects one per minute. */
const everyMs = 20_000
/** Interval between groups of students, so that they do not all save at once. */
const lookEveryMs = 4_000
/** Share of students who stop saving, so that the live board has something to report. */
const silentShare = 0.15

/** Keeps students who are in a test answering until the process ends. */
export function keepAnswering(app: Services): void {
  const turns = everyMs / lookEveryMs
  let turn = 0
  setInterval(() => {
    turn += 1
    const isNext = (email: string) => Math.floor(randomOf(`${email}, turn`)() * turns) === turn % turns
    answerOnce(app, isNext).catch((error) => app.log.warn(error, 'The demo could not answer'))
  }, lookEveryMs).unref()
}

/**
 * Saves an answer for each student in a test, except for silent ones, the demo student and people who are signed in.
 * @param isNext returns true if the student with this email is in the current group
 */
export async function answerOnce(app: Services, isNext = (_email: string) => true): Promise<void> {
  const running = await demoRepo(app.db.read).running(signIns.student, app.clock.now())
  await Promise.all(
    running
      .filter(({ email }) => isNext(email) && randomOf(`${email}, silent`)() >= silentShare)
      .map(async ({ testId: id, collegeId, ...student }) => {
        const { call } = callerAt(app, actorOf({ ...student, role: 'student' }, collegeId), app.clock.now())
        const { test, answers, currentSection } = await call.attempts.start({ id })
        const { questions: shown } = currentSection === undefined ? test : (test.sections[currentSection] ?? test)
        const questions = shown.flatMap((one) => (one.type === undefined ? [one] : []))
        const given = new Map(
          answers.flatMap((answer) => ('selectedAnswer' in answer ? [[answer.questionId, answer]] : [])),
        )
        const question = questions.find((one) => !given.has(one.id)) ?? questions[randomInt(questions.length || 1)]
        if (!question) return
        const before = given.get(question.id)
        const letters = lettersOf(question)
        await call.attempts.save({
          id,
          answers: [
            {
              questionId: question.id,
              selectedAnswer: letters[randomInt(letters.length)] ?? 'A',
              timeSpent: (before?.timeSpent ?? 0) + everyMs / 1_000,
              revision: Math.max(0, ...answers.map(({ revision }) => revision)) + 1,
            },
          ],
        })
      }),
  )
}
