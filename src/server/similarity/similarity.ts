import { Worker } from 'node:worker_threads'
import type { Fragment, Likeness, Program } from './pairs.ts'

export type { Fragment, Likeness, Program }

/** What a worker is asked. */
export type Question =
  | { kind: 'pairs'; programs: readonly Program[]; atLeast: number; limit: number }
  | { kind: 'compare'; programs: readonly Program[]; left: string; right: string }

/** So many programs are compared with each other at most: the pairs grow with the square. */
export const comparedAtMost = 1_000

function ask<Answer>(question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: question })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The comparison ended without an answer')))
  })
}

/** As `findPairs`, on a thread of its own. */
export const likePairs = (programs: readonly Program[], atLeast: number, limit: number): Promise<Likeness[]> =>
  ask({ kind: 'pairs', programs: programs.slice(0, comparedAtMost), atLeast, limit })

/** As `compare`, on a thread of its own. */
export const likeParts = (
  programs: readonly Program[],
  left: string,
  right: string,
): Promise<Likeness & { fragments: Fragment[] }> =>
  ask({ kind: 'compare', programs: programs.slice(0, comparedAtMost), left, right })
