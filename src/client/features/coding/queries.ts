import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import { downloadFile } from '#client/lib/download.ts'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import { uploadFile } from '#client/lib/upload.ts'
import type { importAnswer, readCasesAnswer } from '#shared/coding/coding.schema.ts'
import { type Language, languageNames, languages } from '#shared/coding/languages.rules.ts'
import type { JobProgress } from '#shared/coding/submissions.schema.ts'
import type { FollowPorts } from './model/job-follower.ts'

export type QuestionRow = RouterOutputs['coding']['list']['questions'][number]
export type QuestionDetail = RouterOutputs['coding']['get']['question']
export type LanguageStatus = RouterOutputs['coding']['languages']['languages'][number]
export type SubmissionRow = RouterOutputs['coding']['submissions']['submissions'][number]
export type Submission = RouterOutputs['coding']['submission']['submission']

/** Polling interval for a question while its solutions are running, in ms. The list is polled half as often. */
const checkPollMs = 1_000
/** Size in characters above which a question is polled less often, because responses include the test cases. */
const largeQuestion = 200_000
const largePollMs = 5_000

/** A page of the bank. Keeps the previous page while the next one loads, and polls while a check is running. */
export const useQuestionList = (query: RouterInputs['coding']['list']) =>
  trpc.coding.list.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.questions.some(({ status }) => status === 'checking') ? 2 * checkPollMs : false,
  })

const charactersIn = ({ testCases }: QuestionDetail) =>
  testCases.reduce((sum, { input, expected_output }) => sum + input.length + expected_output.length, 0)

/**
 * One question to edit, and the progress of its check. `data` is undefined until this screen has its own response: an
 * editor must not start from cached data.
 */
export function useQuestionToEdit(id: string) {
  const query = trpc.coding.get.useQuery(
    { id },
    {
      select: ({ question }) => question,
      refetchOnMount: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: ({ state }) => {
        const question = state.data?.question
        if (question?.status !== 'checking') return false
        return charactersIn(question) > largeQuestion ? largePollMs : checkPollMs
      },
    },
  )
  return { ...query, data: query.isFetchedAfterMount ? query.data : undefined }
}

export const useQuestion = (id: string) =>
  trpc.coding.get.useQuery({ id }, { select: ({ question }) => question, staleTime: 60_000 })

export const useLanguages = () =>
  trpc.coding.languages.useQuery(undefined, { select: ({ languages }) => languages, staleTime: 300_000 })

/** A warning to staff about the judge. Undefined if there is none, and for students. */
export const useJudgeWarning = () =>
  trpc.coding.languages.useQuery(undefined, { select: ({ warning }) => warning, staleTime: 300_000 }).data

/** The reason a language cannot be judged here. Undefined if it can, or while loading. */
export function reasonAgainst(statuses: readonly LanguageStatus[] | undefined, language: Language): string | undefined {
  const status = statuses?.find((known) => known.language === language)
  if (!status || status.available) return undefined
  return status.reason ?? 'Not available on this machine'
}

/** The compiler or interpreter with its flags: "g++ 12.2.0, -std=gnu++17 -O2". Undefined if the language is off. */
export function compilerOf(statuses: readonly LanguageStatus[] | undefined, language: Language): string | undefined {
  const { available, compiler, version, flags } = statuses?.find((known) => known.language === language) ?? {}
  if (!available) return undefined
  return [[compiler, version].filter(Boolean).join(' '), flags].filter(Boolean).join(', ')
}

/** Choices for a program of the author. Languages that this machine cannot judge are disabled. */
export function useLanguageChoices(offered: readonly Language[] = languages) {
  const { data: statuses } = useLanguages()
  return offered.map((value) => {
    const disabled = reasonAgainst(statuses, value) !== undefined
    return { value, label: disabled ? `${languageNames[value]} (not on this machine)` : languageNames[value], disabled }
  })
}

function useBankChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.coding.list.invalidate()
    void utilities.coding.get.invalidate()
    void utilities.coding.practice.invalidate()
  }
}

/** Caches the saved question at once, so no outdated status is shown during the refetch. */
function useSaved() {
  const utilities = trpc.useUtils()
  const changed = useBankChanged()
  return (answer: RouterOutputs['coding']['create']) => {
    utilities.coding.get.setData({ id: answer.question.id }, answer)
    changed()
  }
}

export const useCreateQuestion = () => trpc.coding.create.useMutation({ onSuccess: useSaved() })
export const useUpdateQuestion = () => trpc.coding.update.useMutation({ onSuccess: useSaved() })
/** Also refreshes after a failure, because the question may already have been deleted. */
export const useDeleteQuestion = () => trpc.coding.delete.useMutation({ onSettled: useBankChanged() })
export const useRestoreQuestion = () => trpc.coding.restore.useMutation({ onSettled: useBankChanged() })

/** Fetches the uses of a question, to show them before deletion. */
export function useFetchUsage() {
  const { client } = trpc.useUtils()
  return (id: string) => client.coding.usage.query({ id })
}

export const useCheckQuestion = () => trpc.coding.check.useMutation({ onSettled: useBankChanged() })

/** Parses a zip of test cases on the server without storing it. */
export const useReadCases = () =>
  useMutation({
    mutationFn: (file: File) => uploadFile<z.output<typeof readCasesAnswer>>('/api/coding/test-cases', 'file', file),
  })

export function useImportPackage() {
  const changed = useBankChanged()
  return useMutation({
    mutationFn: (file: File) =>
      uploadFile<z.output<typeof importAnswer>>('/api/coding/questions/import', 'file', file, {
        fields: { practice: 'false' },
      }),
    onSuccess: changed,
  })
}

export const exportQuestion = (id: string, name: string) =>
  downloadFile(`/api/coding/questions/${encodeURIComponent(id)}/export`, { name })

export const usePractice = () => trpc.coding.practice.useQuery()

/** Polling interval for the submissions while any of them is being judged, in ms. */
const judgingPollMs = 2_000

/** The user's submissions to a question, newest first. */
export const useSubmissions = (query: RouterInputs['coding']['submissions']) =>
  trpc.coding.submissions.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.submissions.some(({ status }) => status === 'queued' || status === 'judging') ? judgingPollMs : false,
  })

export const useSubmission = (id: string) =>
  trpc.coding.submission.useQuery({ id }, { select: ({ submission }) => submission })

export const useStartTrial = () => trpc.coding.startTrial.useMutation()
export const useCancelTrial = () => trpc.coding.cancelTrial.useMutation()
export const useStartRun = () => trpc.coding.startRun.useMutation()
export const useStartSubmission = () => trpc.coding.startSubmission.useMutation()

export function useSubmitted() {
  const utilities = trpc.useUtils()
  return useCallback(() => {
    void utilities.coding.submissions.invalidate()
    void utilities.coding.practice.invalidate()
  }, [utilities])
}

/** The ports for following each kind of job. Runs are not stored, so they cannot be polled. */
export function useFollowPorts(): Record<'run' | 'submission', FollowPorts> {
  const { client } = trpc.useUtils()
  const common: FollowPorts = {
    subscribe: (jobId, { progress, end }) => {
      const stream = client.coding.follow.subscribe(
        { jobId },
        { onData: progress, onError: end, onComplete: () => end() },
      )
      return () => stream.unsubscribe()
    },
    later: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
  const poll = async (id: string) => progressOf((await client.coding.submission.query({ id })).submission)
  return { run: common, submission: { ...common, poll } }
}

/** Converts a stored submission to the stream's format. */
function progressOf(submission: RouterOutputs['coding']['submission']['submission']): JobProgress {
  const { id, status, testResults, totalTestCases, score, testCasesPassed, error } = submission
  const common = { jobId: id, kind: 'submission', place: 0, total: totalTestCases, testResults } as const
  if (status === 'queued' || status === 'judging') return { ...common, state: status }
  const answer = { submissionId: id, status, score, testCasesPassed, totalTestCases, testResults }
  return { ...common, state: 'done', submission: { ...answer, ...(error !== undefined && { error }) } }
}

export type LikePair = RouterOutputs['coding']['plagiarism']['pairs'][number]

/** Similar programs for a test's coding question. @param questionId undefined or '' for the first question */
export const usePlagiarism = (testId: string, questionId: string | undefined) =>
  trpc.coding.plagiarism.useQuery(
    { id: testId, ...(questionId ? { questionId } : {}) },
    { placeholderData: keepPreviousData },
  )

export const useLikePair = (testId: string, { left, right }: LikePair) =>
  trpc.coding.plagiarismPair.useQuery(
    { id: testId, left: left.submissionId, right: right.submissionId },
    { staleTime: 60_000 },
  )
