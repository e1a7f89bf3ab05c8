import { Worker } from 'node:worker_threads'
import { programFile } from '#server/platform/parts.ts'
import type { compare, Fragment, findPairs, Likeness, Program, Templates } from './pairs.ts'

export type { Fragment, Likeness, Program, Templates }

/** Requests to a worker. */
export type Question =
  | { kind: 'pairs'; programs: readonly Program[]; atLeast: number; limit: number }
  | { kind: 'compare'; left: Program; right: Program; templates: Templates }

function ask<Answer>(question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(programFile('similarity'), { workerData: question })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The comparison ended without an answer')))
  })
}

/** Like `findPairs`, in a worker thread. */
export const likePairs = (
  programs: readonly Program[],
  atLeast: number,
  limit: number,
): Promise<ReturnType<typeof findPairs>> => ask({ kind: 'pairs', programs, atLeast, limit })

/** Like `compare`, in a worker thread. */
export const likeParts = (left: Program, right: Program, templates: Templates): Promise<ReturnType<typeof compare>> =>
  ask({ kind: 'compare', left, right, templates })
