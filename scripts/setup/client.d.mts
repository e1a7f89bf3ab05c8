import type { Steps } from './steps.mjs'

/** Types for client.mjs, which must stay plain JavaScript, because an old Node runs it too. */
export function hashSources(): string
export function hashFiles(paths: readonly string[]): string
export function buildClient(node: string): Promise<{ code: number; output: string }>
export function prepareClient(node: string, steps: Steps): Promise<void>
