import { saveFile } from './save-file.ts'

/** Hands a text to the browser as a file. @param type its media type, without the charset */
export const saveText = (name: string, text: string, type: string) =>
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))
