import { Link } from '@tanstack/react-router'
import { TestLink } from '#client/features/assignments/components/test-link.tsx'
import type { Placed } from '#client/features/assignments/model/my-test-order.ts'
import { releaseText } from '#client/features/attempts/model/result-text.ts'
import { typeLabels } from '#client/features/tests/model/labels.ts'
import { windowText } from '#client/features/tests/model/window-clock.ts'
import { percentText } from '#client/lib/percent.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import classes from './activity-list.module.css'
import frame from './dashboard-section.module.css'

/** Text of an empty list, with the first step. */
const Nothing = ({ children }: { children: string }) => (
  <p className={`${frame.frame} ${classes.text}`} style={{ margin: 0 }}>
    {children} <Link to="/my-tests">Open My Tests</Link>
  </p>
)

/** The latest submitted attempts, newest first. */
export function RecentActivity({ tests }: { tests: readonly Placed[] }) {
  if (tests.length === 0) return <Nothing>Tests you have submitted appear here.</Nothing>
  return (
    <ul className={classes.list}>
      {tests.map(({ assignment: { id, testId, attempt }, status }) => (
        <li key={id} className={classes.row}>
          <div className={classes.what}>
            <div className={classes.name} title={testId.testName}>
              <TestLink testId={testId.id} status={status} className={classes.link}>
                {testId.testName}
              </TestLink>
            </div>
            <div className={classes.text}>
              {typeLabels[testId.testType]} · {testId.subject} · <RelativeTime value={attempt?.submittedAt ?? null} />
            </div>
          </div>
          {attempt && (
            <div className={classes.score}>
              {attempt.percentage === null ? (
                <div className={classes.aside}>{releaseText(attempt.releaseAt)}</div>
              ) : (
                <>
                  {percentText(attempt.percentage)}
                  <div className={classes.aside}>
                    {attempt.marksObtained} of {testId.totalMarks}
                  </div>
                </>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Tests by start time, latest first, each with its status. @param now server time, ms UTC */
export function Timeline({ tests, now }: { tests: readonly Placed[]; now: number }) {
  if (tests.length === 0) return <Nothing>Your tests appear here by their dates.</Nothing>
  return (
    <ol className={classes.list}>
      {tests.map(({ assignment: { id, testId, attempt }, status }) => (
        <li key={id} className={classes.row}>
          <span className={classes.dot} data-status={status} aria-hidden />
          <div className={classes.what}>
            <div className={classes.name} title={testId.testName}>
              <TestLink testId={testId.id} status={status} className={classes.link}>
                {testId.testName}
              </TestLink>
            </div>
            <div className={classes.text}>{windowText(testId, now)}</div>
          </div>
          <div className={classes.score}>
            {attempt?.percentage != null && percentText(attempt.percentage)}
            <div className={classes.aside}>{status}</div>
          </div>
        </li>
      ))}
    </ol>
  )
}
