import { conflict, DomainError, notFound, refused } from '#shared/errors.ts'

export const assignmentNotFound = () => notFound('Assignment')
export const testNotFound = () => notFound('Test')
export const collegeNotFound = () => notFound('College')
export const studentNotFound = () => notFound('Student')
export const collegeInactive = (names: string[]) =>
  new DomainError('CONFLICT', `A test cannot be assigned to an inactive college: ${names.join(', ')}`)
export const ownedByCollege = () =>
  conflict('A college wrote this test for its own students. It cannot be offered to other colleges.')
export const alreadyDecided = (status: string) => conflict(`This assignment has already been ${status}`)
export const releasedAlready = (what: 'Scores' | 'Answers') => conflict(`${what} have already been released`)
export const notReleasedByStaff = (what: 'Scores' | 'Answers') =>
  conflict(`Staff cannot release the ${what.toLowerCase()} of this test`)
export const notRejected = () => conflict('Only a rejected test can be reconsidered')
export const startedInTheMeantime = () => conflict('The test has already started, so its rejection is final')
export const notAccepted = () => conflict('Please accept the test before assigning it to students')
export const noStudents = () => refused('Please select at least one student')
export const hasStarted = () => conflict('This student has already started the test')
