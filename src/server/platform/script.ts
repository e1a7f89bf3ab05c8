import { isSea } from 'node:sea'

/** True if this is the single file, dist/examhall, rather than Node with a checkout. */
export const isSingleFile = isSea()

/** Argument that makes the single file behave like plain Node for one script. For its own processes only. */
export const scriptWord = 'run-script'

/** Arguments after the executable to run a script. Options go into NODE_OPTIONS, which works for both. */
export const scriptArguments = (path: string): string[] => (isSingleFile ? [scriptWord, path] : [path])
