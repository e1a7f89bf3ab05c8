import { mkdtempSync, rmSync } from 'node:fs'
import { createPlatform } from '#server/app.ts'
import { appRouter } from '#server/app-router.ts'
import { testConfig } from '#tests/support/config.ts'
import { prepareHall } from './exam/hall.ts'
import { authenticate } from '#server/features/auth/sessions/service.ts'
const dataDir = mkdtempSync('/tmp/zz-')
const N = 6000
const hall = await prepareHall(dataDir, N, { sectioned: false })
const app = await createPlatform(testConfig(dataDir))
const q = hall.sections.flat()
const procs: any = appRouter._def.procedures
const call = async (name: string, token: string, input: unknown) => { const actor = await authenticate(app, token); return procs[name]({ path: name, type: 'mutation', ctx: { app, actor: { ...actor, address: '' }, token, address: '', requestId: 'x' }, signal: undefined, batchIndex: 0, getRawInput: async () => input }) }
const run = async (name: string, n: number, input: (k: number) => object, json = false) => { let k = 0; const t = performance.now(); await Promise.all(Array.from({ length: 64 }, async () => { while (k < n) { const me = k++; const a = await call(name, hall.students[me % N]!.token, input(me)); if (json) JSON.stringify(a) } })); console.log(name, (n / (performance.now() - t) * 1000).toFixed(0)) }
await run('attempts.start', N, () => ({ id: hall.testId, writer: 'w' }), true)
let rev = Date.now()
await run('attempts.save', 120000, (k) => ({ id: hall.testId, writer: 'w', answers: [{ questionId: q[k % 60]!.id, selectedAnswer: 'A', timeSpent: 1, revision: ++rev }], violations: [] }), true)
process.exit()
process.exit()
