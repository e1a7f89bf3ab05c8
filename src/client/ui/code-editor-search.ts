import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  gotoLine,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  searchKeymap,
  setSearchQuery,
} from '@codemirror/search'
import type { EditorState, Extension } from '@codemirror/state'
import { type EditorView, keymap, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view'
import classes from './code-editor-search.module.css'

/** A find-and-replace bar above the code, opened with Ctrl+F. Like the editor, imports neither React nor the UI kit. */

const maxCounted = 999

const arrowUp = 'M8 13V3M4 7l4-4 4 4'
const arrowDown = 'M8 3v10M4 9l4 4 4-4'
const cross = 'M4 4l8 8M12 4l-8 8'

function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

/** In a dialog, Escape closes the bar first and leaves the dialog open. */
const keepEscape = (element: HTMLElement) => element.setAttribute('data-mantine-stop-propagation', 'true')

function button(label: string, content: string | SVGElement, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.append(content)
  made.toggleAttribute('data-words', content === label)
  if (content !== label) {
    made.title = label
    made.setAttribute('aria-label', label)
  }
  keepEscape(made)
  made.addEventListener('click', onClick)
  return made
}

function field(label: string, onInput: () => void): HTMLInputElement {
  const made = document.createElement('input')
  made.type = 'text'
  made.placeholder = label
  made.setAttribute('aria-label', label)
  for (const off of ['autocomplete', 'autocapitalize', 'autocorrect']) made.setAttribute(off, 'off')
  made.spellcheck = false
  keepEscape(made)
  made.addEventListener('input', onInput)
  return made
}

function row(...children: HTMLElement[]): HTMLElement {
  const made = document.createElement('div')
  made.className = classes.row ?? ''
  made.append(...children)
  return made
}

/** `3 of 12`, `12 matches`. Empty without a query. */
function matchText(state: EditorState, query: SearchQuery): string {
  if (query.search === '') return ''
  if (!query.valid) return 'Not a valid pattern'
  const { from, to } = state.selection.main
  let count = 0
  let at = 0
  const cursor = query.getCursor(state)
  for (let step = cursor.next(); !step.done; step = cursor.next()) {
    count += 1
    if (count > maxCounted) return `More than ${maxCounted} matches`
    if (step.value.from === from && step.value.to === to) at = count
  }
  if (count === 0) return 'No match'
  if (at > 0) return `${at} of ${count}`
  return count === 1 ? '1 match' : `${count} matches`
}

const options = [
  ['caseSensitive', 'Match case', 'Aa'],
  ['wholeWord', 'Whole words', 'W'],
  ['regexp', 'Regular expression', '.*'],
] as const

class FindBar implements Panel {
  readonly dom = document.createElement('div')
  readonly top = true
  readonly #view: EditorView
  readonly #find = field('Find', () => this.#ask())
  readonly #replace = field('Replace with', () => this.#ask())
  readonly #count = document.createElement('span')
  readonly #toggles: HTMLButtonElement[]
  readonly #replacing: HTMLElement

  constructor(view: EditorView) {
    this.#view = view
    // The editor uses this to find the field to focus.
    this.#find.setAttribute('main-field', 'true')
    this.#count.className = classes.count ?? ''
    this.#count.setAttribute('role', 'status')
    this.#toggles = options.map(([, label, sign]) => {
      const toggle = button(label, sign, () => {
        toggle.setAttribute('aria-pressed', String(toggle.getAttribute('aria-pressed') !== 'true'))
        this.#ask()
      })
      return toggle
    })
    this.#replacing = row(
      this.#replace,
      button('Replace', 'Replace', () => replaceNext(view)),
      button('Replace all', 'Replace all', () => replaceAll(view)),
    )
    this.dom.className = classes.bar ?? ''
    this.dom.setAttribute('role', 'search')
    this.dom.setAttribute('aria-label', 'Find in the code')
    this.dom.addEventListener('keydown', (event) => this.#onKey(event))
    const close = button('Close', icon(cross), () => this.#close())
    close.className = classes.close ?? ''
    this.dom.append(
      row(
        this.#find,
        this.#count,
        ...this.#toggles,
        button('Previous match', icon(arrowUp), () => findPrevious(view)),
        button('Next match', icon(arrowDown), () => findNext(view)),
        close,
      ),
      this.#replacing,
    )
    this.#show(view.state)
  }

  mount() {
    this.#find.focus()
    this.#find.select()
  }

  update({ docChanged, selectionSet, state, startState, transactions }: ViewUpdate) {
    const asked = transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)))
    if (asked || docChanged || selectionSet || state.readOnly !== startState.readOnly) this.#show(state)
  }

  #show(state: EditorState) {
    const query = getSearchQuery(state)
    if (this.#find.value !== query.search) this.#find.value = query.search
    if (this.#replace.value !== query.replace) this.#replace.value = query.replace
    for (const [at, [name]] of options.entries()) this.#toggles[at]?.setAttribute('aria-pressed', String(query[name]))
    const text = matchText(state, query)
    if (this.#count.textContent !== text) this.#count.textContent = text
    this.#find.setAttribute('aria-invalid', String(query.search !== '' && !query.valid))
    this.#replacing.hidden = state.readOnly
  }

  #ask() {
    const pressed = this.#toggles.map((toggle) => toggle.getAttribute('aria-pressed') === 'true')
    const query = new SearchQuery({
      search: this.#find.value,
      replace: this.#replace.value,
      // Literal search: \n and \t have no special meaning.
      literal: true,
      ...Object.fromEntries(options.map(([name], at) => [name, pressed[at]])),
    })
    if (!query.eq(getSearchQuery(this.#view.state))) this.#view.dispatch({ effects: setSearchQuery.of(query) })
  }

  #close() {
    closeSearchPanel(this.#view)
    this.#view.focus()
  }

  #onKey(event: KeyboardEvent) {
    const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
    if (event.key === 'Escape') this.#close()
    else if (isEnter && event.target === this.#find) (event.shiftKey ? findPrevious : findNext)(this.#view)
    else if (isEnter && event.target === this.#replace) replaceNext(this.#view)
    else if (!runScopeHandlers(this.#view, event, 'search-panel')) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Excludes "go to line", which would open its own panel. */
const keys = searchKeymap.filter(({ run }) => run !== gotoLine)

export const findBar: Extension = [search({ createPanel: (view) => new FindBar(view) }), keymap.of(keys)]
