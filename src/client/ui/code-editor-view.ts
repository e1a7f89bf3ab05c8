import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import type { Change, EditorEdit } from '#shared/journals/journals.rules.ts'
import { findBar } from './code-editor-search.ts'

/** CodeMirror, in its own chunk. Shares no module with React or the UI kit, because that would create another chunk. */

export interface EditorLabels {
  label: string
  readOnly: boolean
  refused: boolean
  /** Lets the form find the editor and focus it. */
  path: string | undefined
}

export interface OpenEditor {
  /** Replaces the content without calling `onChange`. The user can undo the change. */
  setText(text: string): void
  /** Scrolls to a position and highlights its line. */
  reveal(position: number): void
  setParser(parser: Extension): void
  setLabels(words: EditorLabels): void
  /** In px; undefined for the default size. */
  setFontSize(size: number | undefined): void
  close(): void
}

const indent = '  '

/** Tab indents the selected lines, or inserts two spaces at the cursor. */
const tabKey = {
  key: 'Tab',
  shift: indentLess,
  run: (view: EditorView) => {
    const { state } = view
    if (state.readOnly) return false
    if (state.selection.ranges.some(({ empty }) => !empty)) return indentMore(view)
    view.dispatch(state.update(state.replaceSelection(indent), { scrollIntoView: true, userEvent: 'input' }))
    return true
  },
}

// The page uses Ctrl+Enter to run the program.
const keys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')

const common: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  indentUnit.of(indent),
  EditorState.tabSize.of(4),
  syntaxHighlighting(classHighlighter),
  findBar,
  keymap.of([...closeBracketsKeymap, ...keys, ...historyKeymap, tabKey]),
]

const waysOut =
  'Tab indents. Press Escape and then Tab to leave the editor. Press Control F, or Command F on a Mac, to search.'

const wordsOf = ({ label, readOnly, refused, path }: EditorLabels): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.editable.of(!readOnly),
  EditorView.contentAttributes.of({
    'aria-label': label,
    tabindex: '0',
    ...(readOnly ? { 'aria-readonly': 'true' } : { 'aria-description': waysOut }),
    ...(refused && { 'aria-invalid': 'true' }),
    ...(path !== undefined && { 'data-path': path }),
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    // Browser extensions such as Grammarly change the page's text, which would change the code.
    'data-gramm': 'false',
  }),
]

interface EditorStart {
  text: string
  words: EditorLabels
  onChange: (text: string, edit: EditorEdit) => void
}

const kindsByEvent = [
  ['input.paste', 'paste'],
  ['input.drop', 'paste'],
  ['input.complete', 'complete'],
  ['undo', 'undo'],
  ['redo', 'undo'],
  ['input.type', 'type'],
  ['delete.backward', 'type'],
  ['delete.forward', 'type'],
] as const

/** What the user did, and the change if it is in one place. */
function editOf({ transactions, changes }: ViewUpdate): EditorEdit {
  const isOf = (event: string) => transactions.some((one) => one.docChanged && one.isUserEvent(event))
  const kind = kindsByEvent.find(([event]) => isOf(event))?.[1] ?? 'edit'
  const found: Change[] = []
  changes.iterChanges((from, to, _from, _to, inserted) => {
    found.push({ position: from, deleted: to - from, inserted: inserted.toString() })
  })
  return { kind, exact: found.length === 1 ? found[0] : undefined }
}

export function openEditor(parent: HTMLElement, { text, words, onChange }: EditorStart): OpenEditor {
  const [parser, said] = [new Compartment(), new Compartment()]
  const listener = EditorView.updateListener.of((update) => {
    const own = update.transactions.some((transaction) => transaction.annotation(Transaction.remote))
    if (update.docChanged && !own) onChange(update.state.doc.toString(), editOf(update))
  })
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [common, parser.of([]), said.of(wordsOf(words)), listener],
  })
  return {
    setText: (next) => {
      if (view.state.doc.toString() === next) return
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        annotations: Transaction.remote.of(true),
      })
    },
    reveal: (position) => {
      const anchor = Math.min(position, view.state.doc.length)
      view.dispatch({ selection: { anchor }, scrollIntoView: true })
    },
    setParser: (extension) => view.dispatch({ effects: parser.reconfigure(extension) }),
    setLabels: (next) => view.dispatch({ effects: said.reconfigure(wordsOf(next)) }),
    setFontSize: (size) => {
      view.dom.style.setProperty('--code-size', size === undefined ? '' : `${size}px`)
      view.requestMeasure()
    },
    close: () => view.destroy(),
  }
}
