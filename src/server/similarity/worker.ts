import { parentPort, workerData } from 'node:worker_threads'
import { compare, findPairs } from './pairs.ts'
import type { Question } from './similarity.ts'

/** Answers one question and ends: comparing hundreds of programs takes seconds that nobody else should wait for. */
const question = workerData as Question
parentPort?.postMessage(
  question.kind === 'pairs'
    ? findPairs(question.programs, question.atLeast, question.limit)
    : compare(question.left, question.right, question.templates),
)
