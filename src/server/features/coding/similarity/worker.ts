import { parentPort, workerData } from 'node:worker_threads'
import type { Question } from './comparison.ts'
import { compare, findPairs } from './pairs.ts'

/** Handles one request and exits: comparing hundreds of programs takes seconds that must not block the server. */
const question = workerData as Question
parentPort?.postMessage(
  question.kind === 'pairs'
    ? findPairs(question.programs, question.atLeast, question.limit)
    : compare(question.left, question.right, question.templates),
)
