import { isTest, type Source, type Violation } from './sources.ts'

/** Examhall's features: the same word in the URL, the router, the folders and the tests. */
export const features = [
  'auth',
  'colleges',
  'members',
  'notifications',
  'tests',
  'bank',
  'marking',
  'assignments',
  'attempts',
  'coding',
  'journals',
  'reports',
  'dashboards',
  'search',
  'audit',
  'privacy',
  'integrations',
  'backups',
  'branding',
  'judge-workers',
]

const maxLines = 350

/** `start.ts` is a use case; `attempts.repo.ts` has a fixed suffix. `repo.ts` alone is too vague in an editor tab. */
const serverName =
  /^(?!(service|router|repo|errors|jobs|exports)\.ts$)[a-z][a-z0-9-]*(\.(router|repo|errors|jobs|exports))?\.ts$/
const sharedName = /^[a-z][a-z0-9-]*\.(schema|rules)(\.long)?(\.test)?\.ts$/

/** Names without a concern, and files that only re-export. */
const vague = /^(utils?|helpers?)(\.|$)|^index\.m?[jt]sx?$/

function vagueName({ path }: Source): Violation[] {
  const name = path.split('/').find((part) => vague.test(part))
  if (!name) return []
  return [
    {
      path,
      problem: `"${name}" is a vague name`,
      fix: 'Name it for what it does, and put it next to the code that uses it.',
    },
  ]
}

function tooLong({ path, lines }: Source): Violation[] {
  if (lines <= maxLines || path.startsWith('tests/')) return []
  return [
    {
      path,
      problem: `${lines} lines, more than ${maxLines}`,
      fix: 'Split it by concern.',
    },
  ]
}

/** Path segments below `folder`; undefined if the path is not in it. */
const within = (path: string, folder: string) =>
  path.startsWith(folder) ? path.slice(folder.length).split('/') : undefined

function unknownFeature(path: string, feature: string): Violation[] {
  if (features.includes(feature)) return []
  return [{ path, problem: `"${feature}" is not a feature`, fix: `Use one of: ${features.join(', ')}.` }]
}

function fileName(path: string, allowed: RegExp, fix: string): Violation[] {
  const file = path.split('/').at(-1) ?? ''
  return allowed.test(file) ? [] : [{ path, problem: `${file} does not name its concern`, fix }]
}

/** Checks a feature's file, directly in its folder or in a concern's folder. */
const featureName = (path: string, [feature = '']: string[], allowed: RegExp, fix: string): Violation[] => [
  ...unknownFeature(path, feature),
  ...fileName(path, allowed, fix),
]

/** `model/` contains a screen's state and rules, which need no React and can be tested without a browser. */
const clientFolders = ['screens', 'components', 'model']
const clientName = /^[a-z][a-z0-9-]*(\.tsx?|\.module\.css)$/

function clientFeature(path: string, parts: string[]): Violation[] {
  const [feature = '', first = '', ...deeper] = parts
  const violations = unknownFeature(path, feature)
  const fits = deeper.length > 0 ? clientFolders.includes(first) : clientName.test(first)
  if (!fits) {
    violations.push({
      path,
      problem: `${[first, ...deeper].join('/')} is neither a file of the feature nor in ${clientFolders.map((name) => `${name}/`).join(', ')}`,
      fix: 'Move it there, or to src/client/ui or src/client/lib if it belongs to no feature.',
    })
  }
  return violations
}

function featureFile({ path }: Source): Violation[] {
  const server = within(path, 'src/server/features/')
  if (server)
    return featureName(
      path,
      server,
      serverName,
      'Name it after its use case (start.ts) or its concern (attempts.repo.ts; or .router, .errors, .jobs, .exports).',
    )
  const platform = within(path, 'src/server/platform/')
  if (platform && !isTest(path))
    return fileName(path, serverName, 'Name it for what it does, or its concern plus .repo (mail.repo.ts).')
  const client = within(path, 'src/client/features/')
  if (client) return clientFeature(path, client)
  const shared = within(path, 'src/shared/')
  // Top-level files (errors, roles, shared schemas) belong to no feature.
  if (shared && shared.length > 1)
    return featureName(path, shared, sharedName, 'Name its concern, plus .schema or .rules (attempts.schema.ts).')
  return []
}

/** Minimum number of files per folder: for a concern in server or shared, and for a part of a client feature. */
const folders: [RegExp, number][] = [
  [/^src\/(?:server\/features|shared)\/[^/]+\/.+(?=\/)/, 4],
  [/^src\/client\/features\/[^/]+\/.+(?=\/)/, 2],
]

/** Finds feature folders with too few files. */
function smallFolders(sources: readonly Source[]): Violation[] {
  return folders.flatMap(([pattern, fewest]) => {
    const sizes = new Map<string, number>()
    for (const { path, code } of sources) {
      const folder = pattern.exec(path)?.[0]
      if (folder && code && !isTest(path)) sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
    }
    return [...sizes]
      .filter(([, size]) => size < fewest)
      .map(([path, size]) => ({
        path,
        problem: `folder with only ${size} file${size === 1 ? '' : 's'}`,
        fix: `A concern with fewer than ${fewest} files needs no folder. Move them up.`,
      }))
  })
}

/** A file with a single importer and at most this many lines belongs in the importer. */
const shortest = 40

/** Returns a path's area, such as `src/server/features/tests` or `scripts`, within which files may be merged. */
const areaOf = (path: string) =>
  /^src\/\w+\/features\/[^/]+|^src\/\w+\/[^/]+(?=\/)|^src\/\w+|^scripts|^drizzle/.exec(path)?.[0]

/** True for files that stay separate even if short: tests, type declarations, and files with a fixed suffix. */
const keepsFile = (path: string) =>
  /^tests\/|(^|[./])(router|repo|errors|jobs|exports|test)\.tsx?$|\.d\.mts$/.test(path)

/** Path prefixes of short files that may stay separate from their only importer. */
const knownShort: readonly string[] = [
  // vitest loads it by its path.
  'scripts/testing/outside.ts',
  // Its importer would become too long.
  'src/server/judge/javascript/program/random.ts',
]

/** Finds short files with one importer that is not a router and does not import on demand. Tests are importers too. */
function shortFiles(sources: readonly Source[]): Violation[] {
  const importers = new Map<string, Set<string>>()
  for (const { path, code } of sources)
    for (const { target, lazy } of code?.imports ?? [])
      importers.set(target, (importers.get(target) ?? new Set()).add(lazy ? `${path} on demand` : path))
  return sources.flatMap(({ path, lines, code }) => {
    const [importer, ...others] = importers.get(path) ?? []
    if (!code || lines > shortest || keepsFile(path) || others.length > 0 || !importer) return []
    if (
      areaOf(importer) !== areaOf(path) ||
      /\.router\.ts$| on demand$/.test(importer) ||
      knownShort.some((known) => path.startsWith(known))
    )
      return []
    return [
      {
        path,
        problem: `${lines} lines that only ${importer} imports`,
        fix: 'Merge it into that file, or with its neighbours.',
      },
    ]
  })
}

/** Checks names and sizes: feature files, vague names, long and very short files, small folders. */
export const checkVocabulary = (sources: readonly Source[]): Violation[] => [
  ...sources.flatMap((source) => [...vagueName(source), ...tooLong(source), ...featureFile(source)]),
  ...smallFolders(sources),
  ...shortFiles(sources),
]
