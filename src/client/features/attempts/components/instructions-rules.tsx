import { useState } from 'react'
import { round2 } from '#shared/numbers.ts'
import type { TestSummary } from '#shared/tests/schema.ts'
import { keepsAnything } from '../model/attempt-storage.ts'
import { localStore } from '../model/browser.ts'
import { choiceSectionName, codingSectionName } from '../model/paper.ts'
import classes from './instructions.module.css'

/** A section as the instructions tell of it. */
export interface SectionFacts {
  id: string
  sectionName: string
  sectionDuration: number
  numberOfQuestions: number
  marksPerQuestion: number
}

/** The sections of a test, code as the last of them. @returns undefined while they are not known */
export function sectionsOf(test: TestSummary, sections: readonly SectionFacts[] | undefined) {
  if (sections === undefined || test.codingCount === 0) return sections
  const choice =
    sections.length > 0 || test.numberOfQuestions === 0
      ? sections
      : [
          {
            id: 'choice',
            sectionName: choiceSectionName,
            sectionDuration: test.duration,
            numberOfQuestions: test.numberOfQuestions,
            marksPerQuestion: test.marksPerQuestion,
          },
        ]
  const marks = choice.reduce((sum, one) => sum + one.numberOfQuestions * one.marksPerQuestion, 0)
  const coding = {
    id: 'coding',
    sectionName: codingSectionName,
    sectionDuration: round2(test.codingDuration),
    numberOfQuestions: test.codingCount,
    marksPerQuestion: (test.totalMarks - marks) / test.codingCount,
  }
  return [...choice, coding]
}

/** The sections in their order, with what each holds. */
export function SectionTable({ sections }: { sections: readonly SectionFacts[] }) {
  return (
    <table className={classes.sections}>
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col">Questions</th>
          <th scope="col">Minutes</th>
          <th scope="col">Marks</th>
        </tr>
      </thead>
      <tbody>
        {sections.map((section, index) => (
          <tr key={section.id}>
            <th scope="row">
              {index + 1}. {section.sectionName}
            </th>
            <td>{section.numberOfQuestions}</td>
            <td>{section.sectionDuration}</td>
            <td>{Math.round(section.numberOfQuestions * section.marksPerQuestion * 100) / 100}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface RulesProps {
  /** Minutes. */
  duration: number
  /** Minutes given to this student on top. */
  extraMinutes: number
  hasSections: boolean
  hasCoding: boolean
}

/** What holds in every test. */
export function Rules({ duration, extraMinutes, hasSections, hasCoding }: RulesProps) {
  const [keeps] = useState(() => keepsAnything(localStore))
  return (
    <ul className={classes.rules}>
      <li>
        You have <strong>{duration + extraMinutes} minutes</strong>
        {extraMinutes > 0 && `, ${extraMinutes} of them given to you as extra time`}. The clock starts with the test and
        does not stop when you close the page. At 0 your test is submitted by itself.
      </li>
      {hasSections && (
        <li>
          The sections are taken in this order, each with its own clock. When its time is over, or when you leave it for
          the next one, a section is closed: <strong>a closed section cannot be reopened</strong>, and time you do not
          use is not carried over.
        </li>
      )}
      <li>
        Every answer is saved as you choose it. If the connection drops, carry on: answers are kept{' '}
        {keeps ? 'on this device' : 'while this page stays open'} and sent when it is back. You can resume after a
        reload or on another device.
        {!keeps && ' This browser stores nothing: do not close or reload the page while answers are unsent.'}
      </li>
      {hasCoding && (
        <li>
          In the section {codingSectionName} you write programs. Run tries them on the samples, Submit judges them on
          all test cases; the best submission counts. Code is saved while you write, and the last code of each problem
          is judged at the end even if you never submitted it.
        </li>
      )}
      <li>
        Questions {hasSections ? 'of the open section ' : ''}can be answered in any order, changed, cleared and marked
        for review until {hasSections ? 'the section is closed' : 'you submit'}.
      </li>
      <li>
        Stay in full screen, in this tab and on this device. Leaving, copying and pasting are recorded and shown to your
        college; they never end your test.
      </li>
      <li>Take the test by yourself, without help or other material. You can take it once.</li>
      <li className={classes.keyboardOnly}>
        Keyboard: <kbd>A</kbd>–<kbd>D</kbd> answer, <kbd>←</kbd> <kbd>→</kbd> move, <kbd>M</kbd> marks for review,{' '}
        <kbd>Delete</kbd> clears, <kbd>?</kbd> shows the keys.
      </li>
    </ul>
  )
}
