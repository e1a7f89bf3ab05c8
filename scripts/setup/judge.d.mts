/** Types of judge.mjs, which must stay plain JavaScript: an old Node reads it too. */
import type { Steps } from './steps.mjs'

export function prepareJudge(node: string, steps: Steps): Promise<void>
