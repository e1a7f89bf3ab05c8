import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { BottomBar } from '#client/ui/save-bar.tsx'
import { type Import, useConfirmImport, useImport, useUndoImport } from '../../import-queries.ts'
import { confirmedText, leftOutText, undoneText } from './import-text.ts'
import { useDiscard } from './use-discard.ts'

/** Always visible below the diagnosis: the number of questions to add, and those left out. */
export function ConfirmBar({ one }: { one: Import }) {
  const { importId, toAdd, undecided } = one
  const ask = useConfirm()
  const confirm = useConfirmImport()
  const discard = useDiscard(one)
  const leftOut = leftOutText(one)
  const submit = async () => {
    const isSure =
      undecided === 0 ||
      (await ask({
        title: 'Leave out undecided questions?',
        message: `${plural(undecided, 'question')} still ${undecided === 1 ? 'needs' : 'need'} a decision and will not be added.`,
        consequences: 'You can’t decide about them after confirming.',
        confirmLabel: `Add the other ${toAdd.toLocaleString()}`,
        destructive: false,
      }))
    if (!isSure) return
    await reportOutcome(confirm.mutateAsync({ id: importId }), confirmedText, 'Failed to add the questions')
  }
  return (
    <BottomBar>
      <Text size="sm" flex={{ base: '1 1 100%', sm: '1 1 260px' }} className="tabular" role="status">
        {toAdd === 0
          ? `There is nothing to add${leftOut && `: ${leftOut}`}.`
          : leftOut
            ? `Not added: ${leftOut}.`
            : 'All questions are added.'}
      </Text>
      <Button variant="default" onClick={() => void discard()}>
        Discard
      </Button>
      <Button disabled={toAdd === 0} loading={confirm.isPending} onClick={() => void submit()}>
        Add {plural(toAdd, 'question')}
      </Button>
    </BottomBar>
  )
}

/** The result of an import. A confirmed one can be undone. */
export function ImportOutcome({ one }: { one: Import }) {
  const ask = useConfirm()
  const undo = useUndoImport()
  useImport(one.importId, undo.isPending)
  if (one.state === 'undone')
    return (
      <Alert color="gray" mb="md" role="status" icon={<IconArrowBackUp size={18} aria-hidden />} title="Import undone">
        {one.added === 0
          ? 'All its questions were removed from the bank.'
          : `${plural(one.added, 'question')} kept in the bank: used in tests or changed since the import.`}
      </Alert>
    )
  const submit = async () => {
    const isSure = await ask({
      title: 'Undo this import?',
      message: `This removes the ${plural(one.added, 'question')} that it added to the bank, and restores those it replaced.`,
      consequences: 'Questions used in tests or changed since the import are kept.',
      confirmLabel: 'Undo import',
    })
    if (isSure) await reportOutcome(undo.mutateAsync({ id: one.importId }), undoneText, 'Failed to undo the import')
  }
  return (
    <Alert
      color="teal"
      mb="md"
      role="status"
      icon={<IconCircleCheck size={18} aria-hidden />}
      title={undo.isPending ? 'Undoing the import' : `${plural(one.added, 'question')} added to the bank`}
    >
      {undo.isPending && <Text size="sm">{plural(one.added, 'question')} left to process.</Text>}
      <Group gap="xs" mt={4}>
        <LinkButton to="/bank" search={{ import: one.importId }} size="xs">
          Show them in the bank
        </LinkButton>
        <Button variant="default" size="xs" loading={undo.isPending} onClick={() => void submit()}>
          Undo import
        </Button>
      </Group>
    </Alert>
  )
}
