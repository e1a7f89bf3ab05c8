import { percentText } from '#client/lib/format.ts'
import type { AttemptScore } from '#shared/attempts/attempts.schema.ts'

/** Describes the line of attempts. @param attempts oldest first; at least two */
export function trendTitle(attempts: readonly Pick<AttemptScore, 'percentage'>[]): string {
  const first = percentText(attempts[0]?.percentage ?? 0)
  const latest = percentText(attempts.at(-1)?.percentage ?? 0)
  if (first === latest) return `You scored ${latest} in your first and latest attempt`
  const verb = (attempts.at(-1)?.percentage ?? 0) > (attempts[0]?.percentage ?? 0) ? 'rose' : 'fell'
  return `Your score ${verb} from ${first} to ${latest}`
}
