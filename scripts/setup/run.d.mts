/** Types for run.mjs, which must stay plain JavaScript, because it runs before anything is installed. */
export function runOne(command: string, args: string[], env?: NodeJS.ProcessEnv): Promise<number>
export function runQuietly(
  command: string,
  args: string[],
  env?: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }>
