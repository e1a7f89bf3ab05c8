import { Group, SimpleGrid, Text } from '@mantine/core'
import { percentText, plural } from '#client/lib/format.ts'
import { QueryPending } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import { languageNames } from '#shared/coding/languages.rules.ts'
import type { PlagiarismPair } from '#shared/coding/plagiarism.schema.ts'
import { type LikePair, useLikePair } from '../queries.ts'
import classes from './plagiarism.module.css'
import { VerdictBadge } from './verdict-badge.tsx'

interface SideBySideProps extends DialogProps {
  testId: string
  pair: LikePair
}

/** Two programs side by side. Matching parts have the same number on both sides. */
export function SideBySide({ testId, pair, opened, onClose }: SideBySideProps) {
  const title = `${pair.left.studentName} and ${pair.right.studentName}`
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="wide">
      <Programs testId={testId} pair={pair} />
    </Modal>
  )
}

function Programs({ testId, pair }: Pick<SideBySideProps, 'testId' | 'pair'>) {
  const query = useLikePair(testId, pair)
  const { data } = query
  if (!data) return <QueryPending query={query} failed="Failed to load the programs" loading="Comparing the programs" />
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {percentText(data.similarity)} similar, {plural(data.fragments.length, 'common part')}. Names, values and
        comments are ignored. Similar programs are not always copied: compare the common parts yourself.
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Program program={data.left} marks={data.fragments.map(({ left }) => left)} />
        <Program program={data.right} marks={data.fragments.map(({ right }) => right)} />
      </SimpleGrid>
    </>
  )
}

interface ProgramProps {
  program: PlagiarismPair['left']
  /** The matching parts in order, as line ranges. */
  marks: readonly { from: number; to: number }[]
}

function Program({ program, marks }: ProgramProps) {
  const { studentName, idNumber, language, status, score, code } = program
  return (
    <section className="card rows" style={{ overflow: 'hidden' }} aria-label={`Program of ${studentName}`}>
      <Group gap="xs" wrap="nowrap" justify="space-between" py="xs" px="sm">
        <Group gap="0 10px" align="baseline" miw={0} className={classes.who}>
          <Text span inherit miw={0} fw={550} className="anywhere">
            <StudentLink studentId={program.studentId}>{studentName}</StudentLink>
          </Text>
          <Text span inherit c="dimmed" fz="sm" className="tabular">
            {[idNumber, languageNames[language], percentText(score)].filter(Boolean).join(' · ')}
          </Text>
        </Group>
        <VerdictBadge verdict={status} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <pre className="code-block" style={{ maxHeight: '65vh', paddingInline: 0, background: 'none' }} tabIndex={0}>
        {code.split('\n').map((text, at) => {
          const mark = marks.findIndex(({ from, to }) => from <= at + 1 && at + 1 <= to)
          return (
            // The lines of a displayed program never change order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={at} className={classes.line} data-mark={mark < 0 ? undefined : mark % 5}>
              <span className={classes.number}>{at + 1}</span>
              <span className={classes.part}>{mark >= 0 && marks[mark]?.from === at + 1 ? mark + 1 : ''}</span>
              <span>{text || ' '}</span>
            </div>
          )
        })}
      </pre>
    </section>
  )
}
