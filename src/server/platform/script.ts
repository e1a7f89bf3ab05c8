import { isSea } from 'node:sea'

/** True if this is the single file, dist/examhall, rather than Node with a checkout. */
export const isSingleFile = isSea()

/** Argument that makes the single file run a script like plain Node. Used only for its own processes. */
export const scriptWord = 'run-script'

/** Arguments that make the executable run a script. Pass Node options in NODE_OPTIONS, which works for both. */
export const scriptArguments = (path: string): string[] => (isSingleFile ? [scriptWord, path] : [path])

/** Arguments, without the executable's name, that start this program again as it was started. */
export const ownArguments = (): string[] =>
  // The single file embeds its Node options, and lists its path twice in argv.
  isSingleFile ? process.argv.slice(2) : [...process.execArgv, ...process.argv.slice(1)]
