import type { Extension } from '@codemirror/state'
import type { Language } from '#shared/coding/languages.rules.ts'

/** One chunk per language, so that only the selected one is loaded. */
const parsers: Record<Language, () => Promise<Extension>> = {
  javascript: async () => (await import('@codemirror/lang-javascript')).javascriptLanguage,
  python: async () => (await import('@codemirror/lang-python')).pythonLanguage,
  java: async () => (await import('@codemirror/lang-java')).javaLanguage,
  cpp: async () => (await import('@codemirror/lang-cpp')).cppLanguage,
  c: async () => (await import('@codemirror/lang-cpp')).cppLanguage,
  csharp: async () => (await import('./code-editor-csharp.ts')).csharpLanguage,
  go: async () => (await import('@codemirror/lang-go')).goLanguage,
  rust: async () => (await import('@codemirror/lang-rust')).rustLanguage,
}

/** CodeMirror's support for a language: highlighting and indentation. */
export const loadParser = (language: Language): Promise<Extension> => parsers[language]()
