import { isTest, type Source, type Violation } from './sources.ts'

type Graph = Map<string, Set<string>>

/**
 * Finds cycles with a depth-first search: at least one per strongly connected component, but not necessarily all.
 *
 * @returns cycles as lists of nodes, without repeating the first at the end
 */
export function cyclesIn(graph: Graph): string[][] {
  const done = new Set<string>()
  const trail: string[] = []
  const cycles: string[][] = []
  const visit = (node: string) => {
    const at = trail.indexOf(node)
    if (at >= 0) {
      cycles.push(trail.slice(at))
      return
    }
    if (done.has(node)) return
    trail.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    trail.pop()
    done.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return cycles
}

const featureOf = (path: string) => /^src\/(?:server|client)\/features\/[^/]+/.exec(path)?.[0]

const add = (graph: Graph, from: string, to: string) => graph.set(from, (graph.get(from) ?? new Set()).add(to))

/** Finds cycles between files and features. Type imports count: two files that need each other belong together. */
export function checkCycles(sources: readonly Source[]): Violation[] {
  const files: Graph = new Map()
  const features: Graph = new Map()
  for (const { path, code } of sources) {
    if (!path.startsWith('src/') || isTest(path)) continue
    for (const { target } of code?.imports ?? []) {
      add(files, path, target)
      const [from, to] = [featureOf(path), featureOf(target)]
      if (from && to && from !== to) add(features, from, to)
    }
  }
  const show = (cycle: string[]) => [...cycle, cycle[0]].join(' → ')
  return [
    ...cyclesIn(files).map((cycle) => ({
      path: cycle[0] ?? '',
      problem: `import cycle: ${show(cycle)}`,
      fix: 'Move what both need to a third file.',
    })),
    ...cyclesIn(features).map((cycle) => ({
      path: cycle[0] ?? '',
      problem: `feature cycle: ${show(cycle)}`,
      fix: 'Decide which one depends on the other. Move shared code down or pass it as an argument.',
    })),
  ]
}
