import { Box, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPlayerPlay, IconSend } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { browserTimers, localStore } from '#client/lib/device/browser.ts'
import { useUser } from '#client/lib/session.ts'
import { CodeEditor } from '#client/ui/code-editor.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import { useFlushOnLeave } from '#client/ui/use-draft-autosave.ts'
import { useIsNarrow } from '#client/ui/use-is-narrow.ts'
import { type Language, languageNames } from '#shared/coding/languages.rules.ts'
import type { SubmitCodeAnswer } from '#shared/coding/submissions.schema.ts'
import type { EditorEdit } from '#shared/journals/journals.rules.ts'
import { codingMessages } from '../../model/coding-text.ts'
import { isUnderWay } from '../../model/job-follower.ts'
import { LocalCode, type Program } from '../../model/local-code.ts'
import { useWorkspaceLayout } from '../../model/workspace-layout.ts'
import type { QuestionDetail } from '../../queries.ts'
import { Console, type ConsolePart } from './console.tsx'
import { EditorBar } from './editor-bar.tsx'
import { Separator } from './separator.tsx'
import { type Job, useJob } from './use-job.ts'
import classes from './workspace.module.css'

interface WorkspaceProps extends Program {
  question: QuestionDetail
  /** @param edit the edit in the editor; undefined if the whole program was replaced */
  onChange: (program: Program, edit?: EditorEdit | 'reset') => void
  /** Called when a run or a submission starts. */
  onStart?: (kind: 'run' | 'submit') => void
  /** In a test: the current answer. Its language may differ from the code on screen. */
  answer?: Program | undefined
  /** In a test: the attempt that runs and submissions belong to. */
  testAttemptId?: string
  /** In a test: the name this tab saves under. */
  writer?: string
  onSubmitted?: (answer: SubmitCodeAnswer) => void
  /** Shown beside the code, usually the statement. On a narrow screen it comes before the code. */
  aside?: ReactNode
}

/** Minimum width for side-by-side panes, in px. Below it, one pane is shown at a time. */
const sideBySide = 860

const parts = ['statement', 'code', 'result'] as const
type Part = (typeof parts)[number]
const partLabels: Record<Part, string> = { statement: 'Statement', code: 'Code', result: 'Result' }

/**
 * Editor for a problem, with run input, results and past submissions. Fills its container and does not depend on the
 * page. Also keeps code in this browser, by user, question and language.
 */
export function Workspace(props: WorkspaceProps) {
  const { question, code, language, onChange, onStart, answer, testAttemptId, writer, onSubmitted, aside } = props
  const { ref, narrow = false } = useIsNarrow(sideBySide, 'px')
  const [layout, changeLayout] = useWorkspaceLayout()
  const [part, setPart] = useState<Part>(aside ? 'statement' : 'code')
  const [section, setSection] = useState<ConsolePart>('input')
  const [stdin, setStdin] = useState<string | null>(null)
  const confirm = useConfirm()
  const kept = useLocalCode(question, testAttemptId)
  const { job, start } = useJob({ questionId: question.id, testAttemptId, writer, onSubmitted })
  const busy = job !== null && isUnderWay(job)

  const change = (program: Program, edit?: EditorEdit | 'reset') => {
    kept.keep(program)
    onChange(program, edit)
  }
  /** The code in a language, or its template. Prefers the current answer, possibly from another device. */
  const read = (wanted: Language) =>
    answer?.language === wanted && answer.code.trim() !== '' ? answer.code : kept.read(wanted)
  const showResult = () => {
    setPart('result')
    setSection('result')
  }
  const run = () => {
    showResult()
    onStart?.('run')
    void start('run', { code, language }, stdin ?? undefined)
  }
  const submit = async () => {
    if (busy) return
    if (kept.isTemplate(language, code)) {
      showResult()
      return void start('submission', { code: '', language })
    }
    const sure = await confirm({
      title: 'Submit your solution?',
      message: codingMessages.confirmSubmit,
      confirmLabel: 'Submit',
      destructive: false,
    })
    if (!sure) return
    showResult()
    onStart?.('submit')
    void start('submission', { code, language })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    if (event.shiftKey) void submit()
    else if (!busy) run()
  }
  const mayReplace = async (program: Program) => {
    const present = program.language === language ? code : read(program.language)
    if (present.trim() === program.code.trim() || kept.isTemplate(program.language, present)) return true
    return confirm({
      title: 'Replace your code?',
      message: `The submitted program replaces your ${languageNames[program.language]} code for this problem.`,
      confirmLabel: 'Replace',
    })
  }
  const take = async (program: Program) => {
    if (!(await mayReplace(program))) return
    change(program)
    setPart('code')
  }

  const shown = parts.filter((one) => one !== 'statement' || aside)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter is a shortcut for the Run button inside
    <div
      ref={ref}
      className={classes.workspace}
      data-narrow={narrow || undefined}
      data-part={part}
      style={{ '--left': `${layout.left}%`, '--top': `${layout.top}%` } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      {narrow && (
        <SegmentedControl
          m={8}
          flex="none"
          fullWidth
          aria-label="Part of the problem"
          data={shown.map((value) => ({ value, label: partLabels[value] }))}
          value={part}
          onChange={(value) => setPart(value as Part)}
        />
      )}
      {aside && (
        <section className={classes.aside} aria-label="Statement" tabIndex={-1}>
          {aside}
        </section>
      )}
      {aside && !narrow && (
        <Separator label="Width of the statement" of="left" value={layout.left} onChange={changeLayout} />
      )}
      <Stack gap={0} miw={0} mih={0} className={classes.main}>
        <Stack component="section" gap={0} mih={0} className={classes.code} aria-label="Code">
          <EditorBar
            question={question}
            language={language}
            fontSize={layout.fontSize}
            onFontSize={(size) => changeLayout('fontSize', size)}
            onLanguage={(next) => change({ language: next, code: read(next) })}
            onReset={() => change({ language, code: kept.template(language) }, 'reset')}
          />
          <Box flex={1} mih={0}>
            <CodeEditor
              key={`${question.id}.${language}`}
              value={code}
              onChange={(next, edit) => change({ language, code: next }, edit)}
              language={language}
              label={`Code in ${languageNames[language]}`}
              fontSize={layout.fontSize}
              fill
            />
          </Box>
        </Stack>
        {!narrow && <Separator label="Code editor height" of="top" value={layout.top} onChange={changeLayout} />}
        <Stack
          component="section"
          gap={0}
          flex="1 1 0"
          mih={0}
          className={classes.console}
          aria-label="Input, result and submissions"
        >
          <Console
            part={section}
            onPart={setSection}
            question={question}
            testAttemptId={testAttemptId}
            stdin={stdin}
            onStdin={setStdin}
            job={job}
            onTake={(program) => void take(program)}
          />
        </Stack>
        <ActionBar
          busy={busy ? job?.kind : undefined}
          own={stdin !== null}
          onRun={run}
          onSubmit={() => void submit()}
        />
      </Stack>
    </div>
  )
}

/** Stores code in the browser, and flushes it when the user leaves the page. */
function useLocalCode({ id, templates }: QuestionDetail, testAttemptId: string | undefined): LocalCode {
  const { id: userId } = useUser()
  const [kept] = useState(
    () =>
      new LocalCode({
        ...{ userId, questionId: id, templates, testAttemptId },
        ...{ storage: localStore, timers: browserTimers, now },
      }),
  )
  useFlushOnLeave(kept)
  return kept
}

interface ActionBarProps {
  busy: Job['kind'] | undefined
  own: boolean
  onRun: () => void
  onSubmit: () => void
}

/** Always visible, regardless of the part shown. */
const ActionBar = ({ busy, own, onRun, onSubmit }: ActionBarProps) => (
  <Group gap={8} wrap="nowrap" justify="flex-end" className={`line-above ${classes.actions}`} data-bottom-bar>
    <Text span inherit me="auto" c="dimmed" fz="xs" className={classes.shortcuts}>
      <kbd>Ctrl</kbd> <kbd>Enter</kbd> runs, with <kbd>Shift</kbd> submits
    </Text>
    <Button
      variant="default"
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      loading={busy === 'run'}
      disabled={busy === 'submission'}
      title={own ? 'Run with your own input' : 'Run the sample test cases'}
      aria-keyshortcuts="Control+Enter"
      onClick={onRun}
    >
      Run
    </Button>
    <Button
      leftSection={<IconSend size={16} aria-hidden />}
      loading={busy === 'submission'}
      disabled={busy === 'run'}
      title="Judge on all test cases"
      aria-keyshortcuts="Control+Shift+Enter"
      onClick={onSubmit}
    >
      Submit
    </Button>
  </Group>
)
