import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Lock, unlicensed, unpinned, vulnerabilitiesIn } from '../../scripts/testing/dependencies.ts'

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const lock: Lock = readJson('package-lock.json')

it('pins every dependency to an exact version with a checksum and an accepted licence', () => {
  expect(unpinned(readJson('package.json'), lock)).toEqual([])
  expect(unlicensed(lock)).toEqual([])
})

it('reports a version range, a missing checksum and an unaccepted licence', () => {
  const versions = { a: '^1.0.0', b: 'latest', c: '1.x', d: '1.2.3', e: 'npm:@scope/name@1.2.3', f: '1.0.0-alpha.6' }
  const packages = {
    '': {},
    'node_modules/a': { integrity: 'sha512-x', license: 'MIT' },
    'node_modules/b': { license: '(GPL-3.0 OR MIT)' },
    'node_modules/c': { integrity: 'sha512-x', license: 'MIT AND AGPL-3.0' },
    'node_modules/d': { integrity: 'sha512-x' },
  }
  expect(unpinned({ dependencies: versions }, { packages })).toEqual([
    ...['a: "^1.0.0"', 'b: "latest"', 'c: "1.x"'].map((what) => `${what} is not an exact version in package.json`),
    'node_modules/b: has no integrity in package-lock.json',
  ])
  expect(unlicensed({ packages })).toEqual([
    'node_modules/c: licence MIT AND AGPL-3.0 is not accepted',
    'node_modules/d: licence unknown is not accepted',
  ])
})

it('fails if a production package has a serious vulnerability, and only prints other vulnerabilities', () => {
  const packages = { 'node_modules/a': {}, 'node_modules/b': { dev: true }, 'node_modules/c': {} }
  const vulnerability = (name: string, severity: string) => ({
    [name]: { severity, nodes: [`node_modules/${name}`], range: '<2' },
  })
  const vulnerabilities = {
    ...vulnerability('a', 'critical'),
    ...vulnerability('b', 'critical'),
    ...vulnerability('c', 'moderate'),
  }
  expect(vulnerabilitiesIn({ vulnerabilities }, { packages })).toEqual({
    failing: ['a <2: critical'],
    reported: ['b <2: critical, development only', 'c <2: moderate'],
  })
})
