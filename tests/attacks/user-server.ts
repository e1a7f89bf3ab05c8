/** A minimal server process with a judge. as-user.ts runs it as another user. */
import { openJudge } from '#tests/judge/judging.ts'
import type { Reply, Request } from './as-user.ts'

const judge = openJudge()
const tell = (reply: Reply) => process.send?.(reply)

process.on('message', async (asked: Request) => {
  if (asked === 'languages') return tell({ id: 'languages', languages: await judge.languages() })
  if (asked === 'sandbox') return tell({ id: 'sandbox', sandbox: await judge.sandbox() })
  try {
    tell({ id: asked.id, outcome: await judge.judge(asked) })
  } catch (error) {
    tell({ id: asked.id, error: String(error) })
  }
})
process.on('disconnect', () => void judge.close())
