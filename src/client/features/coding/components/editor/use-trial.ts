import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { type TrialForm, trialForm } from '#shared/coding/coding.schema.ts'
import { isUnderWay, JobFollower, type JobView } from '../../model/job-follower.ts'
import {
  alertOf,
  checkDraft,
  type DraftSolution,
  inputOf,
  judgingFields,
  type QuestionDraft,
} from '../../model/question-draft.ts'
import { useCancelTrial, useFollowPorts, useStartTrial } from '../../queries.ts'
import { useDraftStore } from './use-question-draft.ts'

/** A run of an unsaved solution, with the code and judging that it used. */
export interface Trial {
  solution: DraftSolution
  draft: Pick<QuestionDraft, (typeof judgingFields)[number]>
  /** The judging as sent; undefined if it has errors. */
  form: TrialForm | undefined
  view: JobView | undefined
  failure: string | undefined
}

/** True if a field affects the run. Errors in other fields do not block the run. */
const matters = (at: number) => (path: string) =>
  judgingFields.some((field) => field === path.split('.')[0]) || path.startsWith(`solutions.${at}.`)

/** Runs one of the form's solutions on the form's test cases, one run at a time. @param at the solution's index */
export function useTrial(at: number) {
  const store = useDraftStore()
  const [trial, setTrial] = useState<Trial | null>(null)
  const follower = useRef<JobFollower | null>(null)
  const jobId = useRef<string | null>(null)
  const { run: ports } = useFollowPorts()
  const start = useStartTrial()
  const cancel = useCancelTrial()
  useEffect(() => () => follower.current?.stop(), [])

  const run = async () => {
    const { draft } = store.read()
    const solution = draft.solutions[at]
    if (!solution || (trial && isUnderWay(trial))) return
    const errors = Object.fromEntries(
      Object.entries(checkDraft(draft, store.initial).errors).filter(([path]) => matters(at)(path)),
    )
    const { language, code, files } = solution
    const { data: form } = trialForm.safeParse({ ...inputOf(draft), language, code, files })
    const begun: Trial = { solution, draft, form, view: undefined, failure: undefined }
    if (!form || Object.keys(errors).length > 0) {
      store.showErrors(errors)
      return setTrial({ ...begun, failure: alertOf(errors) ?? 'Fix the test cases, limits or judging first.' })
    }
    setTrial(begun)
    try {
      const job = await start.mutateAsync(form)
      jobId.current = job.jobId
      follower.current = new JobFollower(ports, job.jobId, (view) => {
        const { progress, failure } = view
        const failed = progress?.state === 'failed' ? (progress.message ?? 'Failed to run the solution') : undefined
        setTrial({ ...begun, view, failure: failure ?? failed })
      })
      follower.current.start()
    } catch (error) {
      setTrial({ ...begun, failure: messageOf(error, 'Failed to run the solution') })
    }
  }
  /** Cancels the run. The follower reports the end as for any other run. */
  const stop = () => {
    if (jobId.current !== null) cancel.mutate({ jobId: jobId.current })
  }
  return { trial, run, stop }
}
