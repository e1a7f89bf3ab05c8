import { Box, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { QuestionPaper, type ShownQuestion } from '#client/features/tests/components/paper-view.tsx'
import { formatDateTime } from '#client/lib/time.ts'
import { LoadState } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { defaultMarks, differencesOf, type EditedQuestion } from '../edit-differences.ts'
import { useVersions } from '../queries.ts'

interface EditConflictProps extends DialogProps {
  id: string
  mine: EditedQuestion
  /** The version that was edited. */
  baseVersion: number
  /** Saves the edited question over this version. */
  onSave: (version: number) => Promise<unknown>
  /** Replaces the edited question with this version. */
  onLoad: (version: number) => Promise<unknown>
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** Shows the version that someone else saved in the meantime. Closing it keeps the form as it is. */
export function EditConflict({ id, mine, baseVersion, onSave, onLoad, opened, onClose }: EditConflictProps) {
  const versions = useVersions(id)
  const [busy, setBusy] = useState<'save' | 'load' | null>(null)
  const latest = versions.isFetching ? undefined : versions.data?.versions[0]
  const theirs = latest && latest.version > baseVersion ? latest : undefined
  const run = async (what: 'save' | 'load', work: Promise<unknown>) => {
    setBusy(what)
    await work.finally(() => setBusy(null))
  }
  const differences = theirs && differencesOf(mine, theirs.question)
  return (
    <Modal opened={opened} onClose={onClose} title="Someone else has changed this question" size="wide">
      {theirs && differences ? (
        <>
          <Stack gap={4} mb="md">
            <Text size="sm">
              Version {theirs.version} was saved by {theirs.author ?? 'a deleted person'} on{' '}
              {formatDateTime(theirs.createdAt)}, while you were editing version {baseVersion}.
            </Text>
            <Text size="sm">
              {differences.names.length > 0
                ? `Different: ${listFormat.format(differences.names)}.`
                : 'It is the same as yours.'}
            </Text>
          </Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <Version
              heading="Yours"
              question={mine as ShownQuestion}
              details={differences.details.map(({ label, mine }) => [label, mine])}
            />
            <Version
              heading={`Version ${theirs.version}`}
              question={theirs.question}
              details={differences.details.map(({ label, theirs }) => [label, theirs])}
            />
          </SimpleGrid>
        </>
      ) : (
        <LoadState query={versions} what="the other version" />
      )}
      <StickyActions>
        <Button
          variant="default"
          disabled={!theirs || busy === 'save'}
          loading={busy === 'load'}
          onClick={() => theirs && void run('load', onLoad(theirs.version))}
        >
          Discard mine and load theirs
        </Button>
        <Button
          disabled={!theirs || busy === 'load'}
          loading={busy === 'save'}
          onClick={() => theirs && void run('save', onSave(theirs.version))}
        >
          Save mine instead
        </Button>
      </StickyActions>
    </Modal>
  )
}

interface VersionProps {
  heading: string
  question: ShownQuestion
  details: [label: string, value: string][]
}

const Version = ({ heading, question, details }: VersionProps) => (
  <Box component="section" p="md" miw={0} className="card" aria-label={heading}>
    <QuestionPaper question={question} heading={heading} marks={question.marks ?? defaultMarks} showAnswers />
    {details.map(([label, value]) => (
      <Text key={label} size="sm" mt={6} className="anywhere">
        {label}: {value}
      </Text>
    ))}
  </Box>
)
