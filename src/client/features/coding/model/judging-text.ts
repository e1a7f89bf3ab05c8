import {
  type CheckerProtocol,
  type ComparisonName,
  defaultTolerance,
  type interactorProtocols,
} from '#shared/coding/comparison.schema.ts'
import type { GroupScoring } from '#shared/coding/groups.schema.ts'
import type { QuestionDetail } from '../queries.ts'

/** Labels and descriptions of the comparisons, for authors. */
export const comparisonTexts: Record<ComparisonName, { label: string; text: string }> = {
  lines: {
    label: 'Line by line',
    text: 'Each line must match. Spaces at the end of a line and blank lines at the end do not count.',
  },
  tokens: { label: 'Word by word', text: 'Each word must match. Spaces and line breaks do not count.' },
  numbers: {
    label: 'Numbers with a tolerance',
    text: 'Like word by word, but numbers may differ by a small amount.',
  },
  unordered: { label: 'Lines in any order', text: 'The same lines must be printed, in any order.' },
  checker: {
    label: 'A checker program',
    text: 'Your own program decides whether an output is correct. It can award partial points.',
  },
  interactive: {
    label: 'An interactor program',
    text: 'The program and your own program talk to each other. Yours decides whether the other one is correct.',
  },
}

/** The noun for the author's judging program. */
export const programName = (comparison: ComparisonName | undefined) =>
  comparison === 'interactive' ? 'interactor' : 'checker'

/** Labels and descriptions of interactor protocols, for authors. */
export const interactorTexts: Record<(typeof interactorProtocols)[number], { label: string; text: string }> = {
  kattis: {
    label: 'Kattis',
    text: 'Gets the paths of the input, the expected output and a feedback folder as arguments. Reads what the program prints from standard input and prints what the program reads. Exits with 42 if the program is correct and 43 if it is wrong. May write judgemessage.txt and score.txt (0 to 1) to the folder.',
  },
  testlib: {
    label: 'testlib',
    text: 'Uses registerInteraction: inf is the input, ouf what the program prints, and standard output what it reads. Ends with quitf. Upload testlib.h below.',
  },
}

/** Labels and descriptions of checker protocols, for authors. */
export const protocolTexts: Record<CheckerProtocol, { label: string; text: string }> = {
  plain: {
    label: 'Plain (JSON)',
    text: 'Reads {"input", "expected", "output"} from standard input and prints {"score": 0 to 1, "message": "…"}.',
  },
  kattis: {
    label: 'Kattis',
    text: 'Gets the paths of the input, the expected output and a feedback folder as arguments, and the output on standard input. Exits with 42 if the output is correct and 43 if it is wrong. May write judgemessage.txt and score.txt (0 to 1) to the folder.',
  },
  testlib: {
    label: 'testlib',
    text: 'Gets the paths of the input, the output and the expected output as arguments. Ends with quitf: _ok, _wa, _pe, or _pc(percent) for partial points. Upload testlib.h below.',
  },
}

export const scoringTexts: Record<GroupScoring, { label: string; text: string }> = {
  all: { label: 'Every case must pass', text: 'All points if every case passes, otherwise none.' },
  min: { label: 'The worst case counts', text: 'The lowest share that the checker gives to any case.' },
  sum: {
    label: 'Each case counts by its weight',
    text: 'Each case that passes adds points. Weights matter only in these groups.',
  },
}

const decimals = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 })

type Judging = Pick<QuestionDetail, 'comparison' | 'tolerance' | 'ignore_case'>

function toleranceText({ absolute, relative }: NonNullable<Judging['tolerance']>): string {
  const isOpen = absolute === undefined && relative === undefined
  const [most = 0, share = 0] = isOpen ? [defaultTolerance, defaultTolerance] : [absolute, relative]
  if (most === 0 && share === 0) return 'Numbers are compared by value, so 1.0 and 1 are equal.'
  const numbers = 'Your numbers may differ from the expected ones by'
  if (most === share) return `${numbers} ${decimals.format(most)} (absolute or relative).`
  if (share === 0) return `${numbers} ${decimals.format(most)}.`
  const relativeText = `${decimals.format(share)} times the expected number`
  return most === 0 ? `${numbers} ${relativeText}.` : `${numbers} ${decimals.format(most)}, or by ${relativeText}.`
}

/** How the student's output is compared; null if line by line. */
export function comparisonText({ comparison = 'lines', tolerance = {}, ignore_case = false }: Judging): string | null {
  const caseText = ignore_case ? ' Upper and lower case do not matter.' : ''
  switch (comparison) {
    case 'lines':
      return null
    case 'tokens':
      return `Your output is compared word by word. Spaces and line breaks do not matter.${caseText}`
    case 'numbers':
      return `${toleranceText(tolerance)}${caseText}`
    case 'unordered':
      return 'The order of lines does not matter.'
    case 'checker':
      return 'Several answers may be right: a checker judges your output.'
    case 'interactive':
      return 'Your program talks to another program. Flush your output after every message, and read only what has been sent.'
  }
}
