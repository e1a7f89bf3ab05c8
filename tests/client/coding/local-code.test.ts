import { describe, expect, it } from 'vitest'
import { templates } from '#client/features/coding/model/code-templates.ts'
import { forgetOldCode, LocalCode } from '#client/features/coding/model/local-code.ts'
import type { LocalStore } from '#client/lib/device/device.ts'

function memory() {
  const held = new Map<string, string>()
  const storage: LocalStore = {
    read: (key) => held.get(key) ?? null,
    write: (key, value) => {
      held.set(key, value)
      return true
    },
    remove: (key) => {
      held.delete(key)
    },
    keys: () => [...held.keys()],
  }
  return { held, storage }
}

const day = 86_400_000

function place(storage: LocalStore, fields: { userId?: string; testAttemptId?: string; now?: number } = {}) {
  const { now = 1_000 * day, ...rest } = fields
  const runs: (() => void)[] = []
  const kept = new LocalCode({
    userId: 'asha',
    questionId: 'sum',
    storage,
    now: () => now,
    timers: {
      after: (_ms, run) => {
        runs.push(run)
        return () => runs.splice(runs.indexOf(run), 1)
      },
    },
    ...rest,
  })
  return {
    kept,
    rest: () => {
      for (const run of runs.splice(0)) run()
    },
  }
}

describe('code stored in the browser', () => {
  it('starts with the Python template, or with the first available language’s', () => {
    const { kept } = place(memory().storage)
    expect(kept.beginning(['javascript', 'python'])).toEqual({ language: 'python', code: templates.python })
    expect(kept.beginning(['go', 'rust'])).toEqual({ language: 'go', code: templates.go })
  })

  it('is restored by language after a pause in typing', () => {
    const { storage, held } = memory()
    const { kept, rest } = place(storage)
    kept.keep({ language: 'python', code: 'print(1)' })
    expect(held.size).toBe(0)
    expect(kept.read('python')).toBe('print(1)')
    kept.keep({ language: 'cpp', code: 'int main() {}' })
    rest()
    const again = place(storage).kept
    expect(again.beginning(['python', 'cpp'])).toEqual({ language: 'cpp', code: 'int main() {}' })
    expect(again.read('python')).toBe('print(1)')
    expect(again.beginning(['python'])).toEqual({ language: 'python', code: 'print(1)' })
  })

  it('is separate per person, attempt and practice', () => {
    const { storage } = memory()
    const { kept } = place(storage)
    kept.keep({ language: 'python', code: 'mine' })
    kept.flush()
    expect(place(storage, { userId: 'ravi' }).kept.read('python')).toBe(templates.python)
    expect(place(storage, { testAttemptId: 'a1' }).kept.read('python')).toBe(templates.python)
    expect(place(storage).kept.read('python')).toBe('mine')
  })

  it('ignores unchanged templates, regardless of whitespace', () => {
    const { kept } = place(memory().storage)
    const wider = templates.python.replaceAll('\n', ' \n\n')
    expect([wider, '', ' \n'].map((code) => kept.isTemplate('python', code))).toEqual([true, true, true])
    expect([templates.java, `${templates.python}x`].map((code) => kept.isTemplate('python', code))).toEqual([
      false,
      false,
    ])
  })

  it('does not include templates', () => {
    const { storage, held } = memory()
    const { kept } = place(storage)
    kept.keep({ language: 'python', code: 'mine' })
    kept.flush()
    kept.keep({ language: 'python', code: templates.python })
    kept.flush()
    expect([...held.keys()].filter((key) => key.endsWith('.python'))).toEqual([])
  })

  it('is kept while the page is open if storage refuses it', () => {
    const { held, storage } = memory()
    const { write } = storage
    place(storage).kept.leave('python', { code: 'before', revision: 1 })
    storage.write = () => false
    const { kept } = place(storage)
    kept.keep({ language: 'python', code: 'mine' })
    kept.flush()
    expect(place(storage).kept.read('python')).toBe('mine')
    expect([...held.values()].join()).toContain('before')
    // Once storage works again, its content is newer than the content in memory.
    storage.write = write
    kept.keep({ language: 'python', code: 'later' })
    kept.flush()
    expect(place(storage).kept.read('python')).toBe('later')
    kept.keep({ language: 'python', code: templates.python })
    kept.flush()
    expect(place(storage).kept.read('python')).toBe(templates.python)
  })

  it('keeps the newest program of each language, and never an empty one', () => {
    const { kept } = place(memory().storage)
    kept.leave('python', { code: 'second', revision: 2 })
    kept.leave('python', { code: 'first', revision: 1 })
    expect(kept.read('python')).toBe('second')
    kept.leave('python', { code: ' \n', revision: 3 })
    expect(kept.read('python')).toBe('second')
    kept.leave('python', { code: 'third', revision: 3 })
    expect([kept.read('python'), kept.language(['cpp', 'python'])]).toEqual(['third', 'python'])
  })

  it('expires after three months, or at once if unreadable', () => {
    const { storage, held } = memory()
    const { kept } = place(storage)
    kept.keep({ language: 'python', code: 'mine' })
    kept.flush()
    forgetOldCode(storage, 1_089 * day)
    expect(held.size).toBe(2)
    forgetOldCode(storage, 1_091 * day)
    expect(held.size).toBe(0)
    held.set('examhall.code.asha.practice.sum.go', '{')
    held.set('examhall.draft.x', 'not ours')
    forgetOldCode(storage, 1_000 * day)
    expect([...held.keys()]).toEqual(['examhall.draft.x'])
  })
})
