import { ActionIcon, Alert, Box, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconFileTypePdf, IconInfoCircle } from '@tabler/icons-react'
import { downloadFile } from '#client/lib/download.ts'
import { AsyncButton } from '#client/ui/async-button.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { useCopied } from '#client/ui/use-copied.ts'
import { languageNames } from '#shared/coding/languages.rules.ts'
import { limitText } from '../model/coding-text.ts'
import { comparisonText } from '../model/judging-text.ts'
import type { QuestionDetail } from '../queries.ts'
import { GroupTable } from './group-table.tsx'
import classes from './problem.module.css'
import { DifficultyBadge } from './question-badges.tsx'

/** The statement's example and the sample cases, without duplicates. */
function samplesOf({ sample_input, sample_output, testCases }: QuestionDetail) {
  const cases = testCases
    .filter(({ is_sample }) => is_sample)
    .map(({ input, expected_output }) => ({ input, output: expected_output }))
  const has = (input: string) => cases.some((sample) => sample.input.trim() === input.trim())
  const written = sample_input.trim() !== '' || sample_output.trim() !== ''
  return written && !has(sample_input) ? [{ input: sample_input, output: sample_output }, ...cases] : cases
}

export function Statement({ question }: { question: QuestionDetail }) {
  const { difficulty, tags, time_limit, memory_limit, description } = question
  const samples = samplesOf(question)
  return (
    <Stack gap={16} px={18} pt={14} pb={28} lh={1.6} style={{ containerType: 'inline-size' }}>
      <Group gap="4px 12px" c="dimmed" fz="sm" className="tabular anywhere">
        <DifficultyBadge difficulty={difficulty} />
        <span>
          {limitText(time_limit)}, {memory_limit} MB for each test case
        </span>
        {tags.length > 0 && <span>{tags.join(', ')}</span>}
      </Group>
      {question.statement_pdf && <StatementPdf id={question.id} />}
      <RichText text={description} figures />
      {question.templates?.some(({ has_driver }) => has_driver) && <FunctionHint question={question} />}
      {question.supported_languages.includes('sql') && (
        <Text size="sm" c="dimmed">
          In SQL, the input has already created the tables in SQLite. Each row of your result becomes a line, such as 1
          | 'Asha' | 80.0 | NULL. Whole numbers, decimals and texts are different values.
        </Text>
      )}
      <Part title="Input format" text={question.input_format} />
      <Part title="Output format" text={question.output_format} />
      <Judging question={question} />
      <Part title="Constraints" text={question.constraints} />
      {samples.map((sample, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: samples are identified by their position
        <Box key={at} component="section" miw={0}>
          <Text component="h2" mb={6} fz="md" fw={600}>
            {samples.length === 1 ? 'Sample' : `Sample ${at + 1}`}
          </Text>
          <div className={classes.sample}>
            <Copyable label="Input" what={`the input of sample ${at + 1}`} text={sample.input} />
            <Copyable label="Output" what={`the output of sample ${at + 1}`} text={sample.output} />
          </div>
        </Box>
      ))}
      <Part title="Explanation" text={question.explanation} />
    </Stack>
  )
}

/** A button that downloads the PDF of an imported statement. */
export const StatementPdf = ({ id }: { id: string }) => (
  <div>
    <AsyncButton
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      run={() => downloadFile(`/api/coding/questions/${id}/statement`)}
    >
      Download statement (PDF)
    </AsyncButton>
  </div>
)

const languageList = new Intl.ListFormat('en')

/** Lists the languages in which students write only a function. */
function FunctionHint({ question: { templates = [], supported_languages } }: { question: QuestionDetail }) {
  const given = supported_languages.filter((language) =>
    templates.some((one) => one.language === language && one.has_driver),
  )
  const isEvery = given.length === supported_languages.length
  return (
    <Alert color="indigo" py={8} icon={<IconInfoCircle size={18} aria-hidden />}>
      {isEvery ? 'Complete' : `In ${languageList.format(given.map((language) => languageNames[language]))}, complete`}{' '}
      the code in the editor. The program around it reads the input, calls your code and prints the result.
    </Alert>
  )
}

/** The comparison, unless it is line by line, and the test case groups. */
function Judging({ question }: { question: QuestionDetail }) {
  const compared = comparisonText(question)
  const { groups = [] } = question
  if (compared === null && groups.length === 0) return null
  return (
    <Box component="section" miw={0}>
      <Text component="h2" mb={6} fz="md" fw={600}>
        Judging
      </Text>
      {compared !== null && <p>{compared}</p>}
      {groups.length > 0 && (
        <Box mt={compared === null ? 0 : 10}>
          <GroupTable groups={groups} />
        </Box>
      )}
    </Box>
  )
}

const Part = ({ title, text }: { title: string; text: string }) =>
  text.trim() === '' ? null : (
    <Box component="section" miw={0}>
      <Text component="h2" mb={6} fz="md" fw={600}>
        {title}
      </Text>
      <RichText text={text} figures />
    </Box>
  )

function Copyable({ label, what, text }: { label: string; what: string; text: string }) {
  const [copied, copy] = useCopied(text, 2_000)
  return (
    <div className="card" style={{ minWidth: 0, overflow: 'hidden', background: 'var(--surface-raised)' }}>
      <Group
        gap={0}
        wrap="nowrap"
        justify="space-between"
        mih={30}
        ps={10}
        pe={4}
        bg="var(--surface)"
        c="dimmed"
        fz="xs"
        fw={550}
        className="line-below"
      >
        <span>{label}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          title="Copy"
          aria-label={copied ? 'Copied' : `Copy ${what}`}
          onClick={() => void copy()}
        >
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </ActionIcon>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <pre className="code-block" style={{ maxHeight: 320, borderRadius: 0 }} tabIndex={0}>
        {text}
      </pre>
    </div>
  )
}
