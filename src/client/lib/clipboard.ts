/** Copies a text. @returns false if the browser supports neither way, so that the text must be selected by hand */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The Clipboard API requires https or localhost, but a college may use plain http on its own network. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside an open dialog, the focus trap would take the focus back from any element outside it.
  const host = before?.closest('[role="dialog"]') ?? document.body
  host.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
