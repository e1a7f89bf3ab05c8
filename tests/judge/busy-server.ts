/** A minimal server to kill while a program runs, for kill.test.ts. */
import { openJudge, submit } from './judging.ts'

const judge = openJudge()
await submit(judge, 'c', process.env.SOURCE ?? '', [{ input: '' }], { timeMs: 60_000, memoryMb: 64 })
