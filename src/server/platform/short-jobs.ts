/** Target duration of a write job, in ms. Each job blocks all saves. */
const jobMs = 8
const [minSize, maxSize] = [20, 400]

/**
 * Processes many items in consecutive short write jobs, so that exam saves can run in between.
 * @param run writes a chunk in one job, and returns how long it blocked the queue, in ms
 * @param onProgress called with the number of processed items before each chunk
 */
export async function inShortJobs<T>(
  items: readonly T[],
  run: (chunk: readonly T[]) => Promise<number>,
  onProgress: (done: number) => void = () => {},
) {
  let size = minSize
  for (let done = 0; done < items.length; ) {
    onProgress(done)
    const chunk = items.slice(done, done + size)
    const elapsed = await run(chunk)
    done += chunk.length
    // At most double, because one timing is unreliable: the first job is slow, and any job may have been blocked.
    size = Math.min(maxSize, size * 2, Math.max(minSize, Math.round((chunk.length * jobMs) / elapsed)))
  }
}
