/** Hands something made in the browser to it as a file. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some phones fetch the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
