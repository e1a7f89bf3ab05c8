import { z } from 'zod'
import type { LocalStore, Timers } from '#client/lib/device/device.ts'
import { known } from '#client/lib/known.ts'
import { type Language, languages } from '#shared/coding/languages.rules.ts'
import type { shownTemplate } from '#shared/coding/templates.schema.ts'
import { templates } from './code-templates.ts'

const refused = new WeakMap<LocalStore, Map<string, string>>()

/** Wraps the storage with an in-memory fallback for data the browser refuses to store. */
function remembering(storage: LocalStore): LocalStore {
  const memory = refused.get(storage) ?? new Map<string, string>()
  refused.set(storage, memory)
  return {
    read: (key) => memory.get(key) ?? storage.read(key),
    write(key, value) {
      const isKept = storage.write(key, value)
      if (isKept) memory.delete(key)
      else memory.set(key, value)
      return isKept
    },
    remove(key) {
      memory.delete(key)
      storage.remove(key)
    },
    keys: () => [...new Set([...memory.keys(), ...storage.keys()])],
  }
}

/** A student's code, kept in this browser by user, question and language, and by attempt in a test. */

const prefix = 'examhall.code.'
const maxAgeDays = 90
const defaultLanguage: Language = 'python'

export interface Program {
  code: string
  language: Language
}

const savedShape = z.object({
  /** ms UTC */
  savedAt: z.number(),
  code: z.string(),
  /** In a test, the answer's revision when another language replaced this one. */
  revision: z.number().optional(),
})

interface Place {
  userId: string
  questionId: string
  /** Set in a test, whose code is stored separately from practice code. */
  testAttemptId?: string | undefined
}

const rootOf = ({ userId, questionId, testAttemptId = 'practice' }: Place) =>
  `${prefix}${userId}.${testAttemptId}.${questionId}`

function parsed(text: string | null) {
  try {
    return savedShape.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}

const bare = (code: string) => code.replaceAll(/\s+/g, '')

interface LocalCodeOptions extends Place {
  /** The question's own starter code. */
  templates?: readonly Pick<z.output<typeof shownTemplate>, 'language' | 'starter_code'>[] | undefined
  storage: LocalStore
  timers: Timers
  /** ms UTC */
  now: () => number
}

/** Delay after the last keystroke before code is stored, in ms. */
const restMs = 400

/** One user's programs for one question. */
export class LocalCode {
  readonly #options: LocalCodeOptions
  readonly #storage: LocalStore
  readonly #root: string
  #unwritten: Program | undefined
  #cancel: (() => void) | undefined

  constructor(options: LocalCodeOptions) {
    this.#options = options
    this.#storage = remembering(options.storage)
    this.#root = rootOf(options)
  }

  /** The latest code in a language, or its template. */
  read(language: Language): string {
    if (this.#unwritten?.language === language) return this.#unwritten.code
    return this.#kept(language)?.code ?? this.template(language)
  }

  #kept = (language: Language) => parsed(this.#storage.read(`${this.#root}.${language}`))

  /** The question's own starter code, or the default template. */
  template = (language: Language): string =>
    this.#options.templates?.find((one) => one.language === language)?.starter_code || templates[language]

  /** True if the code is empty or the template, ignoring whitespace. */
  isTemplate = (language: Language, code: string): boolean => ['', bare(this.template(language))].includes(bare(code))

  /** The last used language if the question still accepts it, otherwise a default. */
  language(supported: readonly Language[]): Language {
    const last = known(languages, this.#storage.read(`${this.#root}.language`))
    for (const wanted of [last, defaultLanguage]) if (wanted && supported.includes(wanted)) return wanted
    return supported[0] ?? defaultLanguage
  }

  beginning(supported: readonly Language[]): Program {
    const language = this.language(supported)
    return { language, code: this.read(language) }
  }

  /** Buffers a change of code or language, and writes it after a short delay. */
  keep(program: Program) {
    if (this.#unwritten && this.#unwritten.language !== program.language) this.flush()
    this.#unwritten = program
    this.#cancel?.()
    this.#cancel = this.#options.timers.after(restMs, () => this.flush())
  }

  /**
   * Keeps code when an answer in a test switches to another language, here or elsewhere. The server stores only the
   * latest language, so no other copy exists. Older code, templates and empty programs do not replace stored code.
   */
  leave(language: Language, { code, revision }: { code: string; revision: number }) {
    if (this.isTemplate(language, code) || (this.#kept(language)?.revision ?? -1) >= revision) return
    this.#write(language, { code, revision })
  }

  /** Stores pending code at once, for example before the user leaves the page. */
  flush() {
    this.#cancel?.()
    this.#cancel = undefined
    const program = this.#unwritten
    if (!program) return
    this.#unwritten = undefined
    const { code, language } = program
    this.#storage.write(`${this.#root}.language`, language)
    // Do not store templates, since a later release may improve them.
    if (code === this.template(language)) this.#storage.remove(`${this.#root}.${language}`)
    else this.#write(language, { code })
  }

  #write(language: Language, fields: { code: string; revision?: number }) {
    this.#storage.write(`${this.#root}.${language}`, JSON.stringify({ savedAt: this.#options.now(), ...fields }))
  }
}

/** Deletes code untouched for three months. @param now ms UTC */
export function forgetOldCode(storage: LocalStore, now: number) {
  for (const key of storage.keys()) {
    if (!key.startsWith(prefix) || key.endsWith('.language')) continue
    const kept = parsed(storage.read(key))
    if (kept && now - kept.savedAt <= maxAgeDays * 86_400_000) continue
    storage.remove(key)
    storage.remove(key.replace(/\.[^.]+$/, '.language'))
  }
}
