/** Types of steps.mjs, which must stay plain JavaScript: an old Node reads it too. */
export class SetUpError extends Error {}
export class Steps {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  finish(): void
}
