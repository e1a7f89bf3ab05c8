import { Worker } from 'node:worker_threads'
import type { Database, Db } from '#server/platform/db.ts'
import { programFile } from '#server/platform/parts.ts'
import { differing } from '#shared/coding/plagiarism.rules.ts'
import { type ProgramRow, plagiarismRepo } from '../plagiarism.repo.ts'
import type { compare, findPairs, Program, SimilarPair, Templates } from './pairs.ts'

/** A request to a worker. */
export type Question =
  | { kind: 'pairs'; programs: readonly Program[]; atLeast: number; limit: number }
  | { kind: 'compare'; left: Program; right: Program; templates: Templates }

function ask<Answer>(question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(programFile('similarity'), { workerData: question })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The comparison ended without a result')))
  })
}

/** Same as `findPairs`, but in a worker thread. */
const findPairsInWorker = (
  programs: readonly Program[],
  atLeast: number,
  limit: number,
): Promise<ReturnType<typeof findPairs>> => ask({ kind: 'pairs', programs, atLeast, limit })

/** Same as `compare`, but in a worker thread. */
export const compareInWorker = (
  left: Program,
  right: Program,
  templates: Templates,
): Promise<ReturnType<typeof compare>> => ask({ kind: 'compare', left, right, templates })

/** Minimum share of common fingerprints to report a pair. Below it, short programs for one task match by chance. */
const minSimilarity = 0.3
const maxPairs = 500
/** Maximum number and total length of the programs compared with each other. */
const maxCompared = { programs: 8_000, characters: 48 * 1024 * 1024 }
const rowsPerBatch = 500

interface Found {
  pairs: SimilarPair[]
  templates: Templates
  /** Numbers of programs compared and skipped. */
  programs: number
  left: number
}

const maxCached = 50

type WithCode = ProgramRow & { code: string }

export const toProgram = ({ submissionId, studentId, language, code }: WithCode): Program => ({
  id: submissionId,
  owner: studentId,
  language,
  code,
})

async function compareAll(db: Db, rows: readonly ProgramRow[]): Promise<Found> {
  const programs: WithCode[] = []
  let characters = 0
  let at = 0
  while (at < rows.length && at < maxCompared.programs && characters < maxCompared.characters) {
    const some = rows.slice(at, at + rowsPerBatch)
    at += some.length
    const codes = await plagiarismRepo(db).codeOf(some.map(({ submissionId }) => submissionId))
    const codeOf = new Map(codes.map(({ id, code }) => [id, code]))
    for (const row of some) {
      const code = codeOf.get(row.submissionId) ?? ''
      characters += code.length
      programs.push({ ...row, code })
    }
  }
  const different = differing(programs)
  const { pairs, templates } = await findPairsInWorker(different.map(toProgram), minSimilarity, maxPairs)
  return { pairs, templates, programs: different.length, left: rows.length - at }
}

/** The latest comparisons, keyed by their programs, which change only while a test is running. */
export class ProgramComparisons {
  readonly #db: Database
  readonly #kept = new Map<string, Promise<Found>>()

  constructor(db: Database) {
    this.#db = db
  }

  /** @param rows highest priority first; rows beyond the limit are skipped */
  of(rows: readonly ProgramRow[]): Promise<Found> {
    const key = rows.map(({ submissionId }) => submissionId).join()
    const known = this.#kept.get(key)
    if (known) return known
    const found = compareAll(this.#db.read, rows)
    if (this.#kept.size >= maxCached) this.#kept.delete(this.#kept.keys().next().value ?? '')
    this.#kept.set(key, found)
    found.catch(() => this.#kept.delete(key))
    return found
  }
}
