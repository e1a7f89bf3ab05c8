import { useState } from 'react'
import { copyText } from '#client/lib/clipboard.ts'
import { notify } from '#client/lib/notify.ts'

/** Copies text. `copied` is then true for `resetMs`, or permanently if it is omitted. @returns `[copied, copy]` */
export function useCopied(text: string, resetMs?: number) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(text)
    setCopied(done)
    if (!done) notify.warning('Could not copy. Select the text and copy it manually.')
    else if (resetMs !== undefined) setTimeout(() => setCopied(false), resetMs)
  }
  return [copied, copy] as const
}
