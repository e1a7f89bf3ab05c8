import type { PaperParts } from './paper.ts'

/** `important` is news that the student must not miss. */
export type NoticeTone = 'warning' | 'news' | 'important'

/** The display time of a notice by tone, in ms. */
export const noticeMs: Record<NoticeTone, number> = { warning: 6_000, news: 10_000, important: 20_000 }

export interface Notice {
  id: number
  sentence: string
  tone: NoticeTone
}

const list = (words: readonly (number | string)[]) =>
  words.length < 2 ? `${words[0] ?? ''}` : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** `question 3`, `questions 1 and 4 of Aptitude, question 2 of Verbal`. */
function questionNames(paper: PaperParts, ids: readonly string[]): string {
  const groups = paper.parts.flatMap(({ name, questions }) => {
    const numbers = questions.flatMap(({ id }, index) => (ids.includes(id) ? index + 1 : []))
    if (numbers.length === 0) return []
    const word = numbers.length === 1 ? 'question' : 'questions'
    return `${word} ${list(numbers)}${name === null ? '' : ` of ${name}`}`
  })
  return groups.join(', ')
}

/** `“Sum” and “Longest run”`. Empty without coding questions. */
const codeNames = ({ coding }: PaperParts, ids: readonly string[]) =>
  list(coding.flatMap(({ questionId, title }) => (ids.includes(questionId) ? `“${title}”` : [])))

/** For answers or code replaced by newer versions from another device. */
export function replaced(paper: PaperParts, ids: readonly string[]): string {
  const code = codeNames(paper, ids)
  if (code) return `Your code for ${code} was changed on another device. The newer version is shown.`
  const text = questionNames(paper, ids)
  const names = text.charAt(0).toUpperCase() + text.slice(1)
  return ids.length === 1
    ? `${names} was answered on another device. The newer answer is shown.`
    : `${names} were answered on another device. The newer answers are shown.`
}

/** For answers or code that the server rejected because their section was not open. */
export function notTaken(paper: PaperParts, ids: readonly string[]): string {
  const code = codeNames(paper, ids)
  if (code) return `Your code for ${code} arrived while the coding section was not open. That version does not count.`
  const names = questionNames(paper, ids)
  return ids.length === 1
    ? `Your latest answer to ${names} arrived after the section closed and does not count.`
    : `Your latest answers to ${names} arrived after the section closed and do not count.`
}

export const codeTooLarge = (paper: PaperParts, ids: readonly string[]) =>
  `Your code for ${codeNames(paper, ids)} is larger than 64 kB. Shorten it to save it.`

/** Time given back may be less than a minute. */
export function extraTimeGiven(minutes: number): string {
  const whole = minutes < 1 ? Math.round(minutes * 60) : Math.round(minutes)
  const unit = minutes < 1 ? 'second' : 'minute'
  return `You have been given ${whole} more ${whole === 1 ? unit : `${unit}s`}.`
}

/** For a section that closed because its time ran out. */
export const sectionOver = (closed: string, open: string) => `Time is up for ${closed}. You are now in ${open}.`

/** For a section that was left on another device or in another tab. */
export const sectionLeftElsewhere = (closed: string, open: string) =>
  `${closed} was closed elsewhere. You are now in ${open}.`

/** For a section that got more time after this device considered it closed. */
export const sectionOpenAgain = (open: string) => `${open} is still open: you have more time.`

export const tookOver =
  'This test was open in another tab or on another device. You can now continue here, and nothing is lost.'

export const proctoringSentences = {
  tabSwitch: 'Warning: You switched tabs! This activity is being monitored.',
  fullscreenExit: 'Warning: You exited fullscreen! Please stay in fullscreen mode.',
  fullscreenNeeded: 'Please allow fullscreen mode to continue with the test.',
} as const

export const leaveFailed = 'The section could not be closed. Please try again.'
/** For a file whose upload ended when this page could no longer change the answer. */
export const notAttached = (paper: PaperParts, questionId: string, name: string) =>
  `“${name}” was uploaded, but it could not be added to ${questionNames(paper, [questionId])}. Choose it again where you continue the test.`

export const submitFailed = 'Failed to submit test. Please try again.'

/**
 * Says why a submission was refused.
 * @param rejected ids of the questions whose answers the server cannot accept; @param reason its message
 */
export function submitRefused(paper: PaperParts, rejected: readonly string[], reason: string): string {
  const answers = questionNames(paper, rejected)
  const programs = codeNames(paper, rejected)
  const changes = [answers && `your answer to ${answers}`, programs && `your code for ${programs}`].filter(Boolean)
  if (changes.length === 0) return submitFailed
  return `The test was not submitted. Change ${changes.join(' and ')}: ${reason}.`
}
