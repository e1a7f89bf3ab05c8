/**
 * Measures whether an exam is affected when a whole lab presses Run: 200 students run a program at once, in three
 * languages, while others save answers at a steady pace.
 *     npm run load:fair [students who run, 200] [saves per second, 200]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, startServer } from '#tests/support/process.ts'
import { Times, Wire } from './exam/connection.ts'
import { prepareHall } from './exam/hall.ts'

const runners = Number(process.argv[2] ?? 200)
const pace = Number(process.argv[3] ?? 200)
const savers = 200

const programs = {
  python: (n: number) => `print(int(input()) * ${n})`,
  c: (n: number) => `#include <stdio.h>\nint main(){long a;scanf("%ld",&a);printf("%ld\\n",a*${n});}`,
  javascript: (n: number) => `console.log(Number(require('fs').readFileSync(0,'utf8')) * ${n})`,
} as const
const languages = Object.keys(programs) as (keyof typeof programs)[]

const dataDir = mkdtempSync(join(tmpdir(), 'examhall-fair-'))
const hall = await prepareHall(dataDir, runners + savers, { sectioned: false })
const server = await startServer(dataDir)
try {
  const { body } = await api(server.url, 'POST', '/auth/login', undefined, {
    email: 'admin@localhost',
    password: 'first-password',
  })
  const { question } = (
    await api(server.url, 'POST', '/coding/questions', body.token, {
      title: 'Times n',
      description: 'Print the number times n.',
      supported_languages: languages,
      testCases: [{ input: '7\n', expected_output: '7\n', is_sample: true }],
    })
  ).body
  const known = (await api(server.url, 'GET', '/coding/languages', body.token)).body.languages
  console.log(
    known
      .map((one: { language: string; available: boolean }) => `${one.language} ${one.available ? 'on' : 'off'}`)
      .join(', '),
  )

  const questions = hall.sections.flat()
  const seated = hall.students.slice(runners)
  const wires = seated.map(({ token }) => new Wire(token))
  for (const wire of wires) await wire.call(server.url, 'attempts.start', { id: hall.testId })

  let revision = Date.now()
  let refused = 0
  /** Saves at a steady pace without waiting for responses. @returns a function that stops saving */
  function saveSteadily(times: Times) {
    let n = 0
    const pending = new Set<Promise<void>>()
    const timer = setInterval(() => {
      const wire = wires[n % wires.length]
      const answer = { questionId: questions[n % 60]?.id, selectedAnswer: 'B', revision: ++revision }
      n++
      const sent = wire
        ?.call(server.url, 'attempts.save', { id: hall.testId, answers: [answer] })
        .then(({ status, ms }) => {
          times.add(ms)
          if (status !== 200) refused++
        })
      if (!sent) return
      pending.add(sent)
      void sent.finally(() => pending.delete(sent))
    }, 1_000 / pace)
    return async () => {
      clearInterval(timer)
      await Promise.all(pending)
    }
  }

  /** The baseline without other load. */
  const alone = new Times()
  const stopAlone = saveSteadily(alone)
  const startedAt = performance.now()
  while (alone.count < pace * 5) await new Promise((resolve) => setTimeout(resolve, 50))
  await stopAlone()
  console.log(`${alone.count} saves alone in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)

  const beside = new Times()
  const stop = saveSteadily(beside)
  const runs = new Times()
  let wrong = 0
  await Promise.all(
    hall.students.slice(0, runners).map(async ({ token }, n) => {
      const language = languages[n % languages.length] ?? 'python'
      const started = performance.now()
      const answer = await api(server.url, 'POST', '/coding/run', token, {
        questionId: question.id,
        language,
        code: programs[language](n),
        stdin: '7\n',
      })
      runs.add(performance.now() - started)
      if (answer.status !== 200 || answer.body.output.trim() !== String(7 * n)) wrong++
    }),
  )
  await stop()

  const line = (name: string, times: Times) =>
    console.log(
      `${name.padEnd(28)} ${String(times.count).padStart(6)} ${times.at(0.5).toFixed(1).padStart(9)} ${times.at(0.99).toFixed(1).padStart(8)} ${times.at(1).toFixed(1).padStart(8)}`,
    )
  console.log(`\n${''.padEnd(28)}  count median ms   p99 ms  longest`)
  line('save, no other load', alone)
  line(`save, while ${runners} run`, beside)
  line('run', runs)
  console.log(`\nwrong or failed runs: ${wrong}, refused saves: ${refused}`)
  if (wrong + refused > 0) process.exitCode = 1
  for (const wire of wires) wire.close()
} finally {
  await server.kill()
  rmSync(dataDir, { recursive: true })
}
