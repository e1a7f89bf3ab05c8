import { getPriority, setPriority } from 'node:os'

/**
 * Lets other processes go first.
 * @param nice 0 to 19; a process that is nicer already stays so, because only root may take that back
 */
export function giveWay(nice: number): void {
  if (getPriority() < nice) setPriority(nice)
}
