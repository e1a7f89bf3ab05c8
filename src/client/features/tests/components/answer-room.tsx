import { Box, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RichText } from '#client/ui/rich-text.tsx'
import type { QuestionBody } from '#shared/bank/question-types.rules.ts'
import type { Part } from '#shared/bank/types/arranging.rules.ts'
import { choicesOf, type Gap } from '#shared/bank/types/gaps.rules.ts'
import { wordLimitText } from '../model/paper-text.ts'
import classes from './answer-room.module.css'

/** Lines for an essay, by the words that are expected. */
const wordsPerLine = 9
const essayLines = { default: 14, min: 6, max: 60 }

const linesFor = ({ minWords, maxWords }: { minWords: number | null; maxWords: number | null }) => {
  const words = maxWords ?? minWords
  if (words === null) return essayLines.default
  return Math.min(essayLines.max, Math.max(essayLines.min, Math.ceil(words / wordsPerLine)))
}

/** Room to answer a question without lettered options by hand. */
export function AnswerRoom({ question }: { question: QuestionBody }) {
  switch (question.type) {
    case 'numeric':
      return <Line label="Answer" unit={question.body.unit} short />
    case 'text':
      return <Line label="Answer" />
    case 'gaps':
      return (
        <Stack component="ul" gap={0} aria-label="Gaps">
          {question.body.gaps.map((gap, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps are identified by their position
            <li key={place} className="anywhere">
              <GapLine gap={gap} number={place + 1} />
            </li>
          ))}
        </Stack>
      )
    case 'matching':
      return (
        <>
          <Instruction>Write the letter of the matching entry into each box.</Instruction>
          <SimpleGrid cols={2} spacing="md">
            <Parts
              label="Match"
              parts={question.body.left}
              before={() => <span className={classes.box} aria-hidden />}
            />
            <Parts label="With" parts={question.body.right} before={letterOf} />
          </SimpleGrid>
        </>
      )
    case 'ordering':
      return (
        <>
          <Instruction>Number the entries in the right order.</Instruction>
          <Parts
            label="Put in order"
            parts={question.body.items}
            before={() => <span className={classes.box} aria-hidden />}
          />
        </>
      )
    case 'essay':
      return (
        <>
          <Instruction>{wordLimitText(question.body) ?? ''}</Instruction>
          {Array.from({ length: linesFor(question.body) }, (_, line) => line).map((line) => (
            <div key={line} className={classes.line} aria-hidden />
          ))}
        </>
      )
    default:
      return null
  }
}

const Instruction = ({ children }: { children: string }) =>
  children && (
    <Text size="sm" fs="italic" mb={6}>
      {children}
    </Text>
  )

/** A labelled line to write on. */
const Line = ({ label, unit, short = false }: { label: string; unit?: string | null; short?: boolean }) => (
  <div className={classes.answer} data-short={short || undefined}>
    <span>{label}</span>
    <span className={classes.rule} aria-hidden />
    {unit && <span>{unit}</span>}
  </div>
)

function GapLine({ gap, number }: { gap: Gap; number: number }) {
  const label = `[${number}]`
  if (gap.kind !== 'choice') return <Line label={label} unit={gap.kind === 'numeric' ? gap.unit : null} short />
  return (
    <>
      <Line label={label} short />
      <Text size="sm" mt={2}>
        One of:{' '}
        {choicesOf(gap)
          .map(({ text }) => text)
          .join(' / ')}
      </Text>
    </>
  )
}

/** A to Z, then AA: there are up to 100 entries. */
function letterOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : `${letterOf(Math.floor(place / 26) - 1)}${letter}`
}

interface PartsProps {
  label: string
  parts: readonly Part[]
  before: (place: number) => ReactNode
}

const Parts = ({ label, parts, before }: PartsProps) => (
  <Stack component="ul" gap={8} aria-label={label} miw={0}>
    {parts.map(({ id, text }, place) => (
      <Box component="li" key={id} fz="sm" miw={0} className={classes.part}>
        <Text span inherit fw={600} flex="none">
          {before(place)}
        </Text>
        <Box miw={0}>
          <RichText text={text} inline />
        </Box>
      </Box>
    ))}
  </Stack>
)

/** Fields for the student at the top of a paper. */
export const StudentFields = () => (
  <div className={classes.student}>
    {['Name', 'Roll number', 'Date'].map((label) => (
      <Line key={label} label={label} />
    ))}
  </div>
)
