/** Types for lock.mjs, which must stay plain JavaScript, because it runs before anything is installed. */
export function withLock<T>(work: () => Promise<T>): Promise<T>
