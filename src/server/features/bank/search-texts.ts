import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import { joinFields } from '#shared/bank/question-parts.rules.ts'
import { searchTextOf } from '#shared/bank/search-text.rules.ts'
import { bankRepo, type FullRow } from './bank.repo.ts'

/** A run lists this many questions at once. */
const textsPerRun = 500
/** Computing and storing this many texts takes about 10 ms, which other writes have to wait for. */
const textsPerWrite = 25

function textOf({ question, content }: FullRow) {
  const { topic, tags, source, notes } = question
  const { questionText, passage, explanation } = content
  const about = { topic, tags, source, notes, questionText, passage, explanation }
  return { questionId: question.id, ...searchTextOf({ ...about, ...joinFields(content) }) }
}

/**
 * Stores the search text of questions that lack it, such as those created by an older version.
 * @returns true if there are more
 */
export async function addSearchTexts({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const ids = await bankRepo(db.read).withoutText(textsPerRun)
  for (let from = 0; from < ids.length; from += textsPerWrite)
    await db.write(async (tx) => {
      // Reads inside the job, because a question may be changed or deleted in the meantime.
      const rows = await bankRepo(tx).latestOfAll(ids.slice(from, from + textsPerWrite))
      for (const row of rows) await bankRepo(tx).addText(textOf(row))
    })
  return ids.length === textsPerRun
}

/** Whether searches of the bank can miss questions. */
export class SearchTexts {
  #isComplete = false

  /**
   * True while questions from an older version lack search texts. Once none does, the answer never changes, because new
   * questions are stored with theirs, so the bank is not counted again.
   */
  async areMissing(db: Db): Promise<boolean> {
    this.#isComplete ||= !(await bankRepo(db).lacksTexts())
    return !this.#isComplete
  }
}
