export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some phones only fetch the file after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves text as a file. @param type media type, without the charset */
export const saveText = (name: string, text: string, type: string) =>
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))
