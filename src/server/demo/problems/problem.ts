import { verdictOf } from '#shared/coding/coding.rules.ts'
import type { CodingQuestionInput } from '#shared/coding/coding.schema.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import { type SeedProgram, verdictsOf } from '../programs/program.ts'

/** Languages of the demo's questions: those that setup installs and that have demo programs. */
export const demoLanguages: Language[] = ['javascript', 'python', 'java', 'cpp', 'c', 'csharp', 'go', 'rust']

/** A demo coding question. */
export interface SeedProblem
  extends Pick<CodingQuestionInput, 'title' | 'description' | 'tags' | 'time_limit' | 'memory_limit'>,
    Required<Pick<CodingQuestionInput, 'difficulty' | 'constraints' | 'input_format' | 'output_format'>> {
  explanation: string
  /** Computed by hand, to check `solve`. */
  samples: readonly (readonly [input: string, output: string])[]
  /** Inputs of the hidden cases; `solve` computes their outputs. */
  hidden: readonly string[]
  solve: (input: string) => string
  /** Reference solutions. */
  solutions?: readonly SeedProgram[]
}

/** Creates the form that an author would submit. Hidden cases weigh more than samples, whose outputs are public. */
export const formOf = ({ samples, hidden, solve, solutions = [], ...texts }: SeedProblem): CodingQuestionInput => ({
  ...texts,
  supported_languages: demoLanguages,
  testCases: [
    ...samples.map(([input, expected_output]) => ({ input, expected_output, is_sample: true, weight: 5 })),
    ...hidden.map((input) => ({ input, expected_output: solve(input), is_sample: false, weight: 15 })),
  ],
  solutions: solutions.map((program) => ({
    language: program.language,
    code: program.code,
    expected_verdict: verdictOf(verdictsOf(program).map((verdict) => ({ verdict }))),
  })),
})

/** Extracts all integers from a string. */
export const numbersIn = (text: string) => (text.match(/-?\d+/g) ?? []).map(Number)

/** Formats a program's input: one line per argument, with array values separated by spaces. */
export const inputOf = (...lines: readonly (string | number | readonly (string | number)[])[]) =>
  `${lines.map((line) => (typeof line === 'object' ? line.join(' ') : line)).join('\n')}\n`

/** Returns a random integer from `min` to `max`, inclusive. */
export const between = (random: () => number, min: number, max: number) => min + Math.floor(random() * (max - min + 1))

export const many = <Item>(count: number, make: (place: number) => Item): Item[] =>
  Array.from({ length: count }, (_, place) => make(place))
