/** CPU time used by this process, in ms. Unlike a clock, it hardly depends on how busy the machine is. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
