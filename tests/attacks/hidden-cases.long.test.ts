import { readdirSync, readlinkSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { openJudge, submit } from '#tests/judge/judging.ts'
import { descendantsOf, waitForProgram } from '#tests/judge/processes.ts'

const judge = openJudge(1)
afterAll(() => judge.close())

const secrets = Array.from({ length: 8 }, (_, place) => `secret-${place}-of-eight`)
const hidden = secrets.map((input) => ({ input, expected: 'unknown', keep: false }))

/** Prepends a function that writes to any descriptor. Programs use it to try to forge messages to the judge. */
const forge = (files: string) => `
const tell = (file, text) => { try { process.stdout.fd = file; process.stdout.write(text) } catch {} }
${files}`

it('keeps eight hidden inputs from a JavaScript program that forges a syntax error', async () => {
  const read = new Set<string>()
  for (let round = 0; round < secrets.length; round++) {
    const source = forge(`
const input = require('fs').readFileSync(0, 'utf8')
if (!${JSON.stringify([...read])}.includes(input)) { process.stderr.write(input); tell(3, '\\0\\x02\\0\\0') }`)
    const outcome = await submit(judge, 'javascript', source, hidden)
    for (const secret of secrets) if (JSON.stringify(outcome).includes(secret)) read.add(secret)
  }
  expect([...read]).toEqual([])
})

it('hides the next input from a program that forges the end of a sample case', async () => {
  const source = forge(`
tell(3, '\\0\\0\\0\\0')
for (const end = Date.now() + 300; Date.now() < end;);
const input = require('fs').readFileSync(0, 'utf8')
process.stdout.fd = 1
process.stdout.write(input); process.stderr.write(input)`)
  const cases = secrets.flatMap((input) => [
    { input: 'sample', keep: true },
    { input, keep: false },
  ])
  const outcome = await submit(judge, 'javascript', source, cases)
  expect(outcome.kind).toBe('judged')
  expect(JSON.stringify(outcome)).not.toContain('secret')
  expect(outcome.kind === 'judged' && outcome.cases.every(({ verdict }) => verdict === 'accepted')).toBe(true)
})

it.each([3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18])(
  'keeps a JavaScript program from writing to descriptor %i',
  async (file) => {
    const source =
      forge(`for (let i = 0; i < 64; i++) tell(${file}, '\\x01\\x7f\\x7f\\x7f\\x7f\\x7f\\x7f\\x7f'.repeat(2))
process.stdout.fd = 1
console.log('still here')`)
    const outcome = await submit(judge, 'javascript', source, [{ input: '' }, { input: '' }])
    expect(outcome).toMatchObject({ kind: 'judged', cases: [{ verdict: 'accepted' }, { verdict: 'accepted' }] })
  },
)

it('keeps the error text of one case out of the next case', async () => {
  const source = `if (require('fs').readFileSync(0, 'utf8') === 'hidden') process.stderr.write('leak '.repeat(60000))`
  const outcome = await submit(judge, 'javascript', source, [
    { input: 'hidden', keep: false },
    { input: 'sample', keep: true },
  ])
  expect(outcome).toMatchObject({
    kind: 'judged',
    cases: [{ verdict: 'accepted' }, { verdict: 'accepted', error: '' }],
  })
})

it('reports a syntax error before the program receives input', async () => {
  const outcome = await submit(judge, 'javascript', 'console.log(1', hidden)
  expect(outcome.kind).toBe('compile_error')
  expect(JSON.stringify(outcome)).not.toContain('secret')
})

it.runIf(process.getuid?.() === 0)('gives a JavaScript program’s process no socket to the warden', async () => {
  // The process title is the last message that the process sent: 0 means ready.
  await waitForProgram(() => judge.pid, '0')
  const children = descendantsOf(judge.pid ?? 0).filter(({ name }) => name === '0')
  const targets = children.flatMap(({ pid }) =>
    readdirSync(`/proc/${pid}/fd`).map((file) => readlinkSync(`/proc/${pid}/fd/${file}`)),
  )
  expect(targets.some((target) => target.startsWith('pipe:'))).toBe(true)
  expect(targets.filter((target) => target.startsWith('socket:'))).toEqual([])
})
