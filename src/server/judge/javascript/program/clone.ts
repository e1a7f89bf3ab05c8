/** structuredClone(). Runs inside the isolate: see ../../main.ts. */

function cannotClone(value: unknown): Error {
  const text = typeof value === 'object' ? `#<${value?.constructor?.name ?? 'Object'}>` : String(value)
  return Object.assign(new Error(`${text} could not be cloned.`), { name: 'DataCloneError', code: 25 })
}

type Copy = <T>(value: T) => T

/** Copies built-in objects; undefined for others. */
function copyOfBuiltIn(value: object, copy: Copy): object | undefined {
  if (value instanceof Date) return new Date(value.getTime())
  if (value instanceof RegExp) return new RegExp(value.source, value.flags)
  if (value instanceof ArrayBuffer) return value.slice(0)
  if (value instanceof DataView) return new DataView(copy(value.buffer), value.byteOffset, value.byteLength)
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, length } = value as Uint8Array
    // The built-in class, ignoring subclasses.
    const kind = (value as Uint8Array)[Symbol.toStringTag]
    const Kind = (globalThis as unknown as Record<string, Uint8ArrayConstructor>)[kind] ?? Uint8Array
    return new Kind(copy(buffer), byteOffset, length)
  }
  if ([Number, String, Boolean, BigInt].some((kind) => value instanceof kind)) return Object(value.valueOf())
  return undefined
}

/** Creates an empty copy to be filled later, because an object may contain itself. */
function emptyLike(value: object): object {
  if (Array.isArray(value)) return new Array(value.length)
  if (value instanceof Map) return new Map()
  if (value instanceof Set) return new Set()
  if (value instanceof Error) {
    const made = Object.create(Object.getPrototypeOf(value))
    for (const name of ['stack', 'message'] as const)
      Object.defineProperty(made, name, { value: value[name], writable: true, configurable: true })
    return made
  }
  if ([Promise, WeakMap, WeakSet, WeakRef].some((kind) => value instanceof kind)) throw cannotClone(value)
  return {}
}

export function structuredClone<T>(value: T): T {
  const known = new Map<object, object>()
  const copyObject = (one: object): object => {
    const done = known.get(one) ?? copyOfBuiltIn(one, copy)
    const made = done ?? emptyLike(one)
    known.set(one, made)
    if (done) return done
    if (one instanceof Map) for (const [key, item] of one) (made as typeof one).set(copy(key), copy(item))
    else if (one instanceof Set) for (const item of one) (made as typeof one).add(copy(item))
    else if (!(one instanceof Error))
      for (const [key, item] of Object.entries(one)) (made as Record<string, unknown>)[key] = copy(item)
    return made
  }
  const copy: Copy = (one) => {
    if (typeof one === 'function' || typeof one === 'symbol') throw cannotClone(one)
    return typeof one === 'object' && one !== null ? (copyObject(one) as typeof one) : one
  }
  return copy(value)
}
