import { extname } from 'node:path'
import type { SourceFile } from '#shared/coding/comparison.schema.ts'
import type { Box } from './boxes.ts'
import type { LanguageSetup } from './language-setup.ts'
import { languageSetups } from './languages.ts'
import type { Sandbox } from './sandbox.ts'
import { compile, runLimits, wasStopped } from './submission.ts'
import type { JudgeJob } from './types.ts'

/** A job whose `source` is the main program: the submission itself, or the driver that calls it. */
export interface Assembled extends Omit<JudgeJob, 'driver'> {
  /** The other files in the box. */
  others: readonly SourceFile[]
}

/** Without a byte order mark, which javac would treat as code. */
const withoutMark = (source: string) => source.replace(/^\uFEFF/, '')

/** Combines a submission with its driver, if any. @returns a complaint if their files have the same name */
export function assemble({ driver, ...job }: JudgeJob): Assembled | { complaint: string } {
  const submitted = withoutMark(job.source)
  if (!driver) return { ...job, source: submitted, others: [] }
  const { file, solution } = languageSetups[job.language]
  const { code = '', files } = driver
  const main = code && solution ? withoutMark(code) : submitted
  const own = code && solution ? [{ name: solution(submitted), content: submitted }] : []
  const others = [...own, ...files]
  const names = [file(main), ...others.map(({ name }) => name)]
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) return { complaint: `There are two files with the name ${twice}.` }
  // The driver comes last, so that line numbers in error messages stay right. The block keeps its variables separate.
  const source = code && !solution ? `${submitted}\n{\n${withoutMark(code)}\n}\n` : main
  return { ...job, source, others }
}

/** The names of the files that are compiled together with the main program, unless one of them includes another. */
export function otherSources(main: string, source: string, files: readonly SourceFile[]): string[] {
  const texts = [source, ...files.map(({ content }) => content)]
  const included = new Set(
    texts.flatMap((text) => [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm)].map(([, name]) => name)),
  )
  return files.map(({ name }) => name).filter((name) => extname(name) === extname(main) && !included.has(name))
}

/** Writes a submission's files into its box, before anything runs. */
export function prepareBox(box: Box, setup: LanguageSetup, { language, source, others, limits }: Assembled) {
  const file = language === 'typescript' ? 'main.ts' : 'main.js'
  if (setup.stays) box.write('job.json', JSON.stringify({ source, file, memoryMb: Math.max(8, limits.memoryMb) }))
  else box.write(setup.file(source), source)
  for (const { name, content } of others) box.write(name, content)
  box.limitMemory(runLimits(limits, setup).memoryKb / 1024)
}

/**
 * Compiles a submission, or checks its syntax.
 * @param sandbox one with a writable box if the language is compiled
 * @returns the errors, if any
 */
export async function compileIn(
  sandbox: Sandbox,
  setup: LanguageSetup,
  { source, others, limits }: Assembled,
): Promise<string | undefined> {
  if (!setup.compile) return compile(sandbox, setup.check ? [setup.check] : [], { calls: setup.calls?.run })
  const names = otherSources(setup.file(source), source, others)
  const options = { calls: setup.calls?.compile, variables: setup.variables?.(limits.memoryMb) }
  const quick = setup.quickCompile?.(source, names)
  if (quick) {
    const complaint = await compile(sandbox, quick, options)
    if (complaint === undefined || wasStopped(complaint)) return complaint
  }
  return compile(sandbox, setup.compile(source, names), options)
}
