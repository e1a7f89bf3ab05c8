/** Types for debian.mjs, which must stay plain JavaScript, because an old Node runs it too. */
import type { Steps } from './steps.mjs'

export function installCommand(packages: readonly string[]): string
export function installDebian(packages: readonly string[], steps: Steps): Promise<boolean>
