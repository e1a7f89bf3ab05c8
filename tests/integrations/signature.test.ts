import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { signedHeaders } from '#server/features/integrations/webhooks/sending.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/integrations.md'), 'utf8')
const snippet = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`
const body = '{"event":"ping","data":{"message":"naïve – 日本"}}'

/** A genuine call, and four forged ones: with a different body, id or secret, or an old timestamp. */
function calls() {
  const now = Date.now()
  const good = signedHeaders(secret, 'msg-1', now, body)
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`
  return [
    { headers: good, body, genuine: true },
    { headers: good, body: body.replace('ping', 'pong'), genuine: false },
    { headers: { ...good, 'webhook-id': 'msg-2' }, body, genuine: false },
    { headers: signedHeaders(other, 'msg-1', now, body), body, genuine: false },
    { headers: signedHeaders(secret, 'msg-1', now - 600_000, body), body, genuine: false },
  ]
}

it.each([
  [
    'js',
    (code: string, given: string) => ({
      command: process.execPath,
      args: [
        '--input-type=module',
        '-e',
        `${code}\nconst { secret, calls } = ${given}\nconsole.log(JSON.stringify(calls.map((one) => isGenuine(secret, one.headers, one.body))))`,
      ],
    }),
  ],
  [
    'python',
    (code: string, given: string) => ({
      command: 'python3',
      args: [
        '-c',
        `${code}\nimport json\ngiven = json.loads(${JSON.stringify(given)})\nprint(json.dumps([is_genuine(given["secret"], one["headers"], one["body"].encode()) for one in given["calls"]]))`,
      ],
    }),
  ],
] as const)('the %s example in docs/integrations.md accepts only genuine calls', (language, run) => {
  const made = calls()
  const { command, args } = run(snippet(language), JSON.stringify({ secret, calls: made }))
  const printed = execFileSync(command, [...args], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual(made.map(({ genuine }) => genuine))
})
