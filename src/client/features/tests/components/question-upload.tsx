import { Anchor, Progress, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { DropArea } from '#client/ui/drop-area.tsx'
import { bounds } from '#shared/tests/form/schema.ts'
import type { QuestionFileAnswer } from '#shared/tests/schema.ts'
import { type DraftQuestion, importedQuestion } from '../model/draft.ts'
import { fullSentence } from '../model/draft-parts.ts'
import { useExtractFile } from '../queries.ts'
import classes from './question-upload.module.css'
import { UploadReview } from './upload-review.tsx'

interface QuestionUploadProps {
  count: number
  /** How many questions the test or the section is to have. */
  limit: number
  /** The name of the section they go to; undefined in a flat test. */
  section: string | undefined
  /** @param raisedLimit set when the person chose to have more questions than planned */
  onAdd: (questions: DraftQuestion[], raisedLimit?: number) => void
}

/** Takes questions from a file. What fits and is right is added at once; anything else is asked about first. */
export function QuestionUpload({ count, limit, section, onAdd }: QuestionUploadProps) {
  const extract = useExtractFile()
  const [failure, setFailure] = useState<string | null>(null)
  const [review, setReview] = useState<{ opened: boolean; name: string; answer: QuestionFileAnswer } | null>(null)
  const room = Math.max(0, limit - count)

  const read = async (file: File) => {
    if (extract.isPending) return
    setFailure(null)
    // In the seed's words; whoever wants more raises the number first.
    if (section !== undefined && room === 0) return setFailure(`Section "${section}" already has maximum questions`)
    if (count >= bounds.questions.max) return setFailure(fullSentence(null, bounds.questions.max))
    try {
      const answer = await extract.mutateAsync(file)
      if (answer.errors.length > 0 || answer.questions.length > room)
        return setReview({ opened: true, name: file.name, answer })
      onAdd(answer.questions.map(importedQuestion))
    } catch (error) {
      const reason = messageOf(error, '')
      setFailure(reason ? `Failed to upload file. ${reason}` : 'Failed to upload file')
    }
  }
  return (
    <>
      <DropArea
        label="Question file"
        accept=".csv,.json,text/csv,application/json"
        onFile={(file) => void read(file)}
        icon={<IconFileUpload size={24} stroke={1.5} aria-hidden />}
        choose="Choose file"
        disabled={extract.isPending}
      >
        <Text size="sm" fw={550}>
          {extract.isPending ? `Reading ${extract.variables.name}…` : 'Take questions from a file'}
        </Text>
        {extract.isPending ? (
          <Progress value={100} animated size="sm" mt={6} aria-label="Reading the file" />
        ) : (
          <Text size="xs" c="dimmed">
            Drop a .csv or .json file here. Samples:{' '}
            <Anchor href="/samples/questions.csv" download inherit underline="always">
              questions.csv
            </Anchor>
            ,{' '}
            <Anchor href="/samples/questions.json" download inherit underline="always">
              questions.json
            </Anchor>
          </Text>
        )}
      </DropArea>
      <div role="alert" className={classes.failure}>
        {failure}
      </div>
      {review && (
        <UploadReview
          opened={review.opened}
          part={section === undefined ? 'test' : 'section'}
          fileName={review.name}
          answer={review.answer}
          room={room}
          mostRoom={bounds.questions.max - count}
          onClose={() => setReview({ ...review, opened: false })}
          onAdd={(many, raised) => {
            setReview({ ...review, opened: false })
            onAdd(review.answer.questions.slice(0, many).map(importedQuestion), raised ? count + many : undefined)
          }}
        />
      )}
    </>
  )
}
