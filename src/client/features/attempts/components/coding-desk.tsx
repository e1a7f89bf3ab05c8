import { Box, Group, Text } from '@mantine/core'
import { IconCheck, IconCircleDashed, IconPencil, IconProgressCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Statement } from '#client/features/coding/components/problem-statement.tsx'
import { Workspace } from '#client/features/coding/components/workspace/workspace.tsx'
import { LocalCode, type Program } from '#client/features/coding/model/local-code.ts'
import { type QuestionDetail, reasonAgainst, useLanguages, useSubmissions } from '#client/features/coding/queries.ts'
import { now } from '#client/lib/clock.ts'
import { browserTimers, localStore } from '#client/lib/device/browser.ts'
import { percentText, plural } from '#client/lib/format.ts'
import { useUser } from '#client/lib/session.ts'
import { Loading } from '#client/ui/loading.tsx'
import type { EditorEdit } from '#shared/journals/journals.rules.ts'
import type { PaperCodingQuestion } from '#shared/tests/tests.schema.ts'
import { isWritten } from '../model/answer-kinds.ts'
import type { ExamRoom } from '../model/exam-room.ts'
import type { RoomView } from '../model/room-view.ts'
import classes from './coding-desk.module.css'

// The editor is a separate chunk. Load it with the workspace, so both work offline.
import('#client/ui/code-editor-view.ts').catch(() => {})

interface CodingDeskProps {
  room: ExamRoom
  view: RoomView
}

/** Tabs for the coding questions, with the statement and workspace of the open one. */
export function CodingDesk({ room, view }: CodingDeskProps) {
  const { data: statuses, isPending } = useLanguages()
  const { problem: question } = view
  if (!question) return null
  const supported = question.supported_languages
  const able = supported.filter((language) => reasonAgainst(statuses, language) === undefined)
  return (
    <>
      <Group
        component="nav"
        gap={6}
        wrap="nowrap"
        align="stretch"
        py={6}
        px={10}
        flex="none"
        className={`line-below ${classes.tabs}`}
        aria-label="Coding questions"
      >
        {view.part.coding.map((one, index) => (
          <QuestionTab key={one.questionId} room={room} view={view} question={one} number={index + 1} />
        ))}
      </Group>
      <Box flex={1} mih={0}>
        {isPending && !view.codes.has(question.questionId) ? (
          <Loading label="Loading the problem" />
        ) : (
          <Desk key={question.questionId} room={room} view={view} question={question} able={able} />
        )}
      </Box>
    </>
  )
}

interface DeskProps extends CodingDeskProps {
  question: PaperCodingQuestion
  able: QuestionDetail['supported_languages']
}

function Desk({ room, view, question, able }: DeskProps) {
  const { id: userId } = useUser()
  const { questionId, supported_languages, templates } = question
  const [kept] = useState(
    () =>
      new LocalCode({
        ...{ userId, questionId, templates, testAttemptId: room.attemptId },
        ...{ storage: localStore, timers: browserTimers, now },
      }),
  )
  const [blank, setBlank] = useState(() => kept.beginning(able.length > 0 ? able : supported_languages))
  useEffect(() => () => room.flushTyped(), [room])
  const { template } = view
  const answer = view.codes.get(questionId)
  const shown = () => {
    if (template === undefined) return answer ?? blank
    // Keep whitespace that the student added.
    const isBlank = blank.language === template && kept.isTemplate(template, blank.code)
    return isBlank ? blank : { language: template, code: kept.template(template) }
  }
  const { code, language } = shown()
  const { role } = view
  // Also records the program that another tab or device wrote, once this tab may write again.
  useEffect(() => {
    if (role.as === 'writer') room.record(questionId, { code, language })
  }, [room, questionId, code, language, role])
  const change = (program: Program, edit?: EditorEdit | 'reset') => {
    room.record(questionId, program, edit)
    if (kept.isTemplate(program.language, program.code)) {
      setBlank(program)
      room.showTemplate(questionId, program.language)
    } else room.write(questionId, program)
  }
  const detail = detailOf(question)
  return (
    <Workspace
      question={detail}
      code={code}
      language={language}
      answer={answer}
      testAttemptId={room.attemptId}
      writer={room.writer}
      onChange={change}
      onStart={(kind) => room.recordStart(questionId, kind)}
      aside={
        <>
          <Box component="header" pt={14} px={18}>
            <Box component="h2" fz="lg" fw={600} className="anywhere">
              {question.title}
            </Box>
            <Box component="p" mt={2} c="dimmed" fz="sm">
              {plural(question.points, 'mark')}
            </Box>
          </Box>
          <Statement question={detail} />
        </>
      }
    />
  )
}

/** Converts a paper's question to the type that the workspace expects. */
const detailOf = ({ questionId, difficulty, testCases, ...rest }: PaperCodingQuestion): QuestionDetail => ({
  ...rest,
  id: questionId,
  difficulty: difficulty === 'easy' || difficulty === 'hard' ? difficulty : 'medium',
  tags: [],
  test_cases_count: testCases.length,
  status: 'published',
  archived: false,
  practice: false,
  created_at: '',
  testCases: testCases.map((one) => ({ ...one, weight: 0 })),
})

interface QuestionTabProps extends CodingDeskProps {
  question: PaperCodingQuestion
  number: number
}

const shapes = {
  solved: IconCheck,
  submitted: IconProgressCheck,
  written: IconPencil,
  untouched: IconCircleDashed,
} as const

function QuestionTab({ room, view, question, number }: QuestionTabProps) {
  const { questionId, title, points } = question
  const current = question === view.problem
  const written = isWritten(view.codes.get(questionId))
  const { data } = useSubmissions({ questionId, testAttemptId: room.attemptId, page: 1, limit: 100 })
  const judged = (data?.submissions ?? []).filter(({ status }) => status !== 'queued' && status !== 'judging')
  const best = judged.length > 0 ? Math.max(...judged.map(({ score }) => score)) : null
  const state = best === 100 ? 'solved' : best !== null ? 'submitted' : written ? 'written' : 'untouched'
  const words = best !== null ? `Best ${percentText(best)}` : written ? 'Written' : 'Not started'
  const Shape = shapes[state]
  const tab = useRef<HTMLButtonElement>(null)
  // On a phone most tabs are off-screen, and after a reload the open one may be too.
  useEffect(() => {
    if (current) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <button
      ref={tab}
      type="button"
      className={`card ${classes.tab}`}
      data-state={state}
      aria-current={current || undefined}
      onClick={() => room.goToCoding(questionId)}
    >
      <Shape size={16} aria-hidden className={classes.sign} />
      <Text span inherit truncate fz="sm" fw={550}>
        {number}. {title}
      </Text>
      <Text span inherit fz={12} className="tabular nowrap" style={{ gridColumn: 2 }}>
        {plural(points, 'mark')} · {words}
      </Text>
    </button>
  )
}
