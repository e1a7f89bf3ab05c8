/** Hands a text to the browser as a file. @param type its media type, without the charset */
export function saveText(name: string, text: string, type: string) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some phones fetch the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
