import { type JudgeProgram, NoMachine } from '#server/judge/types.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import type { TaskContext } from '../tasks.ts'
import { inNaturalOrder } from './cases.ts'
import { argumentsOf } from './descriptor.ts'
import type { TestNode } from './testdata.ts'
import { missingHeaders, programIn, unitsOf } from './validation.ts'

/** Runs the input validators of a problem package on its cases. */

/** A validator and the inputs to run it on. */
export interface InputCheck {
  /** Its file or folder. */
  unit: string
  program: JudgeProgram
  cases: { name: string; input: string; arguments: string[] }[]
}

const folder = /^(?:input_validators?|input_format_validators)\/./
/** Languages in which input rules are written; not supported. */
const rules: [ending: RegExp, name: string][] = [
  [/\.(?:ctd|checktestdata)$/i, 'checktestdata'],
  [/\.viva$/i, 'VIVA'],
]

function* flagsByCase({ settings, cases, children }: TestNode): Iterable<[string, string[]]> {
  for (const name of cases) yield [name, argumentsOf(settings.input_validator_args ?? settings.input_validator_flags)]
  for (const child of children) yield* flagsByCase(child)
}

/** Finds a package's input validators. @returns what cannot be run as `notes` */
export function findInputChecks(
  files: ReadonlyMap<string, Buffer>,
  root: TestNode,
  cases: readonly { name: string; input: string }[],
) {
  const found = { checks: [] as InputCheck[], notes: [] as string[], used: new Set<string>() }
  const paths = [...files.keys()].filter((path) => folder.test(path)).sort(inNaturalOrder)
  const flags = new Map(flagsByCase(root))
  const isSingle = paths[0]?.startsWith('input_validator/')
  for (const [unit, inUnit] of isSingle ? [['input_validator', paths] as const] : unitsOf(paths)) {
    for (const path of inUnit) found.used.add(path)
    const [, rule] = rules.find(([ending]) => inUnit.every((path) => ending.test(path))) ?? []
    const program = rule ? `rules for ${rule}, which is not supported` : programIn(files, inUnit, 'an input validator')
    if (typeof program === 'string') found.notes.push(`${unit} was not run: it is ${program}`)
    else {
      found.notes.push(...missingHeaders(program, unit))
      const checked = cases.map(({ name, input }) => ({ name, input, arguments: flags.get(name) ?? [] }))
      found.checks.push({ unit, program: { ...program, protocol: 'validator' }, cases: checked })
    }
  }
  return found
}

/** A program that does nothing, because a validator judges only the inputs. */
const endsAtOnce = 'int main(void) { return 0; }'
/** Total time limit of all input validators. */
const maxMs = 60_000
const maxComplaints = 20

/** The first line that a validator printed. */
const firstLine = (text: string | undefined) => (text ?? '').trim().split('\n')[0]?.slice(0, 200) ?? ''

/** Removes the sentence before the compiler's output. */
const reasonIn = (message: string) => message.replace(/^it does not compile:\n/, '')

/** Runs one validator. @returns its complaints, or why it was not run */
async function complaintsOf({ unit, program, cases }: InputCheck, { judge }: TaskContext): Promise<string[]> {
  const job = {
    language: 'c' as const,
    source: endsAtOnce,
    comparison: { kind: 'checker' as const, checker: program },
    limits: { timeMs: 1_000, memoryMb: 64 },
    cases: cases.map(({ input, arguments: given }) => ({ input, expected: '', keep: true, arguments: given })),
  }
  const outcome = await judge(job).catch((error: unknown) => {
    if (error instanceof NoMachine) return error.message
    throw error
  })
  if (typeof outcome === 'string') return [`${unit} was not run: ${outcome}`]
  if (outcome.kind !== 'judged') return [`${unit} could not be run: ${firstLine(reasonIn(outcome.message))}`]
  const rejected = outcome.cases.filter(({ verdict }) => verdict !== 'accepted')
  const complaints = rejected.map(({ place, remark, error }) => {
    const words = firstLine(remark ?? error)
    return `${cases[place]?.name}.in is rejected by ${unit}${words ? `: ${words}` : ''}`
  })
  const more = complaints.length - maxComplaints
  return more > 0 ? [...complaints.slice(0, maxComplaints), `${unit} rejects ${more} more inputs`] : complaints
}

/** Runs input validators as trials of the person who imports the package. @returns their complaints */
export async function runInputChecks(app: Services, actor: Actor, checks: readonly InputCheck[]): Promise<string[]> {
  if (checks.length === 0) return []
  const notes: string[] = []
  const queue = app.judgeQueue
  const id = newId()
  queue.requireRoom(actor.id)
  let isDone = false
  queue.add({
    id,
    owner: actor.id,
    kind: 'trial',
    total: checks.reduce((sum, { cases }) => sum + cases.length, 0),
    execute: async (context) => {
      notes.length = 0
      for (const check of checks) {
        notes.push(...(await complaintsOf(check, context)))
      }
      isDone = true
      return {}
    },
  })
  const timer = setTimeout(() => queue.cancel(actor.id, id), maxMs)
  const { message = '' } = await queue.finished(actor.id, id)
  clearTimeout(timer)
  return isDone ? notes : [...notes, `The input validators were not run on all cases: ${message}`]
}
