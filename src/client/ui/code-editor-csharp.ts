import { StreamLanguage } from '@codemirror/language'
import { csharp } from '@codemirror/legacy-modes/mode/clike'

/** CodeMirror 6 has no C# grammar of its own, so this uses the legacy mode. */
export const csharpLanguage = StreamLanguage.define(csharp)
