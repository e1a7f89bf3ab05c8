import type { Extension } from '@codemirror/state'
import { Skeleton } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Language } from '#shared/coding/languages.rules.ts'
import type { EditorEdit } from '#shared/journals/journals.rules.ts'
import classes from './code-editor.module.css'
import type { OpenEditor } from './code-editor-view.ts'

/** A chunk per language or group of languages, so only the selected one is loaded. */
const parsers: Record<Language, () => Promise<Extension>> = {
  javascript: async () => (await import('@codemirror/lang-javascript')).javascriptLanguage,
  typescript: async () => (await import('@codemirror/lang-javascript')).typescriptLanguage,
  python: async () => (await import('@codemirror/lang-python')).pythonLanguage,
  java: async () => (await import('@codemirror/lang-java')).javaLanguage,
  cpp: async () => (await import('@codemirror/lang-cpp')).cppLanguage,
  c: async () => (await import('@codemirror/lang-cpp')).cppLanguage,
  kotlin: async () => (await import('./code-editor-legacy.ts')).kotlinLanguage,
  csharp: async () => (await import('./code-editor-legacy.ts')).csharpLanguage,
  go: async () => (await import('@codemirror/lang-go')).goLanguage,
  rust: async () => (await import('@codemirror/lang-rust')).rustLanguage,
  php: async () => (await import('./code-editor-legacy.ts')).phpLanguage,
  ruby: async () => (await import('./code-editor-legacy.ts')).rubyLanguage,
  haskell: async () => (await import('./code-editor-legacy.ts')).haskellLanguage,
  sql: async () => (await import('./code-editor-legacy.ts')).sqlLanguage,
}

const loadParser = (language: Language): Promise<Extension> => parsers[language]()

export interface CodeEditorProps {
  value: string
  onChange?: (value: string, edit: EditorEdit) => void
  language: Language
  /** Read by screen readers: `Code in Python`. */
  label: string
  /** In px. */
  fontSize?: number
  readOnly?: boolean
  /** Scrolls to this position whenever it or the content changes. */
  position?: number
  error?: string | undefined
  /** Lets the form find the editor and focus it. */
  path?: string
  /** Makes the editor as tall as its container rather than its content. */
  fill?: boolean
}

/**
 * A code editor for writing or reading. Its content always matches `value`. Tab inserts two spaces. Escape then Tab
  leaves the editor. Give each document its own `key`, or undo would return to the previous document.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { error, fill, label } = props
  const place = useRef<HTMLDivElement>(null)
  const state = useEditor(place, props)
  return (
    <div className={classes.editor} data-fill={fill || undefined} data-refused={error !== undefined || undefined}>
      {state === 'waiting' && (
        <div role="status" aria-label={`Loading: ${label}`} className={classes.waiting}>
          {['60%', '35%', '48%', '20%'].map((width) => (
            <Skeleton key={width} height={12} width={width} />
          ))}
        </div>
      )}
      {state === 'failed' ? <PlainEditor {...props} /> : <div ref={place} data-editor hidden={state === 'waiting'} />}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Mounts CodeMirror and passes on every prop change. */
function useEditor(place: RefObject<HTMLDivElement | null>, props: CodeEditorProps): 'waiting' | 'open' | 'failed' {
  const { value, language, label, readOnly = false, error, path, fontSize, position } = props
  const [editor, setEditor] = useState<OpenEditor | 'waiting' | 'failed'>('waiting')
  const open = typeof editor === 'object' ? editor : undefined
  const changed = useEffectEvent((text: string, edit: EditorEdit) => props.onChange?.(text, edit))
  const words = { label, readOnly, refused: error !== undefined, path }
  const start = useEffectEvent(() => ({
    ...{ text: value, words },
    onChange: (text: string, edit: EditorEdit) => changed(text, edit),
  }))

  useEffect(() => {
    let wanted = true
    let opened: OpenEditor | undefined
    import('./code-editor-view.ts').then(
      ({ openEditor }) => {
        if (!wanted || !place.current) return
        opened = openEditor(place.current, start())
        setEditor(opened)
      },
      () => wanted && setEditor('failed'),
    )
    return () => {
      wanted = false
      opened?.close()
    }
  }, [place])

  useEffect(() => open?.setText(value), [open, value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content moves the position on the screen
  useEffect(() => {
    if (position !== undefined) open?.reveal(position)
  }, [open, value, position])
  useEffect(() => open?.setFontSize(fontSize), [open, fontSize])
  useEffect(
    () => open?.setLabels({ label, readOnly, refused: error !== undefined, path }),
    [open, label, readOnly, error, path],
  )
  useEffect(() => {
    if (!open) return
    let current = true
    // If the parser fails to load, the code is shown without highlighting.
    loadParser(language).then(
      (parser) => current && open.setParser(parser),
      () => {},
    )
    return () => {
      current = false
    }
  }, [open, language])
  return open ? 'open' : (editor as 'waiting' | 'failed')
}

/** Fallback textarea when the editor's chunk fails to load. */
const PlainEditor = ({ value, onChange, label, readOnly, fontSize, path }: CodeEditorProps) => (
  <textarea
    className={classes.plain}
    style={{ fontSize }}
    aria-label={label}
    data-path={path}
    readOnly={readOnly}
    spellCheck={false}
    autoCapitalize="off"
    value={value}
    onChange={({ currentTarget, nativeEvent }) => {
      const isPaste = /^insertFrom/.test((nativeEvent as InputEvent).inputType ?? '')
      onChange?.(currentTarget.value, { kind: isPaste ? 'paste' : 'type' })
    }}
  />
)
