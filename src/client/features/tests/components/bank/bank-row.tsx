import { Box, Button, Checkbox, Group, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { Note } from '#client/ui/note.tsx'
import { questionTypeLabels } from '#shared/bank/question-labels.rules.ts'
import type { BankQuestion } from '../../bank-queries.ts'
import { paperText } from '../../model/paper-text.ts'
import { QuestionPaper } from '../paper-view.tsx'

interface BankRowProps {
  question: BankQuestion
  /** True if the test already has a copy. */
  isTaken: boolean
  isPicked: boolean
  /** True if another question fits. */
  fits: boolean
  onToggle: (question: BankQuestion) => void
}

/** Maximum length of the question text in a checkbox label. */
const labelLength = 300

/** A selectable bank question that can show a preview. */
export function BankRow({ question, isTaken, isPicked, fits, onToggle }: BankRowProps) {
  const { type = 'single', questionText, subject, topic, difficulty, tags, marks } = question
  const [isOpen, setIsOpen] = useState(false)
  const preview = useId()
  const facts = [questionTypeLabels[type], topic ? `${subject}: ${topic}` : subject, difficulty, plural(marks, 'mark')]
  return (
    <Box component="li" py="xs" px="sm">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Checkbox
          flex={1}
          miw={0}
          className="anywhere"
          label={
            <Text span inherit lineClamp={2}>
              {paperText(type, questionText).slice(0, labelLength)}
            </Text>
          }
          description={isTaken ? 'Already in this test' : undefined}
          checked={isTaken || isPicked}
          disabled={isTaken || (!isPicked && !fits)}
          onChange={() => onToggle(question)}
        />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          flex="none"
          aria-expanded={isOpen}
          aria-controls={isOpen ? preview : undefined}
          leftSection={<IconEye size={14} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Preview
        </Button>
      </Group>
      <Note ps={32} className="anywhere">
        {[...facts, ...tags].join(' · ')}
      </Note>
      {isOpen && (
        <Box id={preview} mt="xs" ps={{ base: 0, sm: 32 }}>
          <QuestionPaper question={question} heading={`Version ${question.version}`} marks={marks} showAnswers />
        </Box>
      )}
    </Box>
  )
}
