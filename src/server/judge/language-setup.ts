import type { ToolSetting } from '../platform/settings.ts'
import type { CallGroup } from './orders.ts'
import type { UsrPart } from './usr.ts'

/** Instructions for compiling and running a language inside the sandbox. */
export interface LanguageSetup {
  /** Debian 12 packages in addition to bubblewrap. */
  packages: readonly string[]
  /** Required files from these packages. */
  programs: readonly string[]
  /** True if setup does not install it. */
  optional?: true
  /** The setting that replaces its compiler or interpreter. */
  setting?: ToolSetting
  /** Shown to students: the compiler's or runtime's name, and the flags or rules that matter to a program. */
  shown: { compiler: string; flags?: string }
  /** Command that prints the version, and the pattern that extracts it. */
  version: { command: readonly string[]; pattern: RegExp }
  /** Command that turns the source on its standard input into a JavaScript program on its standard output. */
  translate?: readonly string[]
  /** The name of the source file in the box. */
  file: (source: string) => string
  /** The name of a submission's file beside its driver. Without it, the driver is appended to the submission. */
  solution?: (source: string) => string
  /**
   * Commands to run in order in a writable box.
   * @param others names of the language's other source files in the box
   */
  compile?: (source: string, others: readonly string[]) => readonly (readonly string[])[]
  /** Commands that may fail for a correct program, but are faster; undefined if they would not help this one. */
  quickCompile?: (source: string, others: readonly string[]) => readonly (readonly string[])[] | undefined
  /** For runtimes that compile at every start: a syntax check, run once in the final box. */
  check?: readonly string[]
  run: (source: string, memoryMb: number) => readonly string[]
  /** Variables added to the common environment. */
  variables?: (memoryMb: number) => Record<string, string>
  /** The runtime's own time and memory, added to a question's limits. */
  allowance: { timeMs: number; memoryMb: number }
  /** Maximum stack in MB, if three quarters of the memory is too much. */
  maxStackMb?: number
  /** The runtime's out-of-memory message on stderr. */
  outOfMemory?: RegExp
  /** Paths in /usr visible to its compiler and programs, in addition to the common ones. */
  usr: { compile?: UsrPart; run?: UsrPart }
  /** Path of its prepared files in the sandbox. */
  cache?: string
  /** System calls for its compiler and programs, in addition to the common ones. */
  calls?: { compile?: readonly CallGroup[]; run?: readonly CallGroup[] }
  /** True if the runtime does not reserve address space. */
  isNative?: true
  /** True if it runs in the judge's Node. */
  usesNode?: true
  /** True if a single process, started ahead, runs all cases of a submission. */
  stays?: true
}
