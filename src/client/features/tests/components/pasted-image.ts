import type { ClipboardEvent } from 'react'

/** Passes a pasted image to the image field in `place`, as if it had been chosen there. */
export function takePastedImage(event: ClipboardEvent, place: () => Element | null) {
  const file = event.clipboardData.files[0]
  if (!file?.type.startsWith('image/')) return
  event.preventDefault()
  const transfer = new DataTransfer()
  transfer.items.add(file)
  // Wait a frame, because the option's image field may not be rendered yet.
  requestAnimationFrame(() => {
    const input = place()?.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) return
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
