/** Types for steps.mjs, which must stay plain JavaScript, because an old Node runs it too. */
export class SetUpError extends Error {}
export class Steps {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  finish(): void
}
