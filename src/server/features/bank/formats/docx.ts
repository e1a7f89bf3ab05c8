import { type Block, readBlocks } from './docx-document.ts'
import { questionsIn } from './docx-questions.ts'
import { TextWriter } from './docx-text.ts'
import { type FoundItem, type Media, type PackageFiles, UnreadableFile } from './found.ts'

const maxBlocks = 200_000

/**
 * Reads the questions of a Word document.
 * @throws UnreadableFile if it is not a Word document, or has no questions
 */
export async function* readDocx(files: PackageFiles, media: Media): AsyncGenerator<FoundItem> {
  const blocks: Block[] = []
  for await (const block of readBlocks(files)) {
    blocks.push(block)
    if (blocks.length > maxBlocks)
      throw new UnreadableFile(
        `The document has more than ${maxBlocks.toLocaleString('en')} paragraphs. Split it into smaller ones`,
      )
  }
  let count = 0
  for await (const item of questionsIn(blocks, new TextWriter(files, media))) {
    count++
    yield item
  }
  if (count === 0)
    throw new UnreadableFile(
      'No questions were found. Number the questions (1., 2.), letter their options (A., B.) and add a line such as “Answer: B” below each',
    )
}
