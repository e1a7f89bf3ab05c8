import { Anchor, Button, Progress, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { bounds, type QuestionFileAnswer } from '#shared/tests/schema.ts'
import { type DraftQuestion, importedQuestion } from '../model/draft.ts'
import { useExtractFile } from '../queries.ts'
import classes from './question-upload.module.css'
import { UploadReview } from './upload-review.tsx'

interface QuestionUploadProps {
  count: number
  /** How many questions the test is to have. */
  limit: number
  /** @param raisedLimit set when the person chose to have more questions than planned */
  onAdd: (questions: DraftQuestion[], raisedLimit?: number) => void
}

/** Takes questions from a file. What fits and is right is added at once; anything else is asked about first. */
export function QuestionUpload({ count, limit, onAdd }: QuestionUploadProps) {
  const extract = useExtractFile()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [review, setReview] = useState<{ opened: boolean; name: string; answer: QuestionFileAnswer } | null>(null)
  const room = Math.max(0, limit - count)

  const read = async (file: File | undefined) => {
    if (!file || extract.isPending) return
    setFailure(null)
    if (count >= bounds.questions.max) return setFailure(`Maximum ${bounds.questions.max} questions allowed`)
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
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const { files } = event.dataTransfer
    if (files.length > 1) notify.warning('One file at a time: only the first is read.')
    void read(files[0])
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's shortcut for the button inside */}
      <div
        className={classes.zone}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={drop}
      >
        <IconFileUpload size={24} stroke={1.5} className={classes.icon} aria-hidden />
        <div className={classes.words}>
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
        </div>
        <Button variant="default" disabled={extract.isPending} onClick={() => input.current?.click()}>
          Choose file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.json,text/csv,application/json"
          hidden
          aria-label="Question file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            // The same file may be chosen again after it was mended.
            event.currentTarget.value = ''
            void read(file)
          }}
        />
      </div>
      <div role="alert" className={classes.failure}>
        {failure}
      </div>
      {review && (
        <UploadReview
          opened={review.opened}
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
