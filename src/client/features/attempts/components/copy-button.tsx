import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '#client/lib/clipboard.ts'
import { notify } from '#client/lib/notify.ts'

/** Copies a text and confirms it on the button. @param what as in "Copy the code" */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const Shape = copied ? IconCheck : IconCopy
  const copy = async () => {
    const done = await copyText(text)
    setCopied(done)
    if (!done) notify.warning('Copying is not allowed here. Select the text and copy it by hand.')
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
