/** A stand-in for a server that is killed while a program runs: kill.test.ts. */
import { openJudge, submit } from './judging.ts'

const judge = openJudge()
await submit(judge, 'c', process.env.SOURCE ?? '', [{ input: '' }], { timeMs: 60_000, memoryMb: 64 })
