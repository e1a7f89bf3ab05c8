import { Anchor, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { DropArea, DropText } from '#client/ui/drop-area.tsx'
import { bounds } from '#shared/tests/form.schema.ts'
import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'
import { fullMessage, limitOf, roomOf } from '../model/draft-parts.ts'
import type { ImportTarget } from '../model/import-choices.ts'
import { type DraftQuestion, importedQuestion } from '../model/test-draft.ts'
import { useExtractFile } from '../queries.ts'
import { ImportDialog } from './import-dialog.tsx'

interface QuestionUploadProps {
  target: ImportTarget
  marksPerQuestion: number
  /** Name of the target section; undefined in a flat test. */
  section: string | undefined
  /** @param newLimit set if the author lets the file change the number of questions */
  onAdd: (questions: DraftQuestion[], newLimit?: number) => void
}

/** Imports questions from a file, after a preview. */
export function QuestionUpload({ target, marksPerQuestion, section, onAdd }: QuestionUploadProps) {
  const extract = useExtractFile()
  const [failure, setFailure] = useState<string | null>(null)
  const review = useDialog<{ name: string; answer: QuestionFileAnswer }>()

  const read = async (file: File) => {
    if (extract.isPending) return
    setFailure(null)
    // As specified, a full section accepts no file until its number of questions is raised.
    if (section !== undefined && limitOf(target) > 0 && roomOf(target) === 0)
      return setFailure(`Section "${section}" already has maximum questions`)
    if (target.questions.length >= bounds.questions.max) return setFailure(fullMessage(null, bounds.questions.max))
    try {
      review.open({ name: file.name, answer: await extract.mutateAsync(file) })
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
        <DropText
          title="Import questions"
          reading={extract.isPending ? extract.variables : undefined}
          progress="Reading the file"
        >
          Drop a .csv or .json file here. Samples:{' '}
          <Anchor href="/samples/questions.csv" download inherit underline="always">
            questions.csv
          </Anchor>
          ,{' '}
          <Anchor href="/samples/questions.json" download inherit underline="always">
            questions.json
          </Anchor>
        </DropText>
      </DropArea>
      <Text component="div" c="var(--mantine-color-error)" fz="sm" role="alert" className="anywhere">
        {failure}
      </Text>
      {review.show(({ name, answer }, dialog) => (
        <ImportDialog
          fileName={name}
          answer={answer}
          target={target}
          marksPerQuestion={marksPerQuestion}
          onAdd={({ add, newLimit }) => {
            review.close()
            onAdd(answer.questions.slice(0, add).map(importedQuestion), newLimit)
          }}
          {...dialog}
        />
      ))}
    </>
  )
}
