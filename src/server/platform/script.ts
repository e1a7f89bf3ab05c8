import { isSea } from 'node:sea'

/** Whether this is the single file, dist/examhall, and not Node running a checkout. */
export const isSingleFile = isSea()

/** The word by which the single file is told to be plain Node for one script. For its own processes alone. */
export const scriptWord = 'run-script'

/** What follows Node's executable to run a script. Options go into NODE_OPTIONS, which both ways of running heed. */
export const scriptArguments = (path: string): string[] => (isSingleFile ? [scriptWord, path] : [path])
