import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { imageFolder } from '#server/platform/files.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import { folded } from '#shared/bank/bank.rules.ts'
import type { QuestionContent } from '#shared/bank/content.rules.ts'
import type { DuplicateKind } from '#shared/bank/import.rules.ts'
import type { ImportedQuestion } from '#shared/bank/import.schema.ts'
import { normalForm, normalText, textKey } from '#shared/bank/normal-form.rules.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import { bankRepo } from '../bank.repo.ts'
import { addSearchTexts } from '../search-texts.ts'
import { importRepo } from './import.repo.ts'

export interface Duplicate {
  kind: DuplicateKind
  /** The question in the bank; null for an earlier item of the file. */
  id: string | null
}

type Bank = Pick<AuthorScope, 'collegeId'>

/** The fields of a bank question that are needed to find duplicates. */
interface Known {
  id: string
  type: QuestionContent['type']
  text: string
  fingerprint: string
}

const textsPerTurn = 1_000
const questionsPerTurn = 20

const pause = () => new Promise(setImmediate)
const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64')

const contentOf = (question: ImportedQuestion): QuestionContent => {
  const { questionText, questionImageUrl, passage, explanation } = question
  return { questionText, questionImageUrl, passage, explanation, ...splitFields(question) }
}

/** Finds questions that are already in the bank or earlier in the file. One finder serves one file. */
export class DuplicateFinder {
  readonly #app: Platform
  readonly #bank: Bank
  readonly #since: number
  /** Ids of the bank's questions, by the hash of their text's key. */
  #ids: Map<string, string[]> | undefined
  /** Those with a text that the file has too. */
  readonly #known = new Map<string, Known[]>()
  /** Fingerprints of the file's questions so far, each with the number of its reading and of all readings. */
  readonly #seen = new Set<string>()
  /** Hashes of images: each import stores its own copies. */
  readonly #images = new Map<string, string>()

  /** @param since compares only with questions of the bank that were changed at this time or later */
  constructor(app: Platform, bank: Bank, since = 0) {
    this.#app = app
    this.#bank = bank
    this.#since = since
  }

  /**
   * Compares questions with the bank, and with earlier ones of the file that have as many readings: an undecided
   * question may never be added.
   * @param reading which reading of the items the questions are
   * @param counts of each item's readings
   * @returns for each question its duplicate, if any
   */
  async find(
    questions: readonly (ImportedQuestion | undefined)[],
    reading = 0,
    counts: readonly number[] = [],
  ): Promise<(Duplicate | undefined)[]> {
    this.#ids ??= await this.#findIds()
    const ids = this.#ids
    const keys = questions.map((question) => question && hashOf(textKey(question.questionText)))
    await this.#load(
      [...new Set(keys)].flatMap((key) =>
        key === undefined || this.#known.has(key) ? [] : [[key, ids.get(key) ?? []] as const],
      ),
    )
    const found: (Duplicate | undefined)[] = []
    for (const [place, question] of questions.entries()) {
      if (place % questionsPerTurn === 0) await pause()
      const known = this.#known.get(keys[place] ?? '') ?? []
      found.push(question && (await this.#duplicateOf(contentOf(question), known, `${reading}/${counts[place] ?? 1}`)))
    }
    return found
  }

  async #duplicateOf(
    content: QuestionContent,
    known: readonly Known[],
    reading: string,
  ): Promise<Duplicate | undefined> {
    if (this.#since > 0 && known.length === 0) return undefined
    const fingerprint = await this.#fingerprintOf(content)
    const isRepeated = this.#seen.has(`${reading} ${fingerprint}`)
    this.#seen.add(`${reading} ${fingerprint}`)
    const same = known.find((one) => one.fingerprint === fingerprint)
    if (same) return { kind: 'same', id: same.id }
    if (isRepeated) return { kind: 'same', id: null }
    const text = known.length > 0 && folded(normalText(content.questionText))
    const similar = known.find((one) => one.type === content.type && one.text === text)
    return similar && { kind: 'similar', id: similar.id }
  }

  /** The key is made from the stored search texts, so that questions of earlier versions need no migration. */
  async #findIds(): Promise<Map<string, string[]>> {
    while (await addSearchTexts(this.#app)) await pause()
    const ids = new Map<string, string[]>()
    for (let after = { updatedAt: this.#since, id: '' }; ; await pause()) {
      const rows = await importRepo(this.#app.db.read).searchTexts(this.#bank, after, textsPerTurn)
      for (const { id, text } of rows) {
        const key = hashOf(textKey(text))
        const sameText = ids.get(key)
        if (sameText) sameText.push(id)
        else ids.set(key, [id])
      }
      const last = rows.at(-1)
      if (!last || rows.length < textsPerTurn) return ids
      after = last
    }
  }

  /** Loads the questions of the bank with these keys. */
  async #load(missing: readonly (readonly [key: string, ids: readonly string[]])[]) {
    const keys = new Map(missing.flatMap(([key, ids]) => ids.map((id) => [id, key] as const)))
    for (const [key] of missing) this.#known.set(key, [])
    const all = [...keys.keys()]
    for (let from = 0; from < all.length; from += questionsPerTurn, await pause()) {
      const rows = await bankRepo(this.#app.db.read).latestOfAll(all.slice(from, from + questionsPerTurn))
      for (const { content } of rows)
        this.#known.get(keys.get(content.questionId) ?? '')?.push({
          id: content.questionId,
          type: content.type,
          text: folded(normalText(content.questionText)),
          fingerprint: await this.#fingerprintOf(content),
        })
    }
  }

  async #fingerprintOf(content: QuestionContent): Promise<string> {
    const hasOptions = content.type === 'single' || content.type === 'multiple'
    const options = hasOptions ? Object.values(content.body.optionImages ?? {}) : []
    for (const url of [content.questionImageUrl, ...options])
      if (url && !this.#images.has(url)) this.#images.set(url, await this.#imageOf(url))
    return hashOf(normalForm(content, (url) => this.#images.get(url) ?? url))
  }

  /** The content of a stored image; the address of any other. */
  async #imageOf(url: string): Promise<string> {
    if (!url.startsWith('/images/')) return url
    try {
      return hashOf(await readFile(join(imageFolder(this.#app.config.dataDir), basename(url))))
    } catch {
      return url
    }
  }
}
