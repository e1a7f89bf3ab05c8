import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commands, readCommand, UsageError } from '#server/cli/usage.ts'
import { ConfigError } from '#server/platform/settings.ts'
import { testConfig } from '#tests/support/config.ts'
import { startCommand } from '#tests/support/process.ts'

afterEach(() => vi.unstubAllEnvs())

/** A path where not even root can write. */
const nowhere = '/proc/examhall'
const wrongPort = 'PORT accepts a port number from 0 to 65535'

describe('the command line', () => {
  it.each(Object.entries(commands))(
    'prints usage for %s --help, even with invalid settings',
    (name, { takes, does }) => {
      vi.stubEnv('PORT', 'abc')
      for (const words of [['--help'], ['-h'], ['now', '--help']])
        expect(readCommand([name, ...words])).toEqual({
          answer: `${`Usage: examhall ${name} ${takes}`.trimEnd()}\n\n${does}`,
        })
    },
  )

  it('is documented in docs/binary.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/binary.md'), 'utf8')
    for (const [name, { takes }] of Object.entries(commands))
      expect(page).toContain(`| \`${`${name} ${takes}`.trimEnd()}\``)
  })

  it.each(['help', 'version'])('%s is a command as well as an option', (word) => {
    expect(readCommand([word])).toEqual(readCommand([`--${word}`]))
    expect(readCommand([word])).toHaveProperty('answer')
  })

  it.each([
    ['serve now', 'serve takes no arguments, not now'],
    ['backup', 'backup needs FILE: backup FILE [--overwrite]'],
    ['backup --overwrite', 'backup needs FILE: backup FILE [--overwrite]'],
    ['backup a b', 'backup takes FILE [--overwrite], not a b'],
    ['backup a --over', 'backup takes FILE [--overwrite], not a --over'],
    ['restore', 'restore needs FILE: restore FILE [--identity FILE]'],
    ['restore --overwrite', 'restore takes FILE [--identity FILE], not --overwrite'],
    ['restore a b', 'restore takes FILE [--identity FILE], not a b'],
  ])('rejects "%s" in one line', (words, sentence) => {
    expect(() => readCommand(words.split(' '))).toThrow(new UsageError(sentence))
  })

  it.each([
    [['--loud'], "doctor takes [--install-languages] [LANGUAGE]...: Unknown option '--loud'"],
    [['php'], 'doctor takes [--install-languages] [LANGUAGE]...: unexpected php'],
    [['--install-languages', 'php', 'cobol'], 'Unknown language cobol. Languages: javascript, typescript, python'],
  ])('doctor rejects %j', async (words, sentence) => {
    const { doctor } = await import('#server/cli/doctor.ts')
    await expect(doctor(testConfig(nowhere), words)).rejects.toThrow(sentence)
  })

  it('returns the command with its arguments and the settings', () => {
    vi.stubEnv('PORT', '4100')
    for (const words of [
      [],
      ['backup', 'a', '--overwrite'],
      ['backup', '--overwrite', 'a'],
      ['create-admin', '--name', 'A'],
    ])
      expect(readCommand(words)).toMatchObject({
        name: words[0] ?? 'serve',
        args: words.slice(1),
        config: { port: 4100 },
      })
  })

  it('reports an invalid setting before it does anything else', () => {
    vi.stubEnv('PORT', 'abc')
    expect(() => readCommand(['serve'])).toThrow(new ConfigError(wrongPort))
  })

  it('exits with 0 for help, 1 for an invalid setting, and 2 for wrong usage', async () => {
    const said = async (...words: string[]) => startCommand(nowhere, words, { PORT: 'abc' }).ended
    expect(await said('backup', '--help')).toMatchObject({ code: 0, output: expect.stringContaining('backup FILE') })
    expect(await said('serve')).toEqual({ code: 1, output: wrongPort })
    expect(await said('restore', '--all')).toEqual({
      code: 2,
      output: 'restore takes FILE [--identity FILE], not --all',
    })
  })
})
