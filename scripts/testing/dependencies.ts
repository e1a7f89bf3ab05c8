import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The fields of package.json and package-lock.json used here. */
export interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
export interface Lock {
  packages: Record<string, { version?: string; license?: string; integrity?: string; dev?: boolean; link?: boolean }>
}

const exact = /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

/** Lists dependencies without an exact version and packages without a checksum. */
export function unpinned(manifest: Manifest, { packages }: Lock): string[] {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  const loose = Object.entries(wanted).filter(([, version]) => !exact.test(version))
  const unchecked = Object.entries(packages).filter(([path, { integrity, link }]) => path && !link && !integrity)
  return [
    ...loose.map(([name, version]) => `${name}: "${version}" is not an exact version in package.json`),
    ...unchecked.map(([path]) => `${path}: has no integrity in package-lock.json`),
  ]
}

/** Licences that let a college run and redistribute Examhall, given the notices built with the client. */
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
  // Applies per file, so our own files keep our licence.
  'MPL-2.0',
])

/** For `OR`, one accepted licence is enough; for `AND`, all must be accepted. */
const isAccepted = (expression: string) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((licence) => accepted.has(licence.trim())))

/** Lists packages whose licence is not accepted. */
export const unlicensed = ({ packages }: Lock): string[] =>
  Object.entries(packages).flatMap(([path, { license, link }]) =>
    !path || link || (license && isAccepted(license))
      ? []
      : [`${path}: licence ${license ?? 'unknown'} is not accepted`],
  )

export interface Audit {
  vulnerabilities?: Record<string, { severity: string; nodes: string[]; range: string }>
}

/** Sorts known vulnerabilities. Only serious ones in production packages fail; the rest are reported. */
export function vulnerabilitiesIn(
  { vulnerabilities = {} }: Audit,
  { packages }: Lock,
): { failing: string[]; reported: string[] } {
  const found = Object.entries(vulnerabilities).map(([name, { severity, nodes, range }]) => {
    const atRuntime = nodes.some((path) => !packages[path]?.dev)
    const text = `${name} ${range}: ${severity}${atRuntime ? '' : ', development only'}`
    return { text, fails: atRuntime && ['high', 'critical'].includes(severity) }
  })
  return {
    failing: found.filter(({ fails }) => fails).map(({ text }) => text),
    reported: found.filter(({ fails }) => !fails).map(({ text }) => text),
  }
}

/** Timeout for the registry, in ms. */
const timeoutMs = 30_000

/** Fetches known vulnerabilities from the registry. Resolves to a short reason if it does not respond. */
function askRegistry(): Promise<Audit | string> {
  return new Promise((resolve) => {
    execFile('npm', ['audit', '--json'], { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 }, (error, output) => {
      try {
        const answer = JSON.parse(output)
        if (answer.vulnerabilities) return resolve(answer)
        // Drop the registry's URL, which is specific to this machine.
        return resolve(String(answer.message ?? 'no response').replace(/ - .*/, ''))
      } catch {
        return resolve(error?.killed ? 'no response in time' : 'no response')
      }
    })
  })
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** Checks versions, licences and vulnerabilities. If the registry does not answer, adds a note instead of failing. */
export async function checkDependencies(): Promise<{ code: number; output: string; note?: string }> {
  const lock: Lock = readJson('package-lock.json')
  const problems = [...unpinned(readJson('package.json'), lock), ...unlicensed(lock)]
  const audit = await askRegistry()
  const { failing, reported } =
    typeof audit === 'string' ? { failing: [], reported: [] } : vulnerabilitiesIn(audit, lock)
  const output = [...problems, ...failing].join('\n')
  const notes = [
    ...(typeof audit === 'string' ? [`vulnerabilities were NOT checked (registry: ${audit})`] : []),
    ...reported,
  ]
  return { code: output ? 1 : 0, output, ...(notes.length > 0 && { note: notes.join('\n') }) }
}
