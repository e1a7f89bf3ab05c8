import { Box, Group, SegmentedControl, Text, Textarea } from '@mantine/core'
import type { Program } from '../../model/local-code.ts'
import type { QuestionDetail } from '../../queries.ts'
import { ResultView } from './result-view.tsx'
import { Submissions } from './submissions.tsx'
import type { Job } from './use-job.ts'
import classes from './workspace.module.css'

const words = { input: 'Input', result: 'Result', submissions: 'Submissions' }
export type ConsolePart = keyof typeof words

interface ConsoleProps {
  part: ConsolePart
  onPart: (part: ConsolePart) => void
  question: QuestionDetail
  testAttemptId: string | undefined
  /** Custom input; null to use the samples. */
  stdin: string | null
  onStdin: (stdin: string | null) => void
  job: Job | null
  onTake: (program: Program) => void
}

export function Console({ part, onPart, question, testAttemptId, stdin, onStdin, job, onTake }: ConsoleProps) {
  const samples = question.testCases.filter(({ is_sample }) => is_sample).length
  return (
    <>
      <Group gap="4px 10px" mih={42} py={4} px={8} className={`line-below ${classes.bar}`}>
        <SegmentedControl
          size="xs"
          aria-label="Console"
          data={Object.entries(words).map(([value, label]) => ({ value, label }))}
          value={part}
          onChange={(value) => onPart(value as ConsolePart)}
        />
      </Group>
      <Box flex={1} mih={0} p={12} style={{ overflow: 'auto' }}>
        {part === 'input' && <RunInput stdin={stdin} onStdin={onStdin} samples={samples} />}
        {part === 'result' && <ResultView job={job} question={question} />}
        {part === 'submissions' && (
          <Submissions questionId={question.id} testAttemptId={testAttemptId} onTake={onTake} />
        )}
      </Box>
    </>
  )
}

function RunInput({ stdin, onStdin, samples }: Pick<ConsoleProps, 'stdin' | 'onStdin'> & { samples: number }) {
  return (
    <div className={classes.input}>
      <SegmentedControl
        size="xs"
        aria-label="Run with"
        data={[
          { value: 'samples', label: 'Sample test cases' },
          { value: 'own', label: 'Your own input' },
        ]}
        value={stdin === null ? 'samples' : 'own'}
        onChange={(value) => onStdin(value === 'own' ? '' : null)}
      />
      {stdin === null ? (
        <Text size="sm" c="dimmed">
          {samples > 0
            ? `Run tries your program on the ${samples === 1 ? 'sample' : `${samples} samples`} and compares its output. Nothing is stored.`
            : 'Run tries your program on the example in the statement. Nothing is stored.'}
        </Text>
      ) : (
        <Textarea
          autosize={false}
          aria-label="Your own input"
          placeholder="Input for your program"
          rows={5}
          resize="vertical"
          maxLength={65_536}
          spellCheck={false}
          autoCapitalize="off"
          classNames={{ input: 'code-input' }}
          value={stdin}
          onChange={(event) => onStdin(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
