import { StreamLanguage } from '@codemirror/language'
import { csharp } from '@codemirror/legacy-modes/mode/clike'

/** C# has no grammar of CodeMirror's own; this is the one of its former version. */
export const csharpLanguage = StreamLanguage.define(csharp)
