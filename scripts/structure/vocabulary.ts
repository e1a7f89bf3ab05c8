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

const serverFiles = ['router.ts', 'service.ts', 'repo.ts', 'errors.ts', 'jobs.ts', 'exports.ts']
const sharedFiles = ['schema.ts', 'rules.ts']
const longest = 400

/** A folder that says nothing of what is in it, or a file that only passes on. */
const vague = /^(utils?|helpers?)(\.|$)|^index\.m?[jt]sx?$/

function vagueName({ path }: Source): Breach[] {
  const name = path.split('/').find((part) => vague.test(part))
  if (!name) return []
  return [{ path, problem: `"${name}" says nothing`, mend: 'Name it for what it does, beside the code that uses it.' }]
}

function tooLong({ path, lines }: Source): Breach[] {
  if (lines <= longest || path.startsWith('tests/')) return []
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

/** A feature folder: files of a closed list, or folders, each named for a concern, with the same list. */
function closedFolder(path: string, parts: string[], allowed: string[], testsBeside: boolean): Breach[] {
  const [feature = '', ...rest] = parts
  const breaches = unknownFeature(path, feature)
  const file = rest.at(-1) ?? ''
  const list = allowed.join(', ')
  if (!allowed.includes(file) && !(testsBeside && isTest(file))) {
    const problem = `${file} is none of ${list}`
    breaches.push({ path, problem, mend: `Move it into one of these, or into a sub-folder named for its concern.` })
  }
  return breaches
}

/** `model/` is a screen's state and rules without React: what can be tested without a browser. */
const clientFolders = ['screens', 'components', 'model']

function clientFeature(path: string, parts: string[]): Breach[] {
  const [feature = '', first = '', ...deeper] = parts
  const breaches = unknownFeature(path, feature)
  const fits = deeper.length > 0 ? clientFolders.includes(first) : /^queries(\.test)?\.tsx?$/.test(first)
  if (!fits) {
    const problem = `${[first, ...deeper].join('/')} is none of queries.ts, ${clientFolders.map((name) => `${name}/`).join(', ')}`
    breaches.push({
      path,
      problem,
      mend: 'Move it there; what knows no feature goes to src/client/ui or src/client/lib.',
    })
  }
  return breaches
}

function featureFile({ path }: Source): Breach[] {
  const server = within(path, 'src/server/features/')
  if (server) return closedFolder(path, server, serverFiles, false)
  const client = within(path, 'src/client/features/')
  if (client) return clientFeature(path, client)
  const shared = within(path, 'src/shared/')
  // The files at the top (errors, roles, what every schema uses) belong to no feature.
  if (shared && shared.length > 1) return closedFolder(path, shared, sharedFiles, true)
  return []
}

/** Names and sizes: the closed vocabulary of feature folders, no vague names, no long files. */
export const checkVocabulary = (sources: readonly Source[]): Breach[] =>
  sources.flatMap((source) => [...vagueName(source), ...tooLong(source), ...featureFile(source)])
