import { Stack } from '@mantine/core'
import { useState } from 'react'
import { localStore } from '#client/lib/device/browser.ts'
import { durationText, formatDateTime } from '#client/lib/time.ts'
import type { StudentAssignment } from '#shared/assignments/assignments.schema.ts'
import { round2 } from '#shared/numbers.ts'
import { rulesInWords } from '#shared/tests/exam.rules.ts'
import { schemeInWords } from '#shared/tests/scheme-words.rules.ts'
import type { Paper, TestAnswer, TestSummary } from '#shared/tests/tests.schema.ts'
import { keepsAnything } from '../model/attempt-storage.ts'
import { choiceSectionName, codingSectionName } from '../model/paper.ts'
import classes from './instructions.module.css'

/** The section fields shown in the instructions. */
export type SectionFacts = Omit<Paper['sections'][number], 'questions'>

/** A test's sections, with coding last. @returns undefined while loading */
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

/** The sections in order, with questions, minutes and marks. */
export function SectionTable({ sections }: { sections: readonly SectionFacts[] }) {
  return (
    <table className={`figure-table ${classes.sections}`}>
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

/** The minutes of all sections, coding included. */
export const minutesOf = (test: TestSummary) => round2(test.duration + test.codingDuration)

/** A test's rules and marking scheme. */
export type TestTerms = Pick<
  TestAnswer,
  | 'rules'
  | 'objectionsUntil'
  | 'sections'
  | 'penalty'
  | 'floor'
  | 'passMark'
  | 'bestOf'
  | 'sectionCutoffs'
  | 'shuffleQuestions'
>

interface RulesProps {
  assignment: StudentAssignment
  terms: TestTerms | undefined
  hasSections: boolean
}

/** The rules that apply to the test's kinds of questions. */
export function Rules({ assignment: { testId: test, extraMinutes }, terms, hasSections }: RulesProps) {
  const [keeps] = useState(() => keepsAnything(localStore))
  const hasChoice = test.numberOfQuestions > 0
  const hasCoding = test.codingCount > 0
  // Time given back after server downtime may not be a whole number of minutes.
  const extra = Math.round(extraMinutes)
  const work = hasChoice && hasCoding ? 'answers and code' : hasCoding ? 'code' : 'answers'
  return (
    <Stack component="ul" gap={8} pl={18} lh={1.55} className={classes.rules}>
      <li>
        You have <strong>{durationText(minutesOf(test) + extra)}</strong>
        {extra > 0 && `, including ${durationText(extra)} of extra time`}. The clock keeps running when you close the
        page. When time runs out, your test is submitted automatically.
      </li>
      {hasSections && (
        <li>
          Take the sections in this order. Each has its own clock and closes when its time runs out or when you move to
          the next one. <strong>You can't return to a section</strong>, and unused time is not carried over.
        </li>
      )}
      <li>
        Your {work} {hasChoice ? 'are' : 'is'} saved as you {hasChoice ? 'work' : 'type'}. If the connection drops, keep
        going: your {work} {hasChoice ? 'stay' : 'stays'} {keeps ? 'on this device' : 'here while this page is open'}{' '}
        until the connection is back. You can resume after a reload or on another device.
        {!keeps && ` This browser can't store answers: don't close or reload the page until everything is sent.`}
      </li>
      {hasCoding && (
        <li>
          {hasChoice ? `In the ${codingSectionName} section, you write` : 'You write'} a program for each problem. Run
          tries it on the samples, and Submit judges it on all test cases. Your best submission counts. Your latest code
          for each problem is judged automatically, even if you didn't submit it.
        </li>
      )}
      {!hasChoice && <li>Work on the problems in any order until you submit the test.</li>}
      {hasChoice && (
        <li>
          You can answer the questions {hasSections ? 'of the open section ' : ''}in any order, and change, clear or
          mark answers for review until {hasSections ? 'the section closes' : 'you submit'}.
        </li>
      )}
      <li>
        Stay in full screen, in this tab and on this device. Leaving, copying and pasting are recorded and shown to your
        college, but never end your test.{hasCoding && ' Moving your own code around does not count as pasting.'}
      </li>
      {hasCoding && (
        <li>
          While you write a program, your edits, pastes and runs are recorded with their times, and your college can
          play them back.
        </li>
      )}
      <li>
        Work alone, without help or other material. You can take this test{' '}
        {test.testType === 'Practice' ? 'as often as you like' : 'once'}.
      </li>
      {terms &&
        [...schemeInWords(terms, terms.sections), ...rulesInWords(terms.rules, hasChoice)].map((words) => (
          <li key={words}>{words}</li>
        ))}
      {terms?.objectionsUntil && terms.rules.keyRelease !== 'never' && hasChoice && (
        <li>
          Once you can see the correct answers, you can object to questions until{' '}
          {formatDateTime(terms.objectionsUntil)}.
        </li>
      )}
      {hasChoice && (
        <li className={classes.keyboardOnly}>
          Keyboard: <kbd>A</kbd> <kbd>B</kbd> … choose options, <kbd>←</kbd> <kbd>→</kbd> move, <kbd>M</kbd> marks for
          review, <kbd>Delete</kbd> clears, <kbd>?</kbd> shows the keys.
        </li>
      )}
    </Stack>
  )
}
