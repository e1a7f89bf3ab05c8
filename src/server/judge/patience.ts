import { languageSetups } from './languages.ts'
import { runLimits } from './submission.ts'
import type { JudgeJob } from './types.ts'

/** How long a working judge takes at most, in ms: until the first result of a job, and from one result to the next. */
export interface Patience {
  first: number
  next: number
}

/** Five times the limit of a compiler, because translators, several commands and a checker's compiler may be needed. */
const compileMs = 105_000
/** For all else that a busy machine has to do. */
const spareMs = 30_000
/** More than a checker's own limit. */
const checkerMs = 25_000
/** A conversation, or a program that waits for a processor, may take five times its wall-clock limit. */
const longestRun = 5

/**
 * The sandbox ends every program at its limit, so a judge that takes longer than this is stuck. The limits of an
 * interactor, which is started first, and of a checker are doubled for busy machines.
 */
export function patienceOf({ language, limits, comparison }: Omit<JudgeJob, 'id' | 'cases'>): Patience {
  const { wallMs } = runLimits(limits, languageSetups[language])
  const kind = comparison?.kind
  const isInteractive = kind === 'interactive'
  const runMs = longestRun * wallMs * (isInteractive ? 2 : 1)
  const next = spareMs + runMs + (isInteractive || kind === 'checker' ? 2 * checkerMs : 0)
  return { first: next + compileMs, next }
}
