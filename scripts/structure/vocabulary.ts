import { knownShort } from './known.ts'
import { type Breach, isTest, type Source } from './sources.ts'

/** The product's features: the same word in the URL, the router, the folders and the tests. */
export const features = [
  'auth',
  'colleges',
  'members',
  'notifications',
  'tests',
  'assignments',
  'attempts',
  'coding',
  'reports',
  'dashboards',
  'search',
  'audit',
  'privacy',
  'integrations',
  'backups',
  'branding',
]

const longest = 350

/** `start.ts` is a use case; `attempts.repo.ts` has one of the fixed suffixes. `repo.ts` alone says too little in an editor tab. */
const serverName =
  /^(?!(service|router|repo|errors|jobs|exports)\.ts$)[a-z][a-z0-9-]*(\.(router|repo|errors|jobs|exports))?\.ts$/
const sharedName = /^[a-z][a-z0-9-]*\.(schema|rules)(\.test)?\.ts$/

/** A folder that says nothing of what is in it, or a file that only passes on. */
const vague = /^(utils?|helpers?)(\.|$)|^index\.m?[jt]sx?$/

function vagueName({ path }: Source): Breach[] {
  const name = path.split('/').find((part) => vague.test(part))
  if (!name) return []
  return [{ path, problem: `"${name}" says nothing`, mend: 'Name it for what it does, beside the code that uses it.' }]
}

/** Demo data is as long as it is. */
const isData = (path: string) => /^(drizzle\/seed|src\/server\/demo)\/programs\//.test(path)

function tooLong({ path, lines }: Source): Breach[] {
  if (lines <= longest || path.startsWith('tests/') || isData(path)) return []
  return [
    {
      path,
      problem: `${lines} lines, more than ${longest}`,
      mend: 'It is two things: give the second one its own file.',
    },
  ]
}

/** The part of `path` behind `folder`, split, or undefined when it is elsewhere. */
const within = (path: string, folder: string) =>
  path.startsWith(folder) ? path.slice(folder.length).split('/') : undefined

function unknownFeature(path: string, feature: string): Breach[] {
  if (features.includes(feature)) return []
  return [{ path, problem: `"${feature}" is not a feature`, mend: `Use one of: ${features.join(', ')}.` }]
}

/** A file of a feature, directly in its folder or in a folder of a concern. */
function featureName(path: string, parts: string[], allowed: RegExp, suffixes: string): Breach[] {
  const [feature = '', ...rest] = parts
  const breaches = unknownFeature(path, feature)
  const file = rest.at(-1) ?? ''
  if (!allowed.test(file)) breaches.push({ path, problem: `${file} does not name its concern`, mend: suffixes })
  return breaches
}

/** `model/` is a screen's state and rules without React: what can be tested without a browser. */
const clientFolders = ['screens', 'components', 'model']
const clientName = /^[a-z][a-z0-9-]*(\.tsx?|\.module\.css)$/

function clientFeature(path: string, parts: string[]): Breach[] {
  const [feature = '', first = '', ...deeper] = parts
  const breaches = unknownFeature(path, feature)
  const fits = deeper.length > 0 ? clientFolders.includes(first) : clientName.test(first)
  if (!fits) {
    breaches.push({
      path,
      problem: `${[first, ...deeper].join('/')} is neither a file of the feature nor in ${clientFolders.map((name) => `${name}/`).join(', ')}`,
      mend: 'Move it there; what knows no feature goes to src/client/ui or src/client/lib.',
    })
  }
  return breaches
}

function featureFile({ path }: Source): Breach[] {
  const server = within(path, 'src/server/features/')
  if (server)
    return featureName(
      path,
      server,
      serverName,
      'Name a use case (start.ts), or a concern and .router, .repo, .errors, .jobs or .exports (attempts.repo.ts).',
    )
  const client = within(path, 'src/client/features/')
  if (client) return clientFeature(path, client)
  const shared = within(path, 'src/shared/')
  // The files at the top (errors, roles, what every schema uses) belong to no feature.
  if (shared && shared.length > 1)
    return featureName(path, shared, sharedName, 'Name a concern and .schema or .rules (attempts.schema.ts).')
  return []
}

/** The fewest files that need a folder of their own: a concern of the server or shared, and a part of a client feature. */
const folders: [RegExp, number][] = [
  [/^src\/(?:server\/features|shared)\/[^/]+\/.+(?=\/)/, 4],
  [/^src\/client\/features\/[^/]+\/.+(?=\/)/, 2],
]

/** Folders inside a feature that hold too few files. */
function smallFolders(sources: readonly Source[]): Breach[] {
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
        problem: `a folder for ${size} file${size === 1 ? '' : 's'}`,
        mend: `A concern with fewer than ${fewest} files needs no folder: move them up.`,
      }))
  })
}

/** A file this short belongs into the one that uses it. */
const shortest = 40

/** `src/server/features/tests`, `src/client/ui`, `scripts`: files of one area may be merged. */
const areaOf = (path: string) =>
  /^src\/\w+\/features\/[^/]+|^src\/\w+\/[^/]+(?=\/)|^src\/\w+|^scripts|^drizzle/.exec(path)?.[0]

/** The fixed suffixes keep their files. A router's body is one call, so a use case behind it may be small. */
const keepsFile = (path: string) =>
  /^tests\/|(^|[./])(router|repo|errors|jobs|exports|test)\.tsx?$|\.d\.mts$/.test(path)

/** Short files with a single importer. Tests count as importers. */
function shortFiles(sources: readonly Source[]): Breach[] {
  const importers = new Map<string, Set<string>>()
  for (const { path, code } of sources)
    for (const { target } of code?.imports ?? []) importers.set(target, (importers.get(target) ?? new Set()).add(path))
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
        mend: 'Merge it into that file, or with its neighbours.',
      },
    ]
  })
}

/** Names and sizes: the file names of features, no vague names, no long or very short files, no small folders. */
export const checkVocabulary = (sources: readonly Source[]): Breach[] => [
  ...sources.flatMap((source) => [...vagueName(source), ...tooLong(source), ...featureFile(source)]),
  ...smallFolders(sources),
  ...shortFiles(sources),
]
