import type { Import } from './code.ts'
import { type Breach, isTest, type Source } from './sources.ts'

/** Answers what is wrong with an import, or undefined. One rule per function; several may speak of one import. */
type Rule = (path: string, { target, typeOnly }: Import) => Omit<Breach, 'path' | 'line'> | undefined

const inFolder = (target: string, ...folders: string[]) => folders.some((folder) => target.startsWith(folder))
const isPackage = (target: string, ...names: string[]) =>
  names.some((name) => target === `npm:${name}` || target.startsWith(`npm:${name}/`))
const isScoped = (target: string, ...scopes: string[]) => scopes.some((scope) => target.startsWith(`npm:${scope}/`))

const featureFile = (path: string) => {
  const match = /^src\/server\/features\/([^/]+)\/(?:.+\/)?([^/]+)$/.exec(path)
  if (!match?.[1] || !match[2]) return undefined
  /** Its suffix (`router` of `attempts.router.ts`), or `use case`. */
  const kind = /\.(router|repo|errors|jobs|exports)\.ts$/.exec(match[2])?.[1] ?? 'use case'
  return { feature: match[1], kind }
}

const sharedRule: Rule = (path, { target }) => {
  if (!path.startsWith('src/shared/') || isPackage(target, 'zod') || inFolder(target, 'src/shared/')) return undefined
  return { problem: `shared imports ${target}`, fix: 'Shared code imports zod and shared alone: pass the rest in.' }
}

const clientRule: Rule = (path, { target, typeOnly }) => {
  if (!path.startsWith('src/client/') || inFolder(target, 'src/client/', 'src/shared/', 'npm:')) return undefined
  if (target === 'src/server/app-router.ts' && typeOnly) return undefined
  const fix =
    target === 'src/server/app-router.ts'
      ? 'Write `import type`: the client knows the type and nothing else of the server.'
      : 'The client reaches the server through its procedures; what both need goes to src/shared.'
  return { problem: `client imports ${target}`, fix }
}

const routerRule: Rule = (path, { target }) => {
  const own = featureFile(path)
  if (own?.kind !== 'router') return undefined
  const to = featureFile(target)
  if (to?.kind === 'use case') return undefined
  if (to?.feature === own.feature && (to.kind === 'router' || to.kind === 'exports')) return undefined
  if (inFolder(target, 'src/server/trpc/', 'src/shared/') || target === 'src/server/platform/files.ts') return undefined
  if (isPackage(target, 'zod') || isScoped(target, '@trpc')) return undefined
  return { problem: `a router imports ${target}`, fix: 'A router calls use cases; give one a function for it.' }
}

/** Everything in a feature but its router: no transport. Its repo's database is databaseRule's. */
const transportRule: Rule = (path, { target }) => {
  const own = featureFile(path)
  if (!own || own.kind === 'router') return undefined
  const transport =
    isPackage(target, 'fastify') ||
    isScoped(target, '@trpc', '@fastify') ||
    inFolder(target, 'src/server/trpc/', 'src/server/rest/')
  if (!transport) return undefined
  return {
    problem: `a ${own.kind === 'use case' ? own.kind : `${own.kind} file`} imports ${target}`,
    fix: 'Only routers know the transport: take plain values, throw a DomainError.',
  }
}

const platformRule: Rule = (path, { target }) => {
  if (!path.startsWith('src/server/platform/') || !target.startsWith('src/server/judge/')) return undefined
  return { problem: `platform imports ${target}`, fix: 'The judge is built on the platform, not the other way round.' }
}

const repoRule: Rule = (path, { target }) => {
  const own = featureFile(path)
  const to = featureFile(target)
  if (own?.kind !== 'repo' || !to || to.feature !== own.feature || to.kind === 'repo') return undefined
  return {
    problem: `a repo imports ${target}`,
    fix: 'A repo holds queries alone; the use case that calls it does the rest.',
  }
}

/** The client's floors, from the ground. */
const clientFloors = ['src/client/lib/', 'src/client/ui/', 'src/client/features/', 'src/client/app/']
const clientFloorRule: Rule = (path, { target }) => {
  const [own, to] = [path, target].map((file) => clientFloors.findIndex((floor) => file.startsWith(floor)))
  if (own === undefined || to === undefined || own < 0 || to <= own) return undefined
  return {
    problem: `imports ${target}`,
    fix: 'In the client imports go down: app, features, ui, lib. Move what is shared to the lower floor.',
  }
}

const databaseRule: Rule = (path, { target }) => {
  if (!path.startsWith('src/') || !(isPackage(target, 'drizzle-orm') || inFolder(target, 'drizzle/'))) return undefined
  const isRepo = /^src\/server\/(features|platform|demo)\/(.+[./])?repo\.ts$/.test(path)
  if (path === 'src/server/platform/db.ts' || isRepo) return undefined
  return { problem: `imports ${target}`, fix: 'Only repos know the database: move the query into a repo.' }
}

const featureRule: Rule = (path, { target }) => {
  const [own, to] = [featureFile(path), featureFile(target)]
  if (!own || !to || own.feature === to.feature) return undefined
  if (own.feature === 'attempts' && to.feature === 'reports')
    return { problem: 'attempts import reports', fix: 'Reports read attempts, never the other way round.' }
  if (to.kind === 'use case') return undefined
  return { problem: `${own.feature} imports ${target}`, fix: `Ask ${to.feature} through one of its use cases.` }
}

const restRule: Rule = (path, { target }) => {
  if (!path.startsWith('src/server/rest/') || !target.startsWith('src/')) return undefined
  const below = inFolder(target, 'src/server/rest/', 'src/server/trpc/', 'src/server/platform/', 'src/shared/')
  if (below || target === 'src/server/app-router.ts') return undefined
  return { problem: `rest imports ${target}`, fix: 'REST knows the app router alone: say it in the procedure’s meta.' }
}

/** The server's floors, from the bottom. Anything not listed is at the top. */
const floors: [string, number][] = [
  ['src/server/platform/', 1],
  ['src/server/judge/', 1],
  ['src/server/trpc/', 2],
  ['src/server/features/', 3],
  ['src/server/services.ts', 4],
  ['src/server/app-router.ts', 4],
  ['src/server/rest/', 5],
  ['src/server/jobs/', 5],
  ['src/server/demo/', 6],
  ['src/server/cli/', 7],
  ['src/server/main.ts', 8],
  ['src/server/single-file/', 8],
]
const floorOf = (path: string) => floors.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 6

const floorRule: Rule = (path, { target, typeOnly }) => {
  if (!path.startsWith('src/server/') || !target.startsWith('src/') || target.startsWith('src/shared/'))
    return undefined
  if (target.startsWith('src/server/') && floorOf(target) <= floorOf(path)) return undefined
  // Made above, carried below: everything above the platform knows the type of the services.
  if (target === 'src/server/services.ts' && typeOnly && floorOf(path) > 1) return undefined
  return {
    problem: `imports ${target}, which stands above it`,
    fix: 'Imports go downwards only; the composition root (app.ts) hands in what is needed from above.',
  }
}

/** Table definitions know nothing above them. */
const tableRule: Rule = (path, { target }) => {
  if (!path.startsWith('drizzle/') || !target.startsWith('src/') || target.startsWith('src/shared/')) return undefined
  return { problem: `tables import ${target}`, fix: 'A table imports shared and other tables alone.' }
}

const outsideRule: Rule = (path, { target }) => {
  if (!/^(src|drizzle)\//.test(path) || !inFolder(target, 'tests/', 'scripts/')) return undefined
  return { problem: `imports ${target}`, fix: 'The product does not need its tests or scripts to run.' }
}

const rules: Rule[] = [
  sharedRule,
  clientRule,
  clientFloorRule,
  routerRule,
  transportRule,
  platformRule,
  repoRule,
  databaseRule,
  featureRule,
  restRule,
  floorRule,
  tableRule,
  outsideRule,
]

/** Who may import whom. Tests beside the code may import anything. */
export function checkBoundaries(sources: readonly Source[]): Breach[] {
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, code }) =>
      (code?.imports ?? []).flatMap((imported) =>
        rules.flatMap((rule) => {
          const breach = rule(path, imported)
          return breach ? [{ path, line: imported.line, ...breach }] : []
        }),
      ),
    )
}
