import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { durationText } from '#client/lib/time.ts'
import { TabsBar } from '#client/ui/tabs-bar.tsx'
import { paperBodyOf } from '../model/paper-text.ts'
import { PaperView, type ShownQuestion } from './paper-view.tsx'

export interface PaperPart {
  key: string
  /** null in a test without sections. */
  name: string | null
  /** The section's time limit; null if not shown. */
  minutes: number | null
  marksPerQuestion: number
  questions: readonly ShownQuestion[]
}

/** A preview of a whole test, one section at a time. The answer key is shown on request. */
export function TestPaper({ parts }: { parts: readonly PaperPart[] }) {
  const [showAnswers, setShowAnswers] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const part = parts.find(({ key }) => key === chosen) ?? parts[0]
  const hasAnswers = parts.some(({ questions }) => questions.some((question) => paperBodyOf(question).key))
  const paper = part && (
    <>
      {part.name !== null && (
        <Text size="sm" c="dimmed" className="tabular">
          {plural(part.questions.length, 'question')}
          {part.minutes !== null && ` · ${durationText(part.minutes)}`}
        </Text>
      )}
      {part.questions.length > 0 ? (
        <PaperView
          questions={part.questions}
          marksPerQuestion={part.marksPerQuestion}
          showAnswers={showAnswers && hasAnswers}
        />
      ) : (
        <Text size="sm" c="dimmed" py="lg" ta="center">
          No questions yet
        </Text>
      )}
    </>
  )
  return (
    <Stack gap="sm">
      {hasAnswers && (
        <Checkbox
          label="Show answers"
          checked={showAnswers}
          onChange={(event) => setShowAnswers(event.currentTarget.checked)}
        />
      )}
      {part && part.name !== null ? (
        <TabsBar
          label="Sections"
          tabs={parts.map(({ key, name, questions }, index) => ({
            value: key,
            label: name?.trim() || `Section ${index + 1}`,
            count: questions.length,
          }))}
          value={part.key}
          onChange={setChosen}
        >
          {paper}
        </TabsBar>
      ) : (
        paper
      )}
    </Stack>
  )
}
