import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The fields of package.json and package-lock.json that matter here. */
export interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
export interface Lock {
  packages: Record<string, { version?: string; license?: string; integrity?: string; dev?: boolean; link?: boolean }>
}

const exact = /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

/** Each dependency must be one version, and each file that is installed must be the one that was looked at. */
export function unpinned(manifest: Manifest, { packages }: Lock): string[] {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  const loose = Object.entries(wanted).filter(([, version]) => !exact.test(version))
  const unchecked = Object.entries(packages).filter(([path, { integrity, link }]) => path && !link && !integrity)
  return [
    ...loose.map(([name, version]) => `${name}: "${version}" is not an exact version in package.json`),
    ...unchecked.map(([path]) => `${path}: has no integrity in package-lock.json`),
  ]
}

/** Licences under which a college may run and pass on the product, with the notices that are built beside the client. */
const accepted = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Unlicense',
    'Zlib',
  ],
  ...['CC0-1.0', 'PSF-2.0', 'OFL-1.1'],
  // By the file: ours stay under ours.
  'MPL-2.0',
])

/** One of the alternatives will do, and all that it joins. */
const isAccepted = (expression: string) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((licence) => accepted.has(licence.trim())))

/** Packages whose licence is not on the list. */
export const unlicensed = ({ packages }: Lock): string[] =>
  Object.entries(packages).flatMap(([path, { license, link }]) =>
    !path || link || (license && isAccepted(license))
      ? []
      : [`${path}: licence ${license ?? 'unknown'} is not accepted`],
  )

export interface Audit {
  vulnerabilities?: Record<string, { severity: string; nodes: string[]; range: string }>
}

/** Known holes: those that fail, serious and in what runs at a college, and those that are only told. */
export function holesIn({ vulnerabilities = {} }: Audit, { packages }: Lock): { failing: string[]; told: string[] } {
  const holes = Object.entries(vulnerabilities).map(([name, { severity, nodes, range }]) => {
    const atRuntime = nodes.some((path) => !packages[path]?.dev)
    const text = `${name} ${range}: ${severity}${atRuntime ? '' : ', for development alone'}`
    return { text, fails: atRuntime && ['high', 'critical'].includes(severity) }
  })
  return {
    failing: holes.filter(({ fails }) => fails).map(({ text }) => text),
    told: holes.filter(({ fails }) => !fails).map(({ text }) => text),
  }
}

/** How long the registry may take to answer, in ms. */
const patience = 30_000

/** Vulnerabilities known to the registry, or one line saying why it gave none. */
function askRegistry(): Promise<Audit | string> {
  return new Promise((resolve) => {
    execFile('npm', ['audit', '--json'], { timeout: patience, maxBuffer: 64 * 1024 * 1024 }, (error, output) => {
      try {
        const answer = JSON.parse(output)
        if (answer.vulnerabilities) return resolve(answer)
        // Its address is the machine's own affair.
        return resolve(String(answer.message ?? 'no answer').replace(/ - .*/, ''))
      } catch {
        return resolve(error?.killed ? 'no answer in time' : 'no answer')
      }
    })
  })
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** Versions, licences and known holes. A registry that does not tell of holes is no reason to fail, and none to be silent. */
export async function checkDependencies(): Promise<{ code: number; output: string; note?: string }> {
  const lock: Lock = readJson('package-lock.json')
  const problems = [...unpinned(readJson('package.json'), lock), ...unlicensed(lock)]
  const audit = await askRegistry()
  const { failing, told } = typeof audit === 'string' ? { failing: [], told: [] } : holesIn(audit, lock)
  const output = [...problems, ...failing].join('\n')
  const notes = [
    ...(typeof audit === 'string' ? [`known holes were NOT checked, the registry does not tell (${audit})`] : []),
    ...told,
  ]
  return { code: output ? 1 : 0, output, ...(notes.length > 0 && { note: notes.join('\n') }) }
}
