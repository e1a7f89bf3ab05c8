/** A write job holds up everyone else's saves. As many items share one as take about this long, on any machine. */
const jobMs = 8
const [fewest, most] = [20, 400]

/**
 * Works through many items in short write jobs, one after another, so that exams save in between.
 *
 * @param run writes a chunk in one job, and says how long that held the queue, in ms
 * @param onProgress hears how many are done, before each chunk
 */
export async function inShortJobs<T>(
  items: readonly T[],
  run: (chunk: readonly T[]) => Promise<number>,
  onProgress: (done: number) => void = () => {},
) {
  let size = fewest
  for (let done = 0; done < items.length; ) {
    onProgress(done)
    const chunk = items.slice(done, done + size)
    const took = await run(chunk)
    done += chunk.length
    // At most twice as many as before: the first job is slow, and one may have been held up itself.
    size = Math.min(most, size * 2, Math.max(fewest, Math.round((chunk.length * jobMs) / took)))
  }
}
