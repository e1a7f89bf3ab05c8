/** Types for judge.mjs, which must stay plain JavaScript, because an old Node runs it too. */
import type { Steps } from './steps.mjs'

export function prepareJudge(node: string, steps: Steps, languages?: readonly string[]): Promise<void>
