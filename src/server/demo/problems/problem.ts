import { verdictOf } from '#shared/coding/coding.rules.ts'
import type { CodingQuestionInput } from '#shared/coding/coding.schema.ts'
import { languages } from '#shared/coding/languages.rules.ts'
import type { SeedProgram } from '../programs/program.ts'

/** A coding question of the demo. */
export interface SeedProblem
  extends Pick<CodingQuestionInput, 'title' | 'description' | 'tags' | 'time_limit' | 'memory_limit'>,
    Required<Pick<CodingQuestionInput, 'difficulty' | 'constraints' | 'input_format' | 'output_format'>> {
  explanation: string
  /** Worked out by hand, so that they bear out `solve`. */
  samples: readonly (readonly [input: string, output: string])[]
  /** Inputs that nobody is shown; their outputs are what `solve` answers. */
  hidden: readonly string[]
  solve: (input: string) => string
  /** Reference solutions; each must get the verdict that the judge gave it. */
  solutions?: readonly SeedProgram[]
}

/** The form that the author sends. Hidden cases weigh more than those whose answer everybody can read. */
export const formOf = ({ samples, hidden, solve, solutions = [], ...texts }: SeedProblem): CodingQuestionInput => ({
  ...texts,
  supported_languages: [...languages],
  testCases: [
    ...samples.map(([input, expected_output]) => ({ input, expected_output, is_sample: true, weight: 5 })),
    ...hidden.map((input) => ({ input, expected_output: solve(input), is_sample: false, weight: 15 })),
  ],
  solutions: solutions.map(({ language, code, cases }) => ({
    language,
    code,
    expected_verdict: verdictOf(cases.map(([verdict]) => ({ verdict }))),
  })),
})

/** Every whole number of a text. */
export const numbersIn = (text: string) => (text.match(/-?\d+/g) ?? []).map(Number)

/** Lines of words, as a program reads them. */
export const inputOf = (...lines: readonly (string | number | readonly (string | number)[])[]) =>
  `${lines.map((line) => (typeof line === 'object' ? line.join(' ') : line)).join('\n')}\n`

/** A whole number from `least` to `most`. */
export const between = (random: () => number, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1))

export const many = <Item>(count: number, make: (place: number) => Item): Item[] =>
  Array.from({ length: count }, (_, place) => make(place))
