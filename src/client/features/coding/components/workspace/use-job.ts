import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import type { SubmitCodeAnswer } from '#shared/coding/submissions.schema.ts'
import { codingMessages, runFailed } from '../../model/coding-text.ts'
import { JobFollower, type JobView } from '../../model/job-follower.ts'
import type { Program } from '../../model/local-code.ts'
import { useFollowPorts, useStartRun, useStartSubmission, useSubmitted } from '../../queries.ts'

/** A run or a submission, from the time its button is pressed. */
export interface Job {
  kind: 'run' | 'submission'
  /** True for a run with custom input instead of the samples. */
  own: boolean
  view: JobView | undefined
  /** The reason there is no result, as a message for the user. */
  failure: string | undefined
}

interface JobOptions {
  questionId: string
  testAttemptId: string | undefined
  writer: string | undefined
  onSubmitted: ((answer: SubmitCodeAnswer) => void) | undefined
}

/** Starts runs and submissions, one at a time, and follows each until it ends. */
export function useJob({ questionId, testAttemptId, writer, onSubmitted }: JobOptions) {
  const [job, setJob] = useState<Job | null>(null)
  const follower = useRef<JobFollower | null>(null)
  const busy = useRef(false)
  const ports = useFollowPorts()
  const startRun = useStartRun()
  const startSubmission = useStartSubmission()
  const submitted = useSubmitted()
  useEffect(() => () => follower.current?.stop(), [])

  const tell = useEffectEvent((answer: SubmitCodeAnswer) => {
    submitted()
    onSubmitted?.(answer)
  })
  const failureOf = (kind: Job['kind'], message: string) => (kind === 'run' ? runFailed(message) : message)

  const follow = (kind: Job['kind'], own: boolean, jobId: string) => {
    follower.current?.stop()
    let isReported = false
    follower.current = new JobFollower(ports[kind], jobId, (view) => {
      const { progress, failure } = view
      const words =
        failure ?? (progress?.state === 'failed' ? (progress.message ?? codingMessages.submitFailed) : undefined)
      if (words !== undefined || progress?.state === 'done') busy.current = false
      setJob({ kind, own, view, failure: words === undefined ? undefined : failureOf(kind, words) })
      if (progress?.submission && !isReported) {
        isReported = true
        tell(progress.submission)
      }
    })
    follower.current.start()
  }

  const start = async (kind: Job['kind'], { code, language }: Program, stdin?: string) => {
    if (busy.current) return
    const own = stdin !== undefined
    if (code.trim() === '') return setJob({ kind, own, view: undefined, failure: codingMessages.writeFirst })
    busy.current = true
    setJob({ kind, own, view: undefined, failure: undefined })
    const form = { questionId, code, language, ...(testAttemptId !== undefined && { testAttemptId, writer }) }
    try {
      const { jobId } =
        kind === 'run'
          ? await startRun.mutateAsync({ ...form, ...(own && { stdin }) })
          : await startSubmission.mutateAsync({ ...form, isPractice: testAttemptId === undefined })
      if (kind === 'submission') submitted()
      follow(kind, own, jobId)
    } catch (error) {
      busy.current = false
      const message = messageOf(error, kind === 'run' ? 'Something went wrong' : codingMessages.submitFailed)
      setJob({ kind, own, view: undefined, failure: failureOf(kind, message) })
    }
  }
  return { job, start }
}
