import { type Breach, isTest, type Source } from './sources.ts'

type Graph = Map<string, Set<string>>

/**
 * Finds one circle of each knot in a graph.
 *
 * @returns circles as lists of nodes, the first one not repeated at the end
 */
export function circlesIn(graph: Graph): string[][] {
  const done = new Set<string>()
  const way: string[] = []
  const circles: string[][] = []
  const visit = (node: string) => {
    const at = way.indexOf(node)
    if (at >= 0) {
      circles.push(way.slice(at))
      return
    }
    if (done.has(node)) return
    way.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    way.pop()
    done.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return circles
}

const featureOf = (path: string) => /^src\/(?:server|client)\/features\/[^/]+/.exec(path)?.[0]

const add = (graph: Graph, from: string, to: string) => graph.set(from, (graph.get(from) ?? new Set()).add(to))

/** No circles between files, or between features of the server or the client. Type imports count: two things that need each other are one. */
export function checkCircles(sources: readonly Source[]): Breach[] {
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
  const show = (circle: string[]) => [...circle, circle[0]].join(' → ')
  return [
    ...circlesIn(files).map((circle) => ({
      path: circle[0] ?? '',
      problem: `a circle of imports: ${show(circle)}`,
      fix: 'Move what both need into a third file below them.',
    })),
    ...circlesIn(features).map((circle) => ({
      path: circle[0] ?? '',
      problem: `a circle of features: ${show(circle)}`,
      fix: 'Decide which one is above. Move what both need below, or pass it in as an argument.',
    })),
  ]
}
