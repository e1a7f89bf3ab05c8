import type { ImportFormat } from '#shared/bank/import.rules.ts'
import { type FoundItem, type Media, UnreadableFile } from '../formats/found.ts'

/** Opens a question file by its content. @param onProgress is called with the share read so far */
export async function openQuestions(
  _path: string,
  _media: Media,
  _onProgress: (share: number) => void,
): Promise<{ format: ImportFormat; items: AsyncIterable<FoundItem> }> {
  throw new UnreadableFile('Not yet')
}
