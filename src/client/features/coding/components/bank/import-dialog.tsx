import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconFileZip } from '@tabler/icons-react'
import { messageOf } from '#client/lib/errors.ts'
import { DropArea, DropText } from '#client/ui/drop-area.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { maxPackageBytes } from '#shared/coding/coding.schema.ts'
import { useImportPackage } from '../../queries.ts'
import classes from '../lists.module.css'

const megabytes = maxPackageBytes / 1024 / 1024

/** Imports a question from a problem package and lists the parts that were ignored. Remounted each time it opens. */
export function ImportDialog({ opened, onClose }: DialogProps) {
  const { mutate, data, error, isPending, variables, reset } = useImportPackage()
  return (
    <Modal opened={opened} onClose={onClose} title="Import package" busy={isPending}>
      <Stack gap="md">
        {data ? (
          <Alert color="teal" role="status" icon={<IconCircleCheck size={18} aria-hidden />}>
            “{data.question.title}” was added to the bank
            {data.question.status === 'checking' && '. Its solutions are running now'}.
          </Alert>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              A problem package in the Kattis or DOMjudge format: a zip with problem.yaml, the statement, data/sample,
              data/secret and submissions.
            </Text>
            <DropArea
              label="Problem package"
              accept=".zip,application/zip"
              onFile={(file) => mutate(file)}
              icon={<IconFileZip size={24} stroke={1.5} aria-hidden />}
              choose={error ? 'Choose another file' : 'Choose file'}
              disabled={isPending}
              size="lg"
              autoFocus
            >
              <DropText
                title="Drop a .zip here"
                reading={isPending ? variables : undefined}
                progress="Reading the package"
              >
                At most {megabytes} MB
              </DropText>
            </DropArea>
          </>
        )}
        {error && !isPending && (
          <Warning color="red" role="alert" title="The package was not imported">
            {messageOf(error, 'Failed to upload file')}
          </Warning>
        )}
        {data && data.notes.length > 0 && (
          <div>
            <Text size="sm" fw={550} mb={4}>
              Some parts of the package were not used
            </Text>
            <Box component="ul" ps="1.2em" fz="sm" className={`anywhere ${classes.notes}`}>
              {data.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </Box>
          </div>
        )}
      </Stack>
      <ModalActions>
        {data ? (
          <>
            <Button variant="default" onClick={reset}>
              Import another
            </Button>
            <LinkButton
              to="/coding-questions/$questionId/edit"
              params={{ questionId: data.question.id }}
              onClick={onClose}
            >
              Open question
            </LinkButton>
          </>
        ) : (
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
        )}
      </ModalActions>
    </Modal>
  )
}
