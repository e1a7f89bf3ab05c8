import type { Import } from './code.ts'
import { isTest, type Source, type Violation } from './sources.ts'

/** Returns an import's violation, or undefined. Several rules may apply to one import. */
type Rule = (path: string, { target, typeOnly }: Import) => Omit<Violation, 'path' | 'line'> | undefined

const inFolder = (target: string, ...folders: string[]) => folders.some((folder) => target.startsWith(folder))
const isPackage = (target: string, ...names: string[]) =>
  names.some((name) => target === `npm:${name}` || target.startsWith(`npm:${name}/`))
const isScoped = (target: string, ...scopes: string[]) => scopes.some((scope) => target.startsWith(`npm:${scope}/`))

const featureFile = (path: string) => {
  const match = /^src\/server\/features\/([^/]+)\/(?:.+\/)?([^/]+)$/.exec(path)
  if (!match?.[1] || !match[2]) return undefined
  /** The file's suffix (`router` in `attempts.router.ts`), or `use case`. */
  const kind = /\.(router|repo|errors|jobs|exports)\.ts$/.exec(match[2])?.[1] ?? 'use case'
  return { feature: match[1], kind }
}

const sharedRule: Rule = (path, { target }) => {
  if (!path.startsWith('src/shared/') || isPackage(target, 'zod') || inFolder(target, 'src/shared/')) return undefined
  // The server writes question texts as HTML in exports, exactly as the client shows them.
  if (inFolder(path, 'src/shared/bank/rich-text') && isPackage(target, 'markdown-it')) return undefined
  return {
    problem: `shared imports ${target}`,
    fix: 'Shared code may import only zod and shared code. Pass in the rest.',
  }
}

const clientRule: Rule = (path, { target, typeOnly }) => {
  if (!path.startsWith('src/client/') || inFolder(target, 'src/client/', 'src/shared/', 'npm:')) return undefined
  if (target === 'src/server/app-router.ts' && typeOnly) return undefined
  const fix =
    target === 'src/server/app-router.ts'
      ? 'Write `import type`: the client may use only the server’s type.'
      : 'Call the server through its procedures. Move shared code to src/shared.'
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
  return { problem: `a router imports ${target}`, fix: 'Routers only call use cases. Add one for this.' }
}

/** Only a feature's router may use the transport. `databaseRule` covers database imports. */
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
    fix: 'Only routers may use the transport. Take plain values and throw a DomainError.',
  }
}

const platformRule: Rule = (path, { target }) => {
  if (!path.startsWith('src/server/platform/') || !target.startsWith('src/server/judge/')) return undefined
  return { problem: `platform imports ${target}`, fix: 'The judge depends on the platform, not vice versa.' }
}

const repoRule: Rule = (path, { target }) => {
  const own = featureFile(path)
  const to = featureFile(target)
  if (own?.kind !== 'repo' || !to || to.feature !== own.feature || to.kind === 'repo') return undefined
  return {
    problem: `a repo imports ${target}`,
    fix: 'A repo contains only queries. Move the rest to the use case that calls it.',
  }
}

/** The client's layers, lowest first. */
const clientLayers = ['src/client/lib/', 'src/client/ui/', 'src/client/features/', 'src/client/app/']
const clientLayerRule: Rule = (path, { target }) => {
  const [own, to] = [path, target].map((file) => clientLayers.findIndex((layer) => file.startsWith(layer)))
  if (own === undefined || to === undefined || own < 0 || to <= own) return undefined
  return {
    problem: `imports ${target}`,
    fix: 'Client imports go downwards: app, features, ui, lib. Move shared code to the lower layer.',
  }
}

const databaseRule: Rule = (path, { target }) => {
  if (!path.startsWith('src/') || !(isPackage(target, 'drizzle-orm') || inFolder(target, 'drizzle/'))) return undefined
  const isRepo = /^src\/server\/(features|platform|demo)\/(.+[./])?repo\.ts$/.test(path)
  if (path === 'src/server/platform/db.ts' || isRepo) return undefined
  return { problem: `imports ${target}`, fix: 'Only repos may use the database. Move the query to a repo.' }
}

const featureRule: Rule = (path, { target }) => {
  const [own, to] = [featureFile(path), featureFile(target)]
  if (!own || !to || own.feature === to.feature) return undefined
  if (own.feature === 'attempts' && to.feature === 'reports')
    return { problem: 'attempts import reports', fix: 'Reports may use attempts, but not vice versa.' }
  if (to.kind === 'use case') return undefined
  return { problem: `${own.feature} imports ${target}`, fix: `Call one of ${to.feature}’s use cases.` }
}

const restRule: Rule = (path, { target }) => {
  if (!path.startsWith('src/server/rest/') || !target.startsWith('src/')) return undefined
  const below = inFolder(target, 'src/server/rest/', 'src/server/trpc/', 'src/server/platform/', 'src/shared/')
  if (below || target === 'src/server/app-router.ts') return undefined
  return {
    problem: `rest imports ${target}`,
    fix: 'REST may use only the app router. Configure it in the procedure’s meta.',
  }
}

/** The server's layers, lowest first. Unlisted paths are on level 6. */
const layers: [string, number][] = [
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
const layerOf = (path: string) => layers.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 6

const layerRule: Rule = (path, { target, typeOnly }) => {
  if (!path.startsWith('src/server/') || !target.startsWith('src/') || target.startsWith('src/shared/'))
    return undefined
  if (target.startsWith('src/server/') && layerOf(target) <= layerOf(path)) return undefined
  // The composition root creates the services and passes them down, so layers above the platform may import their type.
  if (target === 'src/server/services.ts' && typeOnly && layerOf(path) > 1) return undefined
  return {
    problem: `imports ${target}, which is in a higher layer`,
    fix: 'Imports go downwards only. Have the composition root (app.ts) pass it in.',
  }
}

/** Table definitions import only shared code and each other. */
const tableRule: Rule = (path, { target }) => {
  if (!path.startsWith('drizzle/') || !target.startsWith('src/') || target.startsWith('src/shared/')) return undefined
  return { problem: `tables import ${target}`, fix: 'Tables may import only shared code and other tables.' }
}

const outsideRule: Rule = (path, { target }) => {
  if (!/^(src|drizzle)\//.test(path) || !inFolder(target, 'tests/', 'scripts/')) return undefined
  return { problem: `imports ${target}`, fix: 'The product must not depend on tests or scripts.' }
}

const rules: Rule[] = [
  sharedRule,
  clientRule,
  clientLayerRule,
  routerRule,
  transportRule,
  platformRule,
  repoRule,
  databaseRule,
  featureRule,
  restRule,
  layerRule,
  tableRule,
  outsideRule,
]

/** Checks imports. Tests beside the code may import anything. */
export function checkBoundaries(sources: readonly Source[]): Violation[] {
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, code }) =>
      (code?.imports ?? []).flatMap((imported) =>
        rules.flatMap((rule) => {
          const violation = rule(path, imported)
          return violation ? [{ path, line: imported.line, ...violation }] : []
        }),
      ),
    )
}
