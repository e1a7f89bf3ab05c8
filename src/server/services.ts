import { JudgeQueue } from './features/coding/queue.ts'
import type { Judge } from './judge/types.ts'
import type { Platform } from './platform/platform.ts'

/** The judge, and what features keep in memory between calls. All of it may be lost at a restart. */
export const createServices = (platform: Platform, judge: Judge) => ({
  ...platform,
  /** Runs other people's programs. */
  judge,
  judgeQueue: new JudgeQueue(platform, judge),
})

/** The first argument of every use case. */
export interface Services extends ReturnType<typeof createServices> {}
