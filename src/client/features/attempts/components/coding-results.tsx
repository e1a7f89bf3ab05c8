import { Alert, Box, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '#client/lib/clipboard.ts'
import { notify } from '#client/lib/notify.ts'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Report } from '#shared/attempts/attempts.schema.ts'
import { languageNames } from '#shared/coding/languages.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { codingVerdict, judgedStill, marksText } from './report-text.ts'

type Item = Report['codingAnalysis'][number]

interface CodingResultsProps {
  items: readonly Item[]
  pending: number
  programs?: ((item: Item) => ReactNode) | undefined
}

/** The result of each coding question, and the number of submissions still being judged. */
export function CodingResults({ items, pending, programs = bestCode }: CodingResultsProps) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby="coding-results">
      <Group component="header" gap={8} align="baseline" mt="xl" mb="sm">
        <Text id="coding-results" component="h2" fz="lg" fw={600}>
          Coding
        </Text>
        <Text span inherit ml="auto" fz="sm" fw={600} className="tabular">
          {marksOf(items)}
        </Text>
      </Group>
      {pending > 0 && (
        <Alert color="indigo" role="status" icon={<Loader size={16} aria-hidden />} mb="sm">
          {judgedStill(pending)}. The marks may still rise. This page updates automatically.
        </Alert>
      )}
      <Stack gap="sm">
        {items.map((item) => (
          <Outcome key={item.questionId} item={item}>
            {programs(item)}
          </Outcome>
        ))}
      </Stack>
    </section>
  )
}

const marksOf = (items: readonly Item[]) => {
  const sum = (key: 'marksObtained' | 'points') => round2(items.reduce((before, item) => before + item[key], 0))
  return marksText(sum('marksObtained'), sum('points'))
}

const toneOf = ({ status }: Item) =>
  status === 'accepted' ? 'success' : status === null || status === 'internal_error' ? 'neutral' : 'danger'

function Outcome({ item, children }: { item: Item; children: ReactNode }) {
  const { title, points, marksObtained, testCasesPassed, totalTestCases, submissions, language } = item
  return (
    <Box component="article" py={14} px={{ base: 14, sm: 20 }} className="card" aria-label={title}>
      <Group gap={8}>
        <Text component="h3" fz="sm" fw={600} className="anywhere">
          {title}
        </Text>
        <StatusBadge tone={toneOf(item)} label={codingVerdict(item)} />
        <Text span inherit ml="auto" fz="sm" fw={600} className="tabular">
          {marksText(marksObtained, points)}
        </Text>
      </Group>
      {item.status !== null && (
        <Text mt={6} c="dimmed" fz="sm" className="tabular">
          {testCasesPassed} of {totalTestCases} test cases passed
          {language !== null && ` · ${languageNames[language]}`}
          {submissions > 1 && ` · best of ${submissions} submissions`}
        </Text>
      )}
      {children}
    </Box>
  )
}

const bestCode = ({ code, title }: Item) =>
  code !== null && (
    <Box component="details" mt={8} fz="sm">
      <Box component="summary" w="fit-content" style={{ cursor: 'pointer' }}>
        Your best submission
      </Box>
      <Stack gap={6} mt={8} align="flex-end">
        <CopyButton text={code} what={`the code for ${title}`} />
        <Box component="pre" w="100%" mah={420} className="code-block" tabIndex={0}>
          {code}
        </Box>
      </Stack>
    </Box>
  )

/** Copies the text and confirms it on the button. @param what completes the label, as in "Copy the code" */
function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const Shape = copied ? IconCheck : IconCopy
  const copy = async () => {
    const done = await copyText(text)
    setCopied(done)
    if (!done) notify.warning('Could not copy. Select the text and copy it manually.')
  }
  return (
    <Button
      variant="default"
      size="compact-xs"
      leftSection={<Shape size={14} aria-hidden />}
      aria-label={copied ? 'Copied' : `Copy ${what}`}
      onClick={() => void copy()}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
