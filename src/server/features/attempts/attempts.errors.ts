import { fileEmpty, fileTypeRefused } from '#shared/attempts/files.schema.ts'
import { type Language, languageNames } from '#shared/coding/languages.rules.ts'
import { conflict, DomainError, invalid, notFound, refused, sentences } from '#shared/errors.ts'
import type { Place } from './start-queue.ts'

export const notStartedYet = () => conflict('Test has not started yet')
/**
 * The student must wait in the start queue.
 * @param number the place in the queue; @param seconds the estimated wait
 */
export function queued({ number, seconds }: Place) {
  // Long waits end at different times, so that the students do not all call again at once.
  const retryAfter = Math.min(seconds, 15 + (number % 15))
  const about = seconds === 1 ? '1 second' : `${seconds} seconds`
  const message = `Many students are starting at the same time. You are number ${number} in the queue: about ${about} to go. Your time has not started.`
  return new DomainError('TOO_MANY_REQUESTS', message, undefined, retryAfter)
}
export const hasEnded = () => conflict('Test has ended')
export const alreadyAttempted = () => conflict('You have already attempted this test')
export const notStartedByStudent = () => conflict('Please start the test first')
export const alreadySubmitted = () => conflict('This test has already been submitted')
export const timeIsOver = () => conflict('Time is up. Answers saved before the deadline count.')
export const notReleased = () => conflict(sentences.notReleased)
export const notMarked = () => conflict(sentences.notMarked)
export const openElsewhere = () => conflict(sentences.openElsewhere)
/** @param address the client's address as the server sees it, so staff can allow it */
export const outsideNetwork = (address: string) =>
  new DomainError('FORBIDDEN', `${sentences.outsideNetwork} Your address is ${address}.`)
export const anyDevice = () => conflict('This test has no one-device rule')
export const anyNetwork = () => conflict('This test has no network restriction')
export const notSubmitted = () => conflict('This test has not been submitted yet')
export const sectionNotReached = () => conflict('This section is not open yet')
export const lastSection = () => conflict('This is the last section; submit the test instead')
export const testNotFound = () => notFound('Test')
export const resultNotFound = () => notFound('Result')
export const receiptNotFound = () => notFound('Receipt')
export const attemptNotFound = () => notFound('Attempt')
export const assignmentNotFound = () => notFound('Assignment')
export const studentNotFound = () => notFound('Student')
export const noStudents = () => refused('Please select at least one student')
export const stillRunning = () => conflict('This attempt is still running')
export const codingNotOpen = () => conflict('The coding section is not open')
export const codeTooLarge = () => new DomainError('TOO_LARGE', 'The code must be at most 64 kB')
export const languageMissing = (position: number) =>
  invalid([{ field: `answers.${position}.language`, message: 'Please specify the language of the code' }])
export const languageNotAccepted = (position: number, language: Language) =>
  invalid([
    { field: `answers.${position}.language`, message: `This question does not accept ${languageNames[language]}` },
  ])
export const notInPaper = (position: number) =>
  invalid([{ field: `answers.${position}.questionId`, message: 'This question is not part of the test' }])
export const noJournalHere = () =>
  invalid([{ field: 'chunks', message: 'This question is not a coding question of the test' }])
export const noFilesHere = () => invalid([{ field: 'questionId', message: 'This question does not accept files' }])
export const sectionNotOpen = () => conflict('This section is not open')
export const tooManyFiles = () =>
  invalid([{ field: 'file', message: 'The files uploaded in this test are too large or too many' }])
export const fileIsEmpty = () => invalid([{ field: 'file', message: fileEmpty }])
export const fileDamaged = () =>
  invalid([
    { field: 'file', message: 'The file is damaged or incomplete. Please save it again and upload the new file' },
  ])
export const fileTypeNotAccepted = () => new DomainError('UNSUPPORTED_TYPE', fileTypeRefused)
export const fileNotFound = () => notFound('File')
export const unknownFile = (position: number, name: string) =>
  invalid([{ field: `answers.${position}.answer.files`, message: `“${name}” was not uploaded for this question` }])
/** @param expected what the question takes, see `expectedAnswer` */
export const notAnAnswer = (position: number, expected: string) =>
  invalid([{ field: `answers.${position}`, message: `Must be ${expected}` }])
