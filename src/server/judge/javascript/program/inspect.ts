/** Formats values for console.log like Node. Runs inside the isolate: see ../../main.ts. */
import { Buffer } from './text.ts'

const lineWidth = 80
const maxItems = 100
const maxDepth = 2
/** Maximum nesting on one line. */
const compactLevels = 3

interface View {
  seen: object[]
  /** Depth of the last object shown. */
  depth: number
  indentation: number
  maxDepth: number
  /** Objects that contain themselves, with their numbers. */
  circular: Map<object, number>
}

type Shape = { open: string; close: string; parts: string[]; isList?: boolean }

function quoted(text: string): string {
  const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !/[`$]/.test(text) ? '`' : "'"
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark
}

const numberText = (value: number) => (Object.is(value, -0) ? '-0' : String(value))

function primitive(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'bigint') return `${value}n`
  return String(value)
}

const keyText = (key: string | symbol) =>
  typeof key === 'symbol' ? String(key) : /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)

function propertyText(value: object, key: string | symbol, view: View): string {
  const { get, set, value: own } = Object.getOwnPropertyDescriptor(value, key) ?? {}
  if (get || set) return `${keyText(key)}: [${[get && 'Getter', set && 'Setter'].filter(Boolean).join('/')}]`
  view.indentation += 2
  const text = show(own, view)
  view.indentation -= 2
  return `${keyText(key)}: ${text}`
}

const keysOf = (value: object): (string | symbol)[] => [
  ...Object.keys(value),
  ...Object.getOwnPropertySymbols(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key)),
]

function nameOf(value: object): string {
  const prototype = Object.getPrototypeOf(value)
  if (prototype === null) return '[Object: null prototype]'
  const name = prototype.constructor?.name
  return typeof name === 'string' ? name : 'Object'
}

const moreItems = (count: number) => (count > 0 ? [`... ${count} more item${count > 1 ? 's' : ''}`] : [])

function listParts(value: ArrayLike<unknown>, view: View): string[] {
  const parts: string[] = []
  let holes = 0
  const endHoles = () => {
    if (holes > 0) parts.push(`<${holes} empty item${holes > 1 ? 's' : ''}>`)
    holes = 0
  }
  view.indentation += 2
  let at = 0
  for (; at < value.length && parts.length < maxItems; at++) {
    if (Array.isArray(value) && !(at in value)) {
      holes++
      continue
    }
    endHoles()
    parts.push(show(value[at], view))
  }
  endHoles()
  view.indentation -= 2
  return [...parts, ...moreItems(value.length - at)]
}

const isIndex = (key: string | symbol) => typeof key === 'string' && /^(0|[1-9]\d*)$/.test(key)

function shapeOf(value: object, view: View): Shape {
  const name = nameOf(value)
  const properties = (skip: (key: string | symbol) => boolean = () => false) =>
    keysOf(value)
      .filter((key) => !skip(key))
      .map((key) => propertyText(value, key, view))
  const within = (one: unknown) => {
    view.indentation += 2
    const text = show(one, view)
    view.indentation -= 2
    return text
  }
  if (Array.isArray(value)) {
    const label = name === 'Array' ? '' : `${name}(${value.length}) `
    return { open: `${label}[`, close: ']', parts: [...listParts(value, view), ...properties(isIndex)], isList: true }
  }
  if (value instanceof Buffer) {
    const bytes = Array.from(value.subarray(0, 50), (byte) => byte.toString(16).padStart(2, '0'))
    const rest = value.length > 50 ? ` ... ${value.length - 50} more byte${value.length > 51 ? 's' : ''}` : ''
    return { open: `<Buffer ${bytes.join(' ')}${rest}>`, close: '', parts: [] }
  }
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const list = value as unknown as ArrayLike<unknown>
    return { open: `${name}(${list.length}) [`, close: ']', parts: listParts(list, view), isList: true }
  }
  if (value instanceof Map) {
    const parts = [...value].map(([key, one]) => `${within(key)} => ${within(one)}`)
    return { open: `${name}(${value.size}) {`, close: '}', parts: [...parts, ...properties()] }
  }
  if (value instanceof Set)
    return { open: `${name}(${value.size}) {`, close: '}', parts: [...[...value].map(within), ...properties()] }
  return { open: name === 'Object' ? '{' : `${name} {`, close: '}', parts: properties() }
}

/** Returns the text printed before an object's properties, or on its own if it has none. */
function baseOf(value: object): string | undefined {
  if (typeof value === 'function') {
    const isClass = /^class\b/.test(Function.prototype.toString.call(value))
    const kind = isClass ? 'class' : nameOf(value)
    return isClass
      ? `[class ${value.name || '(anonymous)'}]`
      : `[${kind}${value.name ? `: ${value.name}` : ' (anonymous)'}]`
  }
  if (value instanceof Error) return value.stack ?? String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof RegExp) return String(value)
  if (value instanceof Number || value instanceof Boolean || value instanceof String)
    return `[${nameOf(value)}: ${primitive(value.valueOf())}]`
  if (value instanceof Promise) return 'Promise { <pending> }'
  if (value instanceof WeakMap || value instanceof WeakSet) return `${nameOf(value)} { <items unknown> }`
  return undefined
}

/** Arranges the items of a long list in columns. */
function grouped(parts: string[], value: unknown, view: View): string[] {
  const hasRest = parts.length > maxItems
  const items = hasRest ? parts.slice(0, -1) : parts
  const lengths = items.map((part) => part.length)
  const longest = Math.max(...lengths) + 2
  const total = lengths.reduce((sum, length) => sum + length + 2, 0)
  if (longest * 3 + view.indentation >= lineWidth || !(total / longest > 5 || longest <= 8)) return parts
  const bias = Math.max(longest - 3 - Math.sqrt(longest - total / parts.length), 1)
  const columns = Math.min(
    Math.round(Math.sqrt(2.5 * bias * items.length) / bias),
    Math.floor((lineWidth - view.indentation) / longest),
    compactLevels * 4,
    15,
  )
  if (columns <= 1) return parts
  const widths = Array.from(
    { length: columns },
    (_, column) => Math.max(...lengths.filter((_length, place) => place % columns === column)) + 2,
  )
  const figures = Array.from(value as ArrayLike<unknown>).every(
    (one) => typeof one === 'number' || typeof one === 'bigint',
  )
  const rows: string[] = []
  for (let at = 0; at < items.length; at += columns) {
    const row = items.slice(at, at + columns)
    const last = row.length - 1
    const cells = row.map((cell, column) => {
      const width = (widths[column] ?? 0) - 2
      if (figures) return cell.padStart(width)
      return column === last ? cell : `${cell}, `.padEnd(width + 2)
    })
    rows.push(cells.join(figures ? ', ' : ''))
  }
  return hasRest ? [...rows, parts.at(-1) ?? ''] : rows
}

function arranged({ open, close, parts, isList }: Shape, value: object, depth: number, view: View): string {
  const output = isList && parts.length > 6 ? grouped(parts, value, view) : parts
  if (view.depth - depth < compactLevels && output.length === parts.length) {
    const start = output.length + view.indentation + open.length + 10
    const length = output.reduce((sum, part) => sum + part.length, output.length + start)
    const line = output.join(', ')
    if (length <= lineWidth && output.length * 2 + start <= lineWidth && !line.includes('\n'))
      return `${open} ${line} ${close}`
  }
  const indentation = `\n${' '.repeat(view.indentation)}`
  return `${open}${indentation}  ${output.join(`,${indentation}  `)}${indentation}${close}`
}

function show(value: unknown, view: View): string {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return primitive(value)
  if (view.seen.includes(value)) {
    const number = view.circular.get(value) ?? view.circular.size + 1
    view.circular.set(value, number)
    return `[Circular *${number}]`
  }
  const depth = view.seen.length
  const base = baseOf(value)
  const isEmpty = base !== undefined && (value instanceof Error || keysOf(value).length === 0)
  if (isEmpty) return base
  if (depth > view.maxDepth) return Array.isArray(value) ? '[Array]' : `[${nameOf(value)}]`
  view.seen.push(value)
  view.depth = depth
  const shape =
    base === undefined ? shapeOf(value, view) : { open: `${base} {`, close: '}', parts: propertyParts(value, view) }
  view.seen.pop()
  if (shape.parts.length === 0) return shape.open + shape.close
  const number = view.circular.get(value)
  if (number !== undefined) shape.open = `<ref *${number}> ${shape.open}`
  return arranged(shape, value, depth, view)
}

const propertyParts = (value: object, view: View) => keysOf(value).map((key) => propertyText(value, key, view))

export function inspect(value: unknown, options?: { depth?: number | null }): string {
  const depthLimit = options?.depth === null ? Number.POSITIVE_INFINITY : (options?.depth ?? maxDepth)
  return show(value, { seen: [], depth: 0, indentation: 0, maxDepth: depthLimit, circular: new Map() })
}

/** Formats the arguments of console.log, like Node's util.format. */
export function format(...values: unknown[]): string {
  const [first, ...others] = values
  if (typeof first !== 'string')
    return values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ')
  if (others.length === 0) return first
  let used = 0
  const text = first.replace(/%[sdifjoOc%]/g, (mark) => {
    if (mark === '%%') return '%'
    if (used >= others.length) return mark
    const value = others[used++]
    if (mark === '%d') return typeof value === 'bigint' ? `${value}n` : numberText(Number(value))
    if (mark === '%i') return numberText(Number.parseInt(String(value), 10))
    if (mark === '%f') return numberText(Number.parseFloat(String(value)))
    if (mark === '%j') return JSON.stringify(value)
    if (mark === '%c') return ''
    if (mark === '%s')
      return typeof value === 'object' && value !== null
        ? inspect(value, { depth: 0 })
        : typeof value === 'string'
          ? value
          : primitive(value)
    return inspect(value, { depth: 4 })
  })
  return [text, ...others.slice(used).map((value) => (typeof value === 'string' ? value : inspect(value)))].join(' ')
}
