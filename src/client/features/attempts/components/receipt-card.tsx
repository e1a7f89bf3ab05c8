import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconPrinter, IconReceipt } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { platformName } from '#client/lib/branding.ts'
import { copyText } from '#client/lib/clipboard.ts'
import { notify } from '#client/lib/notify.ts'
import { useUser } from '#client/lib/session.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { CollegeLogo } from '#client/ui/brand-logo.tsx'
import { Facts } from '#client/ui/facts.tsx'
import type { Receipt } from '#shared/attempts/attempts.schema.ts'
import classes from './receipt-card.module.css'
import { answeredOf } from './report-text.ts'

interface ReceiptCardProps {
  /** null for attempts older than the receipts feature. */
  receipt: Receipt | null
  testName: string
  studentName: string
}

/** Display time of the button's confirmation that the code was copied, in ms. */
const copiedMs = 2_000

/** Proof of submission that the college can verify. */
export function ReceiptCard({ receipt, testName, studentName }: ReceiptCardProps) {
  const [copied, setCopied] = useState(false)
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  if (!receipt) return null
  const copy = async () => {
    if (await copyText(receipt.code)) setCopied(true)
    else notify.warning('Could not copy. Select the code and copy it manually.')
  }
  return (
    <Stack
      pt={14}
      pb={{ base: 14, sm: 16 }}
      px={{ base: 14, sm: 20 }}
      component="section"
      gap={4}
      mt="md"
      className="card"
      aria-labelledby="receipt"
    >
      <Group component="h2" gap={8} wrap="nowrap" fz="md" fw={600} id="receipt">
        <IconReceipt size={18} aria-hidden /> Receipt
      </Group>
      <Text inherit my={2} ff="monospace" fw={600} className={`anywhere ${classes.code}`}>
        {receipt.code}
      </Text>
      <Text size="sm">
        Submitted {formatDateTime(receipt.submittedAt)}. {answeredOf(receipt)}.
      </Text>
      <Text size="sm" c="dimmed">
        This code proves exactly which answers you submitted. Your college’s staff can check it.
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy code'}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => setPrinting(true)}
        >
          Print receipt
        </Button>
      </Group>
      {printing && (
        <PrintedReceipt
          receipt={receipt}
          testName={testName}
          studentName={studentName}
          onDone={() => setPrinting(false)}
        />
      )}
    </Stack>
  )
}

interface PrintedReceiptProps extends ReceiptCardProps {
  receipt: Receipt
  onDone: () => void
}

/** A one-page receipt that replaces the page while the browser prints. */
function PrintedReceipt({ receipt, testName, studentName, onDone }: PrintedReceiptProps) {
  const { collegeName } = useUser()
  useEffect(() => {
    document.body.dataset.printing = 'receipt'
    window.addEventListener('afterprint', onDone)
    window.print()
    return () => {
      delete document.body.dataset.printing
      window.removeEventListener('afterprint', onDone)
    }
  }, [onDone])
  const facts = [
    ['Student', studentName],
    ['Test', testName],
    ['Submitted', `${formatDateTime(receipt.submittedAt)} (${receipt.submittedAt})`],
    ['Answers', answeredOf(receipt)],
  ] as const
  return createPortal(
    <div className={classes.sheet} aria-hidden>
      <p className={classes.product}>
        <CollegeLogo size={40} />
        {collegeName ?? platformName}
      </p>
      <h1>Test submission receipt</h1>
      <p className={classes.printedCode}>{receipt.code}</p>
      <dl>
        <Facts facts={facts} />
      </dl>
      <p className={classes.small}>
        This code proves exactly which answers were submitted. College staff can check it: it identifies this student,
        test and time.
      </p>
    </div>,
    document.body,
  )
}
