import { createJudge, type JudgeProcess } from '#server/judge/judge.ts'
import { createLogger } from '#server/platform/log.ts'

/** A judge shared by several servers, so it tests the machine only once. No server can stop it. */
export function sharedJudge(): { judge: JudgeProcess; end(): Promise<void> } {
  const real = createJudge({ concurrency: 2, log: createLogger('silent') })
  return {
    judge: {
      concurrency: real.concurrency,
      get pid() {
        return real.pid
      },
      languages: () => real.languages(),
      sandbox: () => real.sandbox(),
      judge: (job, progress) => real.judge(job, progress),
      cancel: (id) => real.cancel(id),
      close: async () => {},
    },
    end: () => real.close(),
  }
}
