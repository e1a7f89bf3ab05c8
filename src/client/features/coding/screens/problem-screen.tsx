import { Box, Stack } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { browserTimers, localStore } from '#client/lib/device/browser.ts'
import { useBackLink, usePageTitle } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.ts'
import { Loading } from '#client/ui/loading.tsx'
import { PageError } from '#client/ui/page-error.tsx'
import classes from '../components/problem.module.css'
import { Statement } from '../components/problem-statement.tsx'
import { Workspace } from '../components/workspace/workspace.tsx'
import { codingMessages } from '../model/coding-text.ts'
import { forgetOldCode, LocalCode } from '../model/local-code.ts'
import { type LanguageStatus, type QuestionDetail, reasonAgainst, useLanguages, useQuestion } from '../queries.ts'

export function ProblemScreen() {
  const { questionId = '' } = useParams({ strict: false })
  const question = useQuestion(questionId)
  const languages = useLanguages()
  // This page's URL keeps the list's filters, so the back link restores the list.
  const { page, search, difficulty, status, limit } = useSearch({ strict: false })
  useBackLink({
    to: '/practice-coding',
    search: { page, search, difficulty, status, limit },
    label: 'Practice Coding',
  })
  const { data, error } = question
  if (error && !data)
    return <PageError title={codingMessages.fetchFailed} error={error} onRetry={() => void question.refetch()} />
  // The initial language depends on what this machine can judge. If this cannot be loaded, allow every language.
  if (!data || languages.isPending)
    return (
      <Stack gap={0} className={classes.screen}>
        <Loading label="Loading the problem" />
      </Stack>
    )
  return <Problem key={data.id} question={data} statuses={languages.data} />
}

interface ProblemProps {
  question: QuestionDetail
  statuses: readonly LanguageStatus[] | undefined
}

function Problem({ question, statuses }: ProblemProps) {
  const { id: userId } = useUser()
  usePageTitle(question.title)
  const [program, setProgram] = useState(() => {
    const supported = question.supported_languages
    const able = supported.filter((language) => reasonAgainst(statuses, language) === undefined)
    const { id: questionId, templates } = question
    const kept = new LocalCode({ userId, questionId, templates, storage: localStore, timers: browserTimers, now })
    return kept.beginning(able.length > 0 ? able : supported)
  })
  useEffect(() => forgetOldCode(localStore, now()), [])
  const covered = useCoveredHeight()
  return (
    <Stack gap={0} className={classes.screen} style={{ bottom: covered }}>
      <Box flex={1} mih={0}>
        <Workspace question={question} {...program} onChange={setProgram} aside={<Statement question={question} />} />
      </Box>
    </Stack>
  )
}

/** The height that a phone's keyboard covers, in px. Run and Submit are placed above the keyboard. */
function useCoveredHeight(): number {
  const [covered, setCovered] = useState(0)
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    // Zooming in also shrinks the visual viewport, but covers nothing.
    const measure = () =>
      setCovered(seen.scale > 1 ? 0 : Math.max(0, window.innerHeight - seen.height - seen.offsetTop))
    seen.addEventListener('resize', measure)
    seen.addEventListener('scroll', measure)
    return () => {
      seen.removeEventListener('resize', measure)
      seen.removeEventListener('scroll', measure)
    }
  }, [])
  return covered
}
