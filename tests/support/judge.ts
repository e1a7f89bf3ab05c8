import { createJudge, type JudgeProcess } from '#server/judge/judge.ts'
import { createLogger } from '#server/platform/log.ts'
import { languages } from '#shared/coding/languages.rules.ts'

/** A judge shared by several servers, so it tests the machine only once. No server can stop it. */
export function sharedJudge(): { judge: JudgeProcess; end(): Promise<void> } {
  const real = createJudge({ concurrency: 2, log: createLogger('silent') })
  const judgeReally: JudgeProcess['judge'] = (job, progress) => real.judge(job, progress)
  const judge: JudgeProcess = {
    concurrency: real.concurrency,
    get pid() {
      return real.pid
    },
    // A test that replaces the judging need not wait until the machine's languages are tested.
    languages: async () =>
      judge.judge === judgeReally ? real.languages() : languages.map((language) => ({ language, available: true })),
    sandbox: () => real.sandbox(),
    judge: judgeReally,
    cancel: (id) => real.cancel(id),
    close: async () => {},
  }
  return { judge, end: () => real.close() }
}
