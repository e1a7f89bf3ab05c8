import { saveFile } from './save-file.ts'

/** Saves a text as a file. @param type its media type, without the charset */
export const saveText = (name: string, text: string, type: string) =>
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))
